//! The studio and its tables, asked as any program in the network could ask them: over plain HTTP.

pub mod client;
mod files;
mod load;
mod secrets;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::time::{Duration, Instant};

use client::{ALL_INVITED, get, hearts, known_cards, open, post, raw, request, wait};

#[test]
fn without_the_owner_s_cookie_there_is_nothing_to_see() {
    let studio = open(&hearts());
    let views = [
        "/",
        "/cards",
        "/sheets",
        "/looks",
        "/proof",
        "/diff",
        "/diff/page",
        "/sources",
        "/play",
        "/events",
        "/face/x.svg",
        "/sources/raw?file=game/art/hill.png",
    ];
    for view in views {
        for cookie in [
            "",
            "deckproof-studio=x",
            &format!("deckproof-studio-{}=AAAAAAAAAAAAAAAAAAAAAA", studio.port),
        ] {
            assert_eq!(get(studio.port, view, cookie).status, 403, "{view}");
        }
    }
    for (path, body) in [
        ("/play/new", ""),
        ("/sources", "file=a&digest=b&text=c"),
        ("/sheets/print", ""),
        ("/open-editor", "file=a"),
        ("/cards/value", "card=a/b&key=c&was=d&cell=e"),
    ] {
        assert_eq!(post(studio.port, path, "", body).status, 403, "{path}");
    }
    for view in &views[1..9] {
        assert_eq!(get(studio.port, view, &studio.cookie).status, 200, "{view}");
    }
}

#[test]
fn pages_of_other_sites_and_other_names_are_refused() {
    let studio = open(&hearts());
    let own = format!("http://127.0.0.1:{}", studio.port);
    for host in [
        "evil.example",
        "evil.example:80",
        "127.0.0.1",
        &format!("127.evil.example:{}", studio.port),
    ] {
        let told = request(
            studio.port,
            "GET",
            "/cards",
            &[("Host", host), ("Cookie", &studio.cookie)],
            "",
        );
        assert_eq!(told.status, 403, "{host}");
    }
    let cookie = ("Cookie", studio.cookie.as_str());
    for origin in [None, Some("null"), Some("http://evil.example"), Some("http://127.0.0.1:1")] {
        let mut headers = vec![cookie];
        headers.extend(origin.map(|origin| ("Origin", origin)));
        assert_eq!(
            request(studio.port, "POST", "/play/new", &headers, "").status,
            403,
            "{origin:?}"
        );
    }
    let site = |site| {
        [
            cookie,
            ("Origin", own.as_str()),
            ("Sec-Fetch-Site", site),
            ("Sec-Fetch-Mode", "cors"),
            ("Sec-Fetch-Dest", "empty"),
        ]
    };
    assert_eq!(request(studio.port, "GET", "/cards", &site("same-site"), "").status, 403);
    assert_eq!(request(studio.port, "GET", "/cards", &site("same-origin"), "").status, 200);
    let told = get(studio.port, "/cards", &studio.cookie);
    assert!(told.header("content-security-policy").unwrap().contains("default-src 'none'"));
    assert_eq!(told.header("x-content-type-options"), Some("nosniff"));
    assert_eq!(told.header("cache-control"), Some("no-store"));
}

#[test]
fn no_path_leads_out_of_what_is_served() {
    let mut studio = open(&hearts());
    let passes = studio.table(ALL_INVITED);
    let outside = studio.folder.path().join("secret.toml");
    std::fs::write(&outside, "secret = \"do-not-show\"\n").unwrap();
    for path in [
        "/static/../secret.toml",
        "/static/..%2f..%2fsecret.toml",
        "/face/..%2f..%2fsecret.toml",
        "/sheets/printed/..%2fsecret.toml",
        "/sources?file=game/../secret.toml",
        "/sources?file=secret.toml",
        "/play/record/..%2f..%2f..%2fsecret.toml",
        "/play?record=../../../secret.toml",
        "//etc/passwd",
        "/sources?file=/etc/passwd",
        "/sources/raw?file=/etc/passwd",
        "/sources/raw?file=game/../secret.toml",
    ] {
        let told = get(studio.port, path, &studio.cookie);
        assert!(!told.body.contains("do-not-show") && !told.body.contains("root:"), "{path}");
    }
    let saved = post(studio.port, "/sources", &studio.cookie, "file=secret.toml&digest=&text=gone");
    assert_eq!(saved.status, 409, "{}", saved.body);
    assert!(std::fs::read_to_string(&outside).unwrap().contains("do-not-show"));
    // The tables have none of the owner's routes.
    for path in ["/cards", "/sources", "/play", "/events", "/face/x.svg", "/sheets"] {
        assert_eq!(get(studio.tables, path, &studio.cookie).status, 404, "{path}");
    }
    assert_eq!(passes.len(), 5);
}

