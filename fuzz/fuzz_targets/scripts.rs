#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| deckproof_fuzz::scripts::run(input));
