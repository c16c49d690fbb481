//! A table that is open: a stand-in that listens and answers as `api.tabletopsimulator.com/externaleditorapi` says.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread::JoinHandle;

use super::*;

/// Takes one message on a free port and sends answers to the port below; gives the port, and the message in the end.
fn stand_in(answers: &'static [&'static str]) -> (u16, JoinHandle<Value>) {
    let (listener, port) = std::iter::repeat_with(|| TcpListener::bind("127.0.0.1:0").unwrap())
        .map(|listener| {
            let port = listener.local_addr().unwrap().port();
            (listener, port)
        })
        .find(|(_, port)| TcpListener::bind(("127.0.0.1", port - 1)).is_ok())
        .unwrap();
    let table = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut message = Vec::new();
        stream.read_to_end(&mut message).unwrap();
        for answer in answers {
            let mut editor = TcpStream::connect(("127.0.0.1", port - 1)).unwrap();
            editor.write_all(answer.as_bytes()).unwrap();
        }
        serde_json::from_slice(&message).unwrap()
    });
    (port, table)
}

#[test]
fn the_open_table_gets_the_objects_and_its_answer_is_said() {
    let (port, table) = stand_in(&[
        r#"{"messageID": 2, "message": "a player says something"}"#,
        r#"{"messageID": 5, "returnValue": "3 renewed, 1 added"}"#,
    ]);
    let dir = example("magpies");
    let told = exported(dir.path(), &["tts", "magpies", &format!("--push={port}")]);
    assert!(told.contains("on the table: 3 renewed, 1 added"), "{told}");
    let message = table.join().unwrap();
    assert_eq!(
        (&message["messageID"], &message["guid"]),
        (&3.into(), &"-1".into())
    );
    let script = message["script"].as_str().unwrap();
    let (_, rest) = script.split_once("JSON.decode([==[").unwrap();
    let (data, code) = rest.split_once("]==])").unwrap();
    let data: Value = serde_json::from_str(data).unwrap();
    let save = json(&dir.path().join("output/magpies/tts/magpies.json"));
    assert_eq!(data["objects"], save["ObjectStates"]);
    let tokens = data["copies"].as_object().unwrap();
    let read = Save::read(&dir.path().join("output/magpies/tts/magpies.json"));
    for (path, copies) in tokens {
        let count = read
            .things
            .iter()
            .filter(|thing| thing.path == *path)
            .count();
        assert_eq!(
            (&copies["first"], &copies["last"]),
            (&1.into(), &count.into()),
            "{path}"
        );
    }
    assert!(code.contains("spawnObjectData"), "{code}");
}

#[test]
fn a_table_that_is_not_there_or_fails_is_a_warning_and_the_files_are_made() {
    let (port, table) = stand_in(&[
        r#"{"messageID": 3, "error": "chunk_0:(2,4): bad", "guid": "-1", "errorMessagePrefix": "Error in Script:"}"#,
    ]);
    let dir = example("magpies");
    let push = format!("--push={port}");
    let told = exported(
        dir.path(),
        &["tts", "magpies", "--url", "https://a.example", &push],
    );
    table.join().unwrap();
    assert!(told.contains("warning[D924]"), "{told}");
    assert!(
        told.contains("Error in Script: chunk_0:(2,4): bad"),
        "{told}"
    );

    // Nobody listens there any more.
    let told = exported(
        dir.path(),
        &["tts", "magpies", "--url", "https://b.example", &push],
    );
    assert!(
        told.contains("warning[D924]") && told.contains("no running"),
        "{told}"
    );
    assert!(dir.path().join("output/magpies/tts/magpies.json").is_file());
    assert_eq!(
        run(dir.path(), &["tts", "magpies", "--push=80"])
            .status
            .code(),
        Some(2)
    );
}