#[test]
fn too_much_and_too_odd_is_refused_and_the_next_request_is_answered() {
    let mut studio = open(&hearts());
    let passes = studio.table(ALL_INVITED);
    let (pass, cookie) = &passes[0];
    let large = "x".repeat(1 << 20);
    let body = format!("ply=1&text={large}");
    assert_eq!(post(studio.tables, &format!("{pass}/move"), cookie, &body).status, 413);
    let odd: [&[u8]; 5] = [
        b"\0\0\0\0",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /\r\n\r\n",
        b"POST /join/x HTTP/1.1\r\nContent-Length: -5\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n",
    ];
    for bytes in odd {
        assert!(raw(studio.tables, bytes).status < 200 || raw(studio.tables, bytes).status >= 400);
    }
    let head = format!("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: {}\r\n\r\n", "y".repeat(64 << 10));
    assert!(raw(studio.tables, head.as_bytes()).status >= 400);
    for fields in ["", "ply=x&text=pass", "ply=1", "ply=99999999999&text=a", "ply=1&text=%ff%00"] {
        let told = post(studio.tables, &format!("{pass}/move"), cookie, fields);
        assert!(told.status >= 400 && told.status < 500, "{fields}: {}", told.status);
    }
    assert_eq!(studio.state(&passes[0])["ply"], 0);
}

#[test]
fn a_seat_plays_its_own_moves_and_no_other_and_each_of_them_once() {
    let mut studio = open(&hearts());
    let passes = studio.table(ALL_INVITED);
    let (at, ply, text) = studio.next(&passes[..4]).unwrap();
    let other = (at + 1) % 4;
    // Another seat, an onlooker, another's cookie, a forged one.
    assert_eq!(studio.play(&passes[other], ply, &text).status, 409);
    assert_eq!(studio.play(&passes[4], ply, &text).status, 409);
    let forged = [
        passes[other].1.clone(),
        String::new(),
        format!("deckproof-{}-1-{at}=AAAAAAAAAAAAAAAAAAAAAA", studio.tables),
    ];
    for cookie in forged {
        for path in ["", "/state", "/events", "/style.css"] {
            assert_eq!(get(studio.tables, &format!("{}{path}", passes[at].0), &cookie).status, 403);
        }
        assert_eq!(studio.play(&(passes[at].0.clone(), cookie), ply, &text).status, 403);
    }
    assert_eq!(studio.state(&passes[0])["ply"], ply - 1);
    // Once, twice, as another one, and too early.
    assert_eq!(studio.play(&passes[at], ply, &text).status, 200);
    assert_eq!(studio.play(&passes[at], ply, &text).status, 200, "the answer of the first time");
    assert_eq!(studio.state(&passes[0])["ply"], ply);
    assert_eq!(studio.play(&passes[at], ply, "something else").status, 409);
    assert_eq!(studio.play(&passes[at], ply + 9, &text).status, 409);
    assert_eq!(
        studio.record().lines().filter(|line| line.contains("\"move\"")).count() as u64,
        ply
    );
    // A refused move says why.
    let (at, ply, _) = studio.next(&passes[..4]).unwrap();
    let refused = studio.play(&passes[at], ply, "eat the table").json();
    assert!(refused["says"].as_str().unwrap().contains("eat the table"), "{refused}");
}

