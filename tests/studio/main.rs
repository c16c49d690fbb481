//! The studio and its tables, asked as any program in the network could ask them: over plain HTTP.

pub mod client;
mod files;
mod load;

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
    for origin in [
        None,
        Some("null"),
        Some("http://evil.example"),
        Some("http://127.0.0.1:1"),
    ] {
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
    assert_eq!(
        request(studio.port, "GET", "/cards", &site("same-site"), "").status,
        403
    );
    assert_eq!(
        request(studio.port, "GET", "/cards", &site("same-origin"), "").status,
        200
    );
    let told = get(studio.port, "/cards", &studio.cookie);
    assert!(
        told.header("content-security-policy")
            .unwrap()
            .contains("default-src 'none'")
    );
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
        assert!(
            !told.body.contains("do-not-show") && !told.body.contains("root:"),
            "{path}"
        );
    }
    let saved = post(
        studio.port,
        "/sources",
        &studio.cookie,
        "file=secret.toml&digest=&text=gone",
    );
    assert_eq!(saved.status, 409, "{}", saved.body);
    assert!(
        std::fs::read_to_string(&outside)
            .unwrap()
            .contains("do-not-show")
    );
    // The tables have none of the owner's routes.
    for path in [
        "/cards",
        "/sources",
        "/play",
        "/events",
        "/face/x.svg",
        "/sheets",
    ] {
        assert_eq!(
            get(studio.tables, path, &studio.cookie).status,
            404,
            "{path}"
        );
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
    assert_eq!(
        post(studio.tables, &format!("{pass}/move"), cookie, &body).status,
        413
    );
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
    let head = format!(
        "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: {}\r\n\r\n",
        "y".repeat(64 << 10)
    );
    assert!(raw(studio.tables, head.as_bytes()).status >= 400);
    for fields in [
        "",
        "ply=x&text=pass",
        "ply=1",
        "ply=99999999999&text=a",
        "ply=1&text=%ff%00",
    ] {
        let told = post(studio.tables, &format!("{pass}/move"), cookie, fields);
        assert!(
            told.status >= 400 && told.status < 500,
            "{fields}: {}",
            told.status
        );
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
            assert_eq!(
                get(studio.tables, &format!("{}{path}", passes[at].0), &cookie).status,
                403
            );
        }
        assert_eq!(
            studio
                .play(&(passes[at].0.clone(), cookie), ply, &text)
                .status,
            403
        );
    }
    assert_eq!(studio.state(&passes[0])["ply"], ply - 1);
    // Once, twice, as another one, and too early.
    assert_eq!(studio.play(&passes[at], ply, &text).status, 200);
    assert_eq!(
        studio.play(&passes[at], ply, &text).status,
        200,
        "the answer of the first time"
    );
    assert_eq!(studio.state(&passes[0])["ply"], ply);
    assert_eq!(studio.play(&passes[at], ply, "something else").status, 409);
    assert_eq!(studio.play(&passes[at], ply + 9, &text).status, 409);
    assert_eq!(
        studio
            .record()
            .lines()
            .filter(|line| line.contains("\"move\""))
            .count() as u64,
        ply
    );
    // A refused move says why.
    let (at, ply, _) = studio.next(&passes[..4]).unwrap();
    let refused = studio.play(&passes[at], ply, "eat the table").json();
    assert!(
        refused["says"].as_str().unwrap().contains("eat the table"),
        "{refused}"
    );
}

#[test]
fn what_goes_to_a_seat_names_no_card_of_another_hand_and_no_seed() {
    let mut studio = open(&hearts());
    let passes = studio.table(ALL_INVITED);
    for _ in 0..6 {
        let hands: Vec<Vec<String>> = passes
            .iter()
            .map(|pass| known_cards(&studio.state(pass)))
            .collect();
        for (seat, own) in hands[..4].iter().enumerate() {
            for (other, cards) in hands[..4]
                .iter()
                .enumerate()
                .filter(|(other, _)| *other != seat)
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
fn the_chance_of_a_table_follows_from_256_secret_bits() {
    let mut studio = open(&hearts());
    let seeds = [0, 1].map(|_| {
        studio.table(ALL_INVITED);
        let header = studio.record().lines().next().unwrap().to_owned();
        let header: serde_json::Value = serde_json::from_str(&header).unwrap();
        let seed = header["seed"].as_str().unwrap().to_owned();
        assert!(
            seed.len() == 64 && seed.chars().all(|c| c.is_ascii_hexdigit()),
            "{seed}"
        );
        seed
    });
    // Each half is new as well: it is no short number, written long.
    for half in [0..32, 32..64] {
        assert_ne!(seeds[0][half.clone()], seeds[1][half]);
    }
}

#[cfg(unix)]
#[test]
fn it_ends_within_a_second_though_streams_are_open() {
    let mut studio = open(&hearts());
    let passes = studio.table(ALL_INVITED);
    let mut streams = Vec::new();
    for (port, path, cookie) in [
        (studio.port, "/events".to_owned(), &studio.cookie),
        (
            studio.tables,
            format!("{}/events", passes[0].0),
            &passes[0].1,
        ),
    ] {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        write!(
            stream,
            "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie}\r\n\r\n"
        )
        .unwrap();
        let mut first = [0; 12];
        stream.read_exact(&mut first).unwrap();
        assert_eq!(&first, b"HTTP/1.1 200");
        streams.push(stream);
    }
    let asked = Instant::now();
    let id = studio.child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &id])
            .status()
            .unwrap()
            .success()
    );
    studio.child.wait().unwrap();
    assert!(
        asked.elapsed() < Duration::from_secs(1),
        "{:?}",
        asked.elapsed()
    );
}

#[test]
fn a_folder_with_faults_never_takes_the_page_down() {
    let studio = open(&hearts());
    let game = studio.folder.path().join("game");
    let deck = game
        .read_dir()
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .find(|path| {
            path.extension().is_some_and(|ending| ending == "toml") && !path.ends_with("game.toml")
        });
    let deck = deck.unwrap();
    let whole = std::fs::read(&deck).unwrap();
    let garbage: Vec<u8> = (0..200_000u32)
        .map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8)
        .collect();
    let first = get(studio.port, "/cards", &studio.cookie).body;
    assert!(!first.contains("last good face"));
    let shows = |what: &str| {
        let until = Instant::now() + Duration::from_secs(20);
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
