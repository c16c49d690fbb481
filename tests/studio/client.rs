//! A studio for the tests, and a client that asks it as any program in the network could: over plain HTTP.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::copying::copy;

/// A studio that runs until it is dropped, on a copy of a game.
pub struct Running {
    pub child: Child,
    pub port: u16,
    /// The port of the tables.
    pub tables: u16,
    pub cookie: String,
    pub folder: tempfile::TempDir,
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub struct Answered {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Answered {
    pub fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.filter(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value).next()
    }

    /// The cookie that it sets, as a browser sends it back.
    pub fn cookie(&self) -> String {
        self.header("set-cookie").unwrap().split(';').next().unwrap().to_owned()
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|e| panic!("{e}: {}", self.body))
    }
}

/// Waits on a channel that stays silent.
pub fn wait(time: Duration) {
    let (_open, silent) = std::sync::mpsc::channel::<()>();
    let _ = silent.recv_timeout(time);
}

/// One request with the head as it is given; what comes back until the server closes. Status 0 when nobody answers, as after a
/// server was killed.
pub fn raw(port: u16, request: &[u8]) -> Answered {
    let Ok(mut stream) = TcpStream::connect(("127.0.0.1", port)) else {
        return Answered { status: 0, head: String::new(), body: String::new() };
    };
    stream.set_read_timeout(Some(Duration::from_secs(300))).unwrap();
    // A server that refuses early may close before all is sent.
    let _ = stream.write_all(request);
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = head.split(' ').nth(1).and_then(|code| code.parse().ok());
    Answered { status: status.unwrap_or(0), head: head.to_owned(), body: body.to_owned() }
}

pub fn request(
    port: u16,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> Answered {
    let mut head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
    if !headers.iter().any(|(name, _)| *name == "Host") {
        head += &format!("Host: 127.0.0.1:{port}\r\n");
    }
    for (name, value) in headers {
        head += &format!("{name}: {value}\r\n");
    }
    if method == "POST" {
        head += &format!(
            "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n",
            body.len()
        );
    }
    raw(port, format!("{head}\r\n{body}").as_bytes())
}

pub fn get(port: u16, path: &str, cookie: &str) -> Answered {
    request(port, "GET", path, &[("Cookie", cookie)], "")
}

/// As a page of ours posts.
pub fn post(port: u16, path: &str, cookie: &str, body: &str) -> Answered {
    let origin = format!("http://127.0.0.1:{port}");
    request(port, "POST", path, &[("Cookie", cookie), ("Origin", &origin)], body)
}

fn programs(folder: &Path) -> String {
    let known = std::env::var("PATH").unwrap_or_default();
    format!("{}:{known}", folder.join("bin").display())
}

/// Opens a studio on a copy of a game's folder and takes its link.
pub fn open(game: &Path) -> Running {
    let folder = tempfile::tempdir().unwrap();
    copy(game, &folder.path().join("game"));
    let mut child = Command::new(env!("CARGO_BIN_EXE_deckproof"))
        .args(["studio", "game", "--no-open", "--port", "0"])
        // What a test puts there is found before the programs of the system.
        .env("PATH", programs(folder.path()))
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let link = lines.map(Result::unwrap).find(|line| line.starts_with("http://")).unwrap();
    let (address, path) = link["http://".len()..].split_once('/').unwrap();
    let port = address.rsplit_once(':').unwrap().1.parse().unwrap();
    let opened = request(port, "GET", &format!("/{path}"), &[], "");
    assert_eq!(opened.status, 303, "{}", opened.body);
    let cookie = opened.cookie();
    assert_eq!(request(port, "GET", &format!("/{path}"), &[], "").status, 403, "a link works once");
    Running { child, port, tables: 0, cookie, folder }
}

pub fn hearts() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/hearts")
}