#[test]
fn what_goes_to_a_seat_names_no_card_of_another_hand_and_no_seed() {
    let mut studio = open(&hearts());
    let passes = studio.table(ALL_INVITED);
    for _ in 0..6 {
        let hands: Vec<Vec<String>> =
            passes.iter().map(|pass| known_cards(&studio.state(pass))).collect();
        for (seat, own) in hands[..4].iter().enumerate() {
            for (other, cards) in hands[..4].iter().enumerate().filter(|(other, _)| *other != seat)
            {
                let shared: Vec<&String> = own
                    .iter()
                    .filter(|card| cards.contains(card) && !hands[4].contains(card))
                    .collect();
                assert!(shared.is_empty(), "{seat} and {other}: {shared:?}");
            }
        }
        for pass in &passes {
            let text = studio.state(pass).to_string();
            assert!(!text.contains("seed"), "{text}");
        }
        let (at, ply, text) = studio.next(&passes[..4]).unwrap();
        assert_eq!(studio.play(&passes[at], ply, &text).status, 200);
    }
}

#[test]
fn seats_that_are_asked_at_the_same_time_are_offered_their_moves_together() {
    let mut studio = open(&hearts());
    let passes = studio.table(ALL_INVITED);
    let texts: Vec<String> = passes[..4]
        .iter()
        .map(|pass| {
            let state = studio.state(pass);
            assert_eq!(state["turns"], serde_json::json!([0, 1, 2, 3]));
            state["legal"][0]["text"].as_str().unwrap().to_owned()
        })
        .collect();
    // The last seat first: what it chose is nowhere to be read, only that it has.
    let before = studio.state(&passes[0]);
    assert_eq!(studio.play(&passes[3], 1, &texts[3]).status, 200);
    let mut after = studio.state(&passes[0]);
    assert_eq!(after["turns"], serde_json::json!([0, 1, 2]));
    after["turns"] = before["turns"].clone();
    after["undo"] = before["undo"].clone();
    assert_eq!(after, before);
    assert!(!studio.record().contains(&texts[3]));
    // Each page thinks that its move is the first.
    for seat in [1, 0, 2] {
        assert_eq!(studio.play(&passes[seat], 1, &texts[seat]).status, 200, "{seat}");
    }
    assert_eq!(studio.play(&passes[2], 1, &texts[2]).status, 200, "sent twice");
    assert_eq!(studio.state(&passes[0])["ply"], 4);
    assert_eq!(client::moves_of(&studio.record()), texts);
}

#[test]
fn moves_that_are_taken_back_are_counted_for_pages_that_slept() {
    let mut studio = open(&hearts());
    let pass = studio.table("").remove(0);
    let first = studio.state(&pass);
    let text = first["legal"][0]["text"].as_str().unwrap();
    assert_eq!(studio.play(&pass, 1, text).status, 200);
    let played = studio.state(&pass);
    assert_eq!((&first["undone"], &played["undone"]), (&0.into(), &0.into()));
    let undone = post(studio.tables, &format!("{}/undo", pass.0), &pass.1, "to=0");
    assert_eq!(undone.status, 200, "{}", undone.body);
    let text = first["legal"][1]["text"].as_str().unwrap();
    assert_eq!(studio.play(&pass, 1, text).status, 200);
    let again = studio.state(&pass);
    // By its number of moves the table is where it was.
    assert_eq!((&again["ply"], &again["undone"]), (&played["ply"], &1.into()));
}

#[test]
fn a_lost_seat_is_invited_again_and_nobody_else_has_it_any_longer() {
    let mut studio = open(&hearts());
    let passes = studio.table(ALL_INVITED);
    let (path, cookie) = &passes[1];
    let id = path.trim_start_matches("/at/");
    let page = get(studio.port, "/play", &studio.cookie).body;
    assert!(page.contains("Invite again to play East"), "{page}");
    let body = format!("pass={id}");
    assert_eq!(post(studio.port, "/play/invite", "", &body).status, 403);
    assert_eq!(get(studio.tables, &format!("{path}/state"), cookie).status, 200);
    let invited = post(studio.port, "/play/invite", &studio.cookie, &body);
    assert_eq!(invited.status, 303, "{}", invited.body);
    for below in ["", "/state", "/events"] {
        let told = get(studio.tables, &format!("{path}{below}"), cookie);
        assert_eq!(told.status, 403, "the old session has ended");
    }
    let links = studio.invitations();
    let taken = links.iter().map(|link| post(studio.tables, link, "", "name=Cal"));
    let taken = taken.map(|taken| (taken.header("location").unwrap().to_owned(), taken.cookie()));
    let again = taken.into_iter().find(|(location, _)| location == path).unwrap();
    assert_eq!(studio.state(&again)["as"], 1);
    // Nobody else is disturbed.
    assert_eq!(studio.state(&passes[0])["as"], 0);
}

