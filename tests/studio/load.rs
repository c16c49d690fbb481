//! Many people at once, processes that are killed, and bounds on what one studio holds.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

use super::client::{ALL_INVITED, Running, get, hearts, moves_of, open, post, wait};

/// Clients, and moves a second of all of them.
const CLIENTS: usize = 200;
const PACE: u32 = 50;

/// Tables that a studio has at most.
const TABLES: usize = 16;

/// What a client follows a table with: its path, its cookie, the place of the table.
struct Client {
    pass: (String, String),
    table: usize,
}

/// Seats of a table of the game that they play: of two hundred moves, so that none is over within a minute.
const SEATS: usize = 2;

/// Sits `CLIENTS` people at sixteen tables, each of which has its seats taken and onlookers around it.
fn full_house(studio: &mut Running) -> Vec<Client> {
    let mut clients = Vec::new();
    for table in 0..TABLES {
        let opened = post(
            studio.port,
            "/play/new",
            &studio.cookie,
            "seat-0=invite&seat-1=invite&onlookers=on",
        );
        assert_eq!(opened.status, 303, "{}", opened.body);
        let before = clients.len();
        // Tables are listed with their invitations; those of earlier tables but the onlookers' are used.
        let paths = studio.invitations();
        let new = paths.len() - SEATS - 1;
        for path in &paths[new..] {
            let people = if path == &paths[new + SEATS] {
                (CLIENTS - SEATS * TABLES) / TABLES
                    + usize::from(table < (CLIENTS - SEATS * TABLES) % TABLES)
            } else {
                1
            };
            for _ in 0..people {
                let taken = post(studio.tables, path, "", "name=Ann");
                assert_eq!(taken.status, 303, "{}", taken.body);
                let pass = (taken.header("location").unwrap().to_owned(), taken.cookie());
                clients.push(Client { pass, table });
            }
        }
        assert!(clients.len() > before + SEATS);
    }
    assert_eq!(clients.len(), CLIENTS);
    clients
}

/// The moves that were confirmed at a table: their numbers and texts.
type Confirmed = Mutex<Vec<(u64, String)>>;

/// Turns by which the pace is kept.
struct Clock {
    start: Instant,
    taken: AtomicU32,
    over: AtomicBool,
}

impl Clock {
    /// Waits for the next place in the row.
    fn next(&self) {
        let at =
            self.start + Duration::from_secs(1) / PACE * self.taken.fetch_add(1, Ordering::Relaxed);
        if let Some(rest) = at.checked_duration_since(Instant::now()) {
            wait(rest);
        }
    }
}

/// Follows the stream of a table, asks for the state when something happens, and moves when it is its turn.
fn take_part(studio: &Running, client: &Client, clock: &Clock, confirmed: &[Confirmed]) {
    let (pass, cookie) = &client.pass;
    let port = studio.tables;
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    write!(
        stream,
        "GET {pass}/events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie}\r\n\r\n"
    )
    .unwrap();
    stream.set_read_timeout(Some(Duration::from_millis(500))).unwrap();
    let mut lines = BufReader::new(stream).lines();
    let mut seen = 0;
    while !clock.over.load(Ordering::Relaxed) {
        // A time-out is a look at the clock.
        let Some(line) = lines.next() else { break };
        if !line.is_ok_and(|line| line.starts_with("data:")) {
            continue;
        }
        let state = studio.state_from(&client.pass, seen + 1);
        let ply = state["ply"].as_u64().unwrap();
        assert!(ply >= seen, "a table went back from {seen} to {ply}");
        seen = ply;
        let legal = state["legal"].as_array().unwrap();
        if legal.is_empty() || clock.over.load(Ordering::Relaxed) {
            continue;
        }
        let text = legal[ply as usize % legal.len()]["text"].as_str().unwrap();
        clock.next();
        let told = studio.play(&client.pass, ply + 1, text);
        assert_eq!(told.status, 200, "{}", told.body);
        confirmed[client.table].lock().unwrap().push((ply + 1, text.to_owned()));
        if ply.is_multiple_of(3) {
            // The answer was lost: it is sent again, and counts once.
            assert_eq!(studio.play(&client.pass, ply + 1, text).status, 200);
        }
        if ply % 5 == 4 {
            assert_eq!(studio.play(&client.pass, ply, "pass nothing").status, 409);
        }
    }
}

