//! What a live table keeps to itself: its seed until the game is over, and whether the program had anything to think of.

use std::io::Read;
use std::process::Command;
use std::time::{Duration, Instant};

use sha2::{Digest, Sha256};

use super::client::{ALL_INVITED, Running, get, hearts, open, post, thrown, wait};
use super::follow;

#[test]
fn the_chance_of_a_table_follows_from_256_secret_bits() {
    let mut studio = open(&hearts());
    let seeds = [1, 2].map(|number| {
        studio.table(ALL_INVITED);
        let seed = std::fs::read_to_string(studio.seed_file(number)).unwrap();
        let seed = seed.strip_suffix('\n').unwrap().to_owned();
        assert!(seed.len() == 64 && seed.chars().all(|c| c.is_ascii_hexdigit()), "{seed}");
        assert!(!studio.record().contains(&seed), "the record keeps it sealed");
        seed
    });
    // Each half is new as well: it is no short number, written long.
    for half in [0..32, 32..64] {
        assert_ne!(seeds[0][half.clone()], seeds[1][half]);
    }
}

/// A game of 12 moves: one rolls a die, and the other, which birch has every second time, does not.
fn dice() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let files = [
        (
            "game.toml",
            r#"title = "Dice"
[table]
seats = ["ash", "birch"]
longest = 20
[table.zones]
row = { holds = "cards" }
[table.moves]
throw = "throw"
wait = "wait"
[table.counters]
pips = { from = 0, to = 60 }
moves = { from = 0, to = 12 }
"#,
        ),
        ("cards.toml", "template = \"card.svg\"\n[[card]]\nid = \"a\"\nname = \"A\"\n"),
        (
            "card.svg",
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"63mm\" height=\"88mm\" viewBox=\"0 0 63 88\"><rect width=\"63\" height=\"88\" fill=\"#ffffff\"/></svg>",
        ),
        (
            "rules.star",
            r#""Throw a die or wait."

def set_up(_t):
    pass

def legal(t, me):
    play("throw")
    if me == 0 or t.moves % 4 == 3:
        play("wait")

def on_throw(t, me):
    t.pips = roll(60)
    done(t, me)

def on_wait(t, me):
    done(t, me)

def done(t, me):
    t.moves += 1
    t.turn = 1 - me
    if t.moves == 12:
        end()
"#,
        ),
    ];
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

/// What `deckproof replay` says of a record of a studio.
fn replay(studio: &Running, name: &str) -> (bool, String) {
    let run = Command::new(env!("CARGO_BIN_EXE_deckproof"))
        .args(["replay", "--summary", "--game", "game", name])
        .current_dir(studio.folder.path())
        .output()
        .unwrap();
    let texts = [run.stdout, run.stderr].map(|text| String::from_utf8(text).unwrap());
    (run.status.success(), texts.concat())
}

#[test]
fn a_seed_is_sealed_until_the_game_is_over_and_another_decides_what_comes_after_going_on() {
    let mut studio = open(dice().path());
    let records = "game/output/records";
    let throw = |studio: &Running, pass: &(String, String)| {
        let ply = studio.state(pass)["ply"].as_u64().unwrap() + 1;
        assert_eq!(studio.play(pass, ply, "throw").status, 200);
    };
    let pass = studio.table("").remove(0);
    for _ in 0..6 {
        throw(&studio, &pass);
    }
    // Killed in its middle: the record and the file of its seed are there, and this user alone may read the latter.
    studio.child.kill().unwrap();
    studio.child.wait().unwrap();
    let seed_file = studio.seed_file(1);
    let secret = std::fs::read_to_string(&seed_file).unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = seed_file.metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    let first = studio.record();
    let hash: [u8; 32] = Sha256::digest(secret.trim()).into();
    let hash = hash.map(|byte| format!("{byte:02x}")).concat();
    assert!(first.contains(&format!("\"seed\":\"sealed:{hash}\"")));
    assert!(!first.contains(secret.trim()));
    let (agrees, says) = replay(&studio, &format!("{records}/game-0001.jsonl"));
    assert!(agrees, "{says}");
    // Without that file, and with the line ends of Windows.
    let alone = first.replace('\n', "\r\n");
    std::fs::write(studio.folder.path().join("alone.jsonl"), alone).unwrap();
    let (agrees, says) = replay(&studio, "alone.jsonl");
    assert!(!agrees && says.contains("sealed until the game is over"), "{says}");
    std::fs::copy(&seed_file, studio.folder.path().join("alone.seed")).unwrap();
    let (agrees, says) = replay(&studio, "alone.jsonl");
    assert!(agrees, "{says}");
    // Gone on from twice, to the end: what was seen does not come again, but what was thrown before stays.
    let mut again = open(&studio.folder.path().join("game"));
    let mut all = vec![thrown(&first)];
    for (number, ply) in [(2, 3), (3, 3)] {
        let pass = again.table(&format!("record=game-0001.jsonl&ply={ply}"));
        let pass = pass.last().unwrap();
        let sealed = again.record();
        let secrets = std::fs::read_to_string(again.seed_file(number)).unwrap();
        assert!(secrets.starts_with(&secret) && secrets.lines().count() == 2);
        assert!(secrets.lines().all(|secret| !sealed.contains(secret)));
        while again.state(pass)["over"] == false {
            throw(&again, pass);
        }
        let over = again.record();
        assert!(secrets.lines().all(|secret| over.contains(secret)));
        assert!(!again.seed_file(number).exists());
        let (agrees, says) = replay(&again, &format!("{records}/game-{number:04}.jsonl"));
        assert!(agrees, "{says}");
        let rolls = thrown(&over);
        assert_eq!((rolls.len(), &rolls[..3]), (12, &all[0][..3]));
        all.push(rolls);
    }
    // Three of 60 alike: once in 216,000 runs, for each pair.
    for (one, other) in [(0, 1), (0, 2), (1, 2)] {
        assert_ne!(all[one][3..6], all[other][3..6]);
    }
}