impl Running {
    /// Opens a table and takes all its places; gives the passes with their cookies, in the order of the page.
    pub fn table(&mut self, fields: &str) -> Vec<(String, String)> {
        let opened = post(self.port, "/play/new", &self.cookie, fields);
        assert_eq!(opened.status, 303, "{}", opened.body);
        let mut passes = Vec::new();
        for path in self.invitations() {
            assert_eq!(
                get(self.tables, &path, "").status,
                200,
                "looking at an invitation does not use it up"
            );
            let taken = post(self.tables, &path, "", "name=Ann");
            assert_eq!(taken.status, 303, "{}", taken.body);
            // Any number of people may follow the link for onlookers.
            let again = post(self.tables, &path, "", "name=Ben").status;
            let looks_on = taken.header("location").unwrap().contains("watch");
            assert_eq!(again, if looks_on { 303 } else { 404 }, "a seat is taken once");
            let pass = taken.header("location").unwrap().to_owned();
            assert!(
                taken
                    .header("set-cookie")
                    .unwrap()
                    .contains(&format!("Path={pass}; HttpOnly; SameSite=Lax"))
            );
            passes.push((pass, taken.cookie()));
        }
        passes
    }

    /// The paths of the invitations that are open, in the order of the page.
    pub fn invitations(&mut self) -> Vec<String> {
        let page = get(self.port, "/play", &self.cookie).body;
        let links = page.split("href=\"http://").skip(1).filter_map(|rest| rest.split('"').next());
        let links = links.filter(|link| link.contains("/join/"));
        links
            .map(|link| {
                let (address, path) = link.split_once('/').unwrap();
                self.tables = address.rsplit_once(':').unwrap().1.parse().unwrap();
                format!("/{path}")
            })
            .collect()
    }

    pub fn state(&self, pass: &(String, String)) -> Value {
        self.state_from(pass, 0)
    }

    /// The state, with what happened from a move on: as the page asks that has shown the moves before.
    pub fn state_from(&self, (pass, cookie): &(String, String), from: u64) -> Value {
        let told = get(self.tables, &format!("{pass}/state?from={from}"), cookie);
        assert_eq!(told.status, 200, "{}", told.body);
        told.json()
    }

    pub fn play(&self, (pass, cookie): &(String, String), ply: u64, text: &str) -> Answered {
        let text =
            text.replace('%', "%25").replace('+', "%2B").replace('&', "%26").replace(' ', "+");
        post(self.tables, &format!("{pass}/move"), cookie, &format!("ply={ply}&text={text}"))
    }

    /// Who is to move, with the first legal move.
    pub fn next(&self, passes: &[(String, String)]) -> Option<(usize, u64, String)> {
        passes.iter().enumerate().find_map(|(at, pass)| {
            let state = self.state(pass);
            let text = state["legal"].get(0)?["text"].as_str()?.to_owned();
            Some((at, state["ply"].as_u64()? + 1, text))
        })
    }

    /// The records so far, the oldest first.
    pub fn records(&self) -> Vec<String> {
        let folder = self.folder.path().join("game/output/records");
        let entries = folder.read_dir().unwrap();
        let mut found: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
        found.retain(|path| path.extension().is_some_and(|ending| ending == "jsonl"));
        found.sort();
        let texts = found.iter().map(std::fs::read_to_string);
        texts.map(Result::unwrap).collect()
    }

    /// Where the seed of a game lies that is not over.
    pub fn seed_file(&self, number: u32) -> PathBuf {
        let name = format!("game/output/records/game-{number:04}.seed");
        self.folder.path().join(name)
    }

    /// The newest record.
    pub fn record(&self) -> String {
        self.records().pop().unwrap()
    }
}

/// The moves of a record, in their order.
pub fn moves_of(record: &str) -> Vec<String> {
    let lines = record.lines().filter_map(|line| {
        let value: Value = serde_json::from_str(line).ok()?;
        Some(value["move"].as_str()?.to_owned())
    });
    lines.collect()
}

/// What the die of a record showed, throw by throw.
pub fn thrown(record: &str) -> Vec<u64> {
    let lines = record.lines().filter_map(|line| serde_json::from_str(line).ok());
    let rolls = lines.filter_map(|line: Value| line["changes"][0]["got"].as_u64());
    rolls.collect()
}

pub const ALL_INVITED: &str =
    "seat-0=invite&seat-1=invite&seat-2=invite&seat-3=invite&onlookers=on";

/// The ids of the cards that lie face up for somebody.
pub fn known_cards(state: &Value) -> Vec<String> {
    let game = &state["game"];
    let frame = game["frames"].as_array().unwrap().last().unwrap();
    let lies: Vec<u64> =
        frame["lies"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect();
    let ids =
        lies.chunks(4).map(|card| game["cards"][card[0] as usize][0].as_str().unwrap().to_owned());
    ids.filter(|id| !id.is_empty()).collect()
}