/// A number from the environment, or the one that suffices for a quick run.
fn number(name: &str, usual: u64) -> u64 {
    let given = std::env::var(name).ok();
    given.and_then(|n| n.parse().ok()).unwrap_or(usual)
}

/// `STUDIO_LOAD=60` lets it go on for a minute.
#[test]
fn of_two_hundred_clients_no_move_is_lost_and_none_is_doubled() {
    let seconds = number("STUDIO_LOAD", 4);
    let mut studio = open(&Path::new(env!("CARGO_MANIFEST_DIR")).join("cards/caps-and-hammers"));
    let clients = full_house(&mut studio);
    let confirmed: Vec<Confirmed> = (0..TABLES).map(|_| Mutex::default()).collect();
    let clock =
        Clock { start: Instant::now(), taken: AtomicU32::new(0), over: AtomicBool::new(false) };
    std::thread::scope(|scope| {
        for client in &clients {
            scope.spawn(|| take_part(&studio, client, &clock, &confirmed));
        }
        wait(Duration::from_secs(seconds));
        clock.over.store(true, Ordering::Relaxed);
    });
    let took = clock.start.elapsed().as_secs_f64();
    let mut all = 0;
    let records = studio.records();
    assert_eq!(records.len(), TABLES);
    for (record, confirmed) in records.iter().zip(confirmed) {
        let mut confirmed = confirmed.into_inner().unwrap();
        // Two threads may note their moves in another order than they were answered in.
        confirmed.sort();
        let moves = moves_of(record);
        let numbers: Vec<u64> = confirmed.iter().map(|(ply, _)| *ply).collect();
        assert_eq!(numbers, (1..=moves.len() as u64).collect::<Vec<_>>());
        let texts: Vec<String> = confirmed.into_iter().map(|(_, text)| text).collect();
        assert_eq!(texts, moves);
        all += moves.len();
    }
    assert!(all > TABLES * 4, "{all} moves");
    println!("{CLIENTS} clients, {all} moves in {took:.1} s, none lost, none doubled");
}