/// A stream that a page holds open.
fn follow(port: u16, (path, cookie): &(String, String)) -> TcpStream {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    let head =
        format!("GET {path}/events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie}\r\n\r\n");
    stream.write_all(head.as_bytes()).unwrap();
    let mut first = [0; 12];
    stream.read_exact(&mut first).unwrap();
    assert_eq!(&first, b"HTTP/1.1 200");
    stream
}

#[test]
fn an_onlooker_who_left_makes_room_for_another() {
    let mut studio = open(&hearts());
    let opened = post(studio.port, "/play/new", &studio.cookie, "onlookers=on");
    assert_eq!(opened.status, 303);
    let links = studio.invitations();
    let places: Vec<Option<(String, String)>> = links
        .iter()
        .map(|link| {
            let taken = post(studio.tables, link, "", "name=Dan");
            let location = taken.header("location").unwrap().to_owned();
            location.contains("watch").then(|| (location, taken.cookie()))
        })
        .collect();
    let at = places.iter().position(Option::is_some).unwrap();
    let (link, first) = (&links[at], places[at].clone().unwrap());
    let mut streams = vec![follow(studio.tables, &first)];
    let watch = |name: &str| post(studio.tables, link, "", &format!("name={name}"));
    for _ in 1..12 {
        let taken = watch("Eve");
        let pass = (taken.header("location").unwrap().to_owned(), taken.cookie());
        streams.push(follow(studio.tables, &pass));
    }
    let full = watch("Flo");
    assert_eq!(full.status, 409);
    assert!(full.body.contains("All 12 places for onlookers are taken"), "{}", full.body);
    streams.remove(0);
    let until = Instant::now() + Duration::from_secs(60);
    while watch("Gil").status != 303 {
        assert!(Instant::now() < until, "the place is never free");
        wait(Duration::from_millis(200));
    }
    let told = get(studio.tables, &format!("{}/state", first.0), &first.1);
    assert_eq!(told.status, 403, "its place was given away");
}

#[cfg(unix)]
#[test]
fn it_ends_within_a_second_though_streams_are_open() {
    let mut studio = open(&hearts());
    let passes = studio.table(ALL_INVITED);
    let mut streams = Vec::new();
    for (port, path, cookie) in [
        (studio.port, "/events".to_owned(), &studio.cookie),
        (studio.tables, format!("{}/events", passes[0].0), &passes[0].1),
    ] {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie}\r\n\r\n")
            .unwrap();
        let mut first = [0; 12];
        stream.read_exact(&mut first).unwrap();
        assert_eq!(&first, b"HTTP/1.1 200");
        streams.push(stream);
    }
    let asked = Instant::now();
    let id = studio.child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    studio.child.wait().unwrap();
    assert!(asked.elapsed() < Duration::from_secs(1), "{:?}", asked.elapsed());
}

#[test]
fn a_folder_with_faults_never_takes_the_page_down() {
    let studio = open(&hearts());
    let game = studio.folder.path().join("game");
    let deck = game.read_dir().unwrap().map(|entry| entry.unwrap().path()).find(|path| {
        path.extension().is_some_and(|ending| ending == "toml") && !path.ends_with("game.toml")
    });
    let deck = deck.unwrap();
    let whole = std::fs::read(&deck).unwrap();
    let garbage: Vec<u8> =
        (0..200_000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let first = get(studio.port, "/cards", &studio.cookie).body;
    assert!(!first.contains("last good face"));
    let shows = |what: &str| {
        let until = Instant::now() + Duration::from_secs(60);
        while Instant::now() < until {
            let told = get(studio.port, "/cards", &studio.cookie);
            assert_eq!(told.status, 200);
            if told.body.contains(what) {
                return true;
            }
            wait(Duration::from_millis(50));
        }
        false
    };
    for bad in [&garbage[..], b"[[card]]\nname = \"", b""] {
        std::fs::write(&deck, bad).unwrap();
        assert!(shows("error"), "{:?}", &bad[..bad.len().min(20)]);
        std::fs::write(&deck, &whole).unwrap();
        assert!(shows("no fault found"));
    }
    std::fs::remove_file(game.join("game.toml")).unwrap();
    assert!(shows("last good face"));
}