#[test]
fn a_game_that_goes_on_after_its_end_is_sealed_again_with_another_seed() {
    let mut studio = open(dice().path());
    let pass = studio.table("").remove(0);
    for ply in 1..=12 {
        let text = if ply % 4 == 0 { "wait" } else { "throw" };
        assert_eq!(studio.play(&pass, ply, text).status, 200);
    }
    let over = studio.record();
    assert!(over.contains("\"winner\"") && !over.contains("sealed:"));
    let undone = post(studio.tables, &format!("{}/undo", pass.0), &pass.1, "to=11");
    assert_eq!(undone.status, 200, "{}", undone.body);
    let sealed = studio.record();
    let secrets = std::fs::read_to_string(studio.seed_file(1)).unwrap();
    let (known, new) = secrets.split_once('\n').unwrap();
    assert!(over.contains(known) && !over.contains(new.trim()) && new.len() == 65);
    assert!(!sealed.contains(known) && !sealed.contains(new.trim()));
    assert_eq!(studio.play(&pass, 12, "throw").status, 200);
    let again = studio.record();
    assert!(again.contains(&format!("\"reseeded\":[[11,\"{}\"]]", new.trim())));
    let (agrees, says) = replay(&studio, "game/output/records/game-0001.jsonl");
    assert!(agrees, "{says}");
}

#[test]
fn the_program_waits_for_its_beat_though_it_has_one_move() {
    let mut studio = open(dice().path());
    let pass = studio.table("seat-1=program").remove(0);
    // Birch has one move, then two, and so on.
    for ply in (1..12).step_by(2) {
        let asked = Instant::now();
        assert_eq!(studio.play(&pass, ply, "throw").status, 200);
        while studio.state(&pass)["ply"] != ply + 1 {
            assert!(asked.elapsed() < Duration::from_secs(60));
            wait(Duration::from_millis(10));
        }
        let took = asked.elapsed();
        assert!(took >= Duration::from_millis(600), "move {ply}: {took:?}");
    }
}

#[test]
fn no_route_gives_a_seat_or_an_onlooker_the_seed_of_a_game_that_goes_on() {
    let mut studio = open(&hearts());
    let passes = studio.table(ALL_INVITED);
    let secret = std::fs::read_to_string(studio.seed_file(1)).unwrap();
    let sealed: serde_json::Value =
        serde_json::from_str(studio.record().lines().next().unwrap()).unwrap();
    let (_, sealed) = sealed["seed"].as_str().unwrap().split_once(':').unwrap();
    let source = include_str!("../../src/studio/table_routes.rs");
    let routes = source.split(".route(").skip(1);
    let routes: Vec<&str> = routes.filter_map(|rest| rest.split('"').nth(1)).collect();
    assert!(routes.contains(&"/at/{pass}/state") && routes.len() > 8, "{routes:?}");
    let invitation = studio.invitations().pop().unwrap();
    let mut asked = 0;
    for (path, cookie) in [&passes[0], &passes[4]] {
        let legal = studio.state(&passes[0])["legal"][0]["text"].to_string();
        let bodies = [
            String::new(),
            "to=0".to_owned(),
            format!("ply=1&text={}", legal.trim_matches('"').replace(' ', "+")),
        ];
        for route in routes.iter().filter(|route| !route.ends_with("/events")) {
            let at = route
                .replace("/at/{pass}", path)
                .replace("/join/{secret}", &invitation)
                .replace("{name}", "table.js");
            assert!(!at.contains('{'), "{at}");
            let mut answers = vec![get(studio.tables, &at, cookie)];
            answers.extend(
                ["?from=0", "?from=0&as=2"]
                    .map(|query| get(studio.tables, &format!("{at}{query}"), cookie)),
            );
            answers.extend(bodies.each_ref().map(|body| post(studio.tables, &at, cookie, body)));
            for answer in answers {
                let text = answer.head + &answer.body;
                assert!(!text.contains(secret.trim()) && !text.contains(sealed), "{at}");
                asked += 1;
            }
        }
        let mut stream = follow(studio.tables, &(path.clone(), cookie.clone()));
        stream.set_read_timeout(Some(Duration::from_millis(300))).unwrap();
        let mut text = String::new();
        let _ = stream.read_to_string(&mut text);
        assert!(text.contains("event: table") && !text.contains(secret.trim()), "{text}");
    }
    // The records are not here, whatever one holds; and the owner's page of this one does not show it either.
    for (path, cookie) in &passes {
        for at in ["/play/record/game-0001.jsonl", "/output/records/game-0001.seed"] {
            for port in [studio.tables, studio.port] {
                let status = get(port, at, cookie).status;
                assert!(status == 403 || status == 404, "{path} {at}: {status}");
            }
        }
    }
    let shown = get(studio.port, "/play/record/game-0001.jsonl", &studio.cookie);
    assert_eq!(shown.status, 200);
    assert!(!shown.body.contains(secret.trim()));
    println!("{asked} answers, none with the seed");
}
