//! Turns a panic of the rules into a broken law. A closure comes in; its result, or a [`Breach`] with the panic's
//! message, goes out. Called by `failure`, `fuzz`, `mutate`, `scenario` and `shrink`.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

use super::playing::Common;
use crate::rules::Breach;

thread_local! {
    /// Whether a panic of this thread will be caught.
    static GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Calls `what`; a panic becomes a breach of [`Common::Panics`] and is not printed.
///
/// # Errors
/// As `what`, or the words of the panic.
pub fn guarded<T>(what: impl FnOnce() -> Result<T, Breach>) -> Result<T, Breach> {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let others = take_hook();
        set_hook(Box::new(move |panic| {
            if !GUARDED.get() {
                others(panic);
            }
        }));
    });
    let outer = GUARDED.replace(true);
    let done = catch_unwind(AssertUnwindSafe(what));
    GUARDED.set(outer);
    done.unwrap_or_else(|payload| {
        let text = payload
            .downcast_ref::<String>()
            .map(String::as_str)
            .or_else(|| payload.downcast_ref::<&str>().copied());
        Err(Common::Panics.breach(text.unwrap_or("the engine panicked"), None))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_breach() {
        let told = guarded::<()>(|| panic!("c{} is nowhere", 3)).unwrap_err();
        assert_eq!(told, Common::Panics.breach("c3 is nowhere", None));
    }
}