/// Kills a studio while moves are under way at all its tables; gives what was confirmed at each.
fn play_and_kill(
    studio: &mut Running,
    tables: &[Vec<(String, String)>],
    after: Duration,
) -> Vec<Vec<String>> {
    let mut child =
        std::mem::replace(&mut studio.child, std::process::Command::new("true").spawn().unwrap());
    let studio = &*studio;
    std::thread::scope(|scope| {
        let played: Vec<_> = tables
            .iter()
            .map(|passes| {
                scope.spawn(move || {
                    let mut confirmed = Vec::new();
                    let pass = &passes[0];
                    loop {
                        let told = get(studio.tables, &format!("{}/state", pass.0), &pass.1);
                        if told.status != 200 {
                            return confirmed;
                        }
                        let state = told.json();
                        let Some(text) = state["legal"][0]["text"].as_str() else {
                            return confirmed;
                        };
                        let ply = state["ply"].as_u64().unwrap() + 1;
                        if studio.play(pass, ply, text).status != 200 {
                            return confirmed;
                        }
                        confirmed.push(text.to_owned());
                    }
                })
            })
            .collect();
        wait(after);
        child.kill().unwrap();
        child.wait().unwrap();
        played.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

/// `STUDIO_KILLS=7` kills 112 games in seven processes.
#[test]
fn games_that_are_killed_in_their_middle_lose_no_confirmed_move() {
    let rounds = number("STUDIO_KILLS", 1);
    let here = "seat-0=here&seat-1=here&seat-2=here&seat-3=here";
    let mut games = 0;
    let mut moves = 0;
    for round in 0..rounds {
        let mut studio = open(&hearts());
        let tables: Vec<_> = (0..TABLES).map(|_| studio.table(here)).collect();
        let after = Duration::from_millis(600 + round * 83);
        let confirmed = play_and_kill(&mut studio, &tables, after);
        for (record, confirmed) in studio.records().iter().zip(confirmed) {
            let written = moves_of(record);
            assert!(written.len() <= confirmed.len() + 1);
            assert_eq!(written[..confirmed.len()], confirmed);
            games += 1;
            moves += confirmed.len();
        }
        // All of them go on.
        let mut again = open(&studio.folder.path().join("game"));
        let first = again.table(&format!("record=game-0001.jsonl&{here}"));
        let ply = again.state(&first[0])["ply"].as_u64().unwrap() as usize;
        assert!(moves_of(&studio.records()[0]).len() <= ply + 1);
    }
    assert!(games == 16 * rounds as usize && moves > 0, "{games} games, {moves} moves");
    println!("{games} games killed with {moves} confirmed moves, none lost");
}

#[test]
fn a_process_that_is_killed_loses_no_confirmed_move_and_the_game_goes_on() {
    for game in 0..3 {
        let mut studio = open(&hearts());
        let passes = studio.table("seat-0=here&seat-1=here&seat-2=here&seat-3=here");
        let mut confirmed = Vec::new();
        for _ in 0..5 + game * 7 {
            let (at, ply, text) = studio.next(&passes).unwrap();
            assert_eq!(studio.play(&passes[at], ply, &text).status, 200);
            confirmed.push(text);
        }
        studio.child.kill().unwrap();
        studio.child.wait().unwrap();
        assert_eq!(moves_of(&studio.record()), confirmed);
        let mut again = open(&studio.folder.path().join("game"));
        let passes =
            again.table("record=game-0001.jsonl&seat-0=here&seat-1=here&seat-2=here&seat-3=here");
        assert_eq!(again.state(&passes[0])["ply"].as_u64().unwrap() as usize, confirmed.len());
        let earlier = again
            .table("record=game-0001.jsonl&ply=3&seat-0=here&seat-1=here&seat-2=here&seat-3=here");
        assert_eq!(again.state(earlier.last().unwrap())["ply"], 3);
    }
}

#[test]
fn there_are_bounds_on_tables_onlookers_and_names() {
    let mut studio = open(&hearts());
    let passes = studio.table(ALL_INVITED);
    let watching = studio.invitations().pop().unwrap();
    let _present = super::follow(studio.tables, &passes[4]);
    // Those beyond the twelfth get the places of those who have no page open.
    let looking = |_| post(studio.tables, &watching, "", "name=Zoe").status;
    assert_eq!((0..14).map(looking).collect::<Vec<u16>>(), [303; 14]);
    let watching = studio.state(&passes[4])["people"].to_string();
    assert!(watching.contains("12 watching"), "{watching}");
    assert_eq!(studio.state(&passes[4])["ply"], 0, "who is there stays there");
    let mut open = 1;
    let full = loop {
        let opened = post(studio.port, "/play/new", &studio.cookie, "seat-0=here");
        if opened.status != 303 {
            break opened;
        }
        open += 1;
        assert!(open < 100);
    };
    assert_eq!(open, TABLES);
    assert!(full.body.contains("close one"), "{}", full.body);
    let long = "x".repeat(2_000);
    let here = studio.invitations().pop().unwrap();
    let taken = post(studio.tables, &here, "", &format!("name={long}"));
    let pass = (taken.header("location").unwrap().to_owned(), taken.cookie());
    let people = studio.state(&pass)["people"].to_string();
    assert!(people.contains(&long[..40]) && !people.contains(&long[..41]), "{people}");
}
