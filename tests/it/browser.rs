//! A headless browser to try pages in, spoken to over its debugging port. Without one, the tests
//! that need it say so.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support;

/// A browser with one tab.
pub(crate) struct Browser {
    process: Child,
    _profile: tempfile::TempDir,
    socket: BufReader<TcpStream>,
    last: u64,
}

impl Browser {
    /// Starts the browser; none where none is installed.
    pub(crate) fn start() -> Option<Browser> {
        let names = ["chromium", "chromium-browser", "google-chrome"];
        let profile = tempfile::tempdir().unwrap();
        let folder = format!("--user-data-dir={}", profile.path().display());
        let process = names.iter().find_map(|name| {
            Command::new(name)
                .args([
                    "--headless",
                    "--no-sandbox",
                    "--disable-gpu",
                    "--disable-dev-shm-usage",
                    "--no-first-run",
                    "--remote-debugging-port=0",
                    &folder,
                    "about:blank",
                ])
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .ok()
        });
        let Some(process) = process else {
            support::skipped("no Chromium is installed, the page was not tried in a browser");
            return None;
        };
        let port = wait_for(&profile.path().join("DevToolsActivePort"));
        let address = format!("127.0.0.1:{port}");
        let socket = open(&address, &tab(&address));
        Some(Browser {
            process,
            _profile: profile,
            socket,
            last: 0,
        })
    }

    /// Sends a command and returns its result.
    pub(crate) fn call(&mut self, method: &str, params: &Value) -> Value {
        self.last += 1;
        let message = json!({ "id": self.last, "method": method, "params": params }).to_string();
        self.send(message.as_bytes());
        loop {
            let answer: Value = serde_json::from_slice(&self.receive()).unwrap();
            if answer["id"] == self.last {
                assert!(answer.get("error").is_none(), "{method}: {answer}");
                return answer["result"].clone();
            }
        }
    }

    /// Opens a page and waits until it is there.
    pub(crate) fn open(&mut self, address: &str) {
        self.call("Page.navigate", &json!({ "url": address }));
        let start = Instant::now();
        while self.value("document.readyState") != "complete" {
            assert!(
                start.elapsed() < Duration::from_secs(20),
                "the page does not come"
            );
            std::thread::sleep(Duration::from_millis(30));
        }
    }

    /// The value of an expression in the page.
    pub(crate) fn value(&mut self, expression: &str) -> Value {
        let params = json!({ "expression": expression, "returnByValue": true });
        let answer = self.call("Runtime.evaluate", &params);
        assert!(answer.get("exceptionDetails").is_none(), "{answer}");
        answer["result"]["value"].clone()
    }

    /// The text of the first element that a selector finds.
    pub(crate) fn text(&mut self, selector: &str) -> String {
        let it = self.value(&format!(
            "document.querySelector({selector:?})?.textContent ?? ''"
        ));
        it.as_str().unwrap().to_owned()
    }

    /// Presses a key.
    pub(crate) fn press(&mut self, key: &str) {
        for kind in ["keyDown", "keyUp"] {
            self.call(
                "Input.dispatchKeyEvent",
                &json!({ "type": kind, "key": key }),
            );
        }
    }

    /// Clicks on what a selector finds.
    pub(crate) fn click(&mut self, selector: &str) {
        self.value(&format!("document.querySelector({selector:?}).click()"));
    }

    fn send(&mut self, payload: &[u8]) {
        // A client masks what it sends; a mask of zeros leaves it readable.
        let mut frame = vec![0x81];
        match payload.len() {
            short @ 0..=125 => frame.push(0x80 + short as u8),
            middle @ 126..=0xffff => {
                frame.push(0x80 + 126);
                frame.extend((middle as u16).to_be_bytes());
            }
            long => {
                frame.push(0x80 + 127);
                frame.extend((long as u64).to_be_bytes());
            }
        }
        frame.extend([0; 4]);
        frame.extend(payload);
        self.socket.get_mut().write_all(&frame).unwrap();
    }

    fn receive(&mut self) -> Vec<u8> {
        let mut message = Vec::new();
        loop {
            let [first, second] = self.bytes();
            let length = match second & 0x7f {
                126 => u64::from(u16::from_be_bytes(self.bytes())),
                127 => u64::from_be_bytes(self.bytes()),
                short => u64::from(short),
            };
            let mut part = vec![0; length as usize];
            self.socket.read_exact(&mut part).unwrap();
            message.extend(part);
            if first & 0x80 != 0 {
                return message;
            }
        }
    }

    fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let mut bytes = [0; N];
        self.socket.read_exact(&mut bytes).unwrap();
        bytes
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The port that the browser writes down once it listens.
fn wait_for(file: &Path) -> u16 {
    let start = Instant::now();
    loop {
        let text = std::fs::read_to_string(file).unwrap_or_default();
        if let Some(port) = text.lines().next().and_then(|it| it.parse().ok()) {
            return port;
        }
        assert!(
            start.elapsed() < Duration::from_mins(1),
            "the browser does not start"
        );
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// The path of the tab's socket.
fn tab(address: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    let request =
        format!("GET /json/list HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    // The connection may stay open; the list is complete at its closing bracket.
    let mut reader = BufReader::new(stream);
    while !answer.trim_end().ends_with(']') {
        if reader.read_line(&mut answer).unwrap() == 0 {
            break;
        }
    }
    let list = &answer[answer.find('[').unwrap()..];
    let tabs: Vec<Value> = serde_json::from_str(list).unwrap();
    let tab = tabs.iter().find(|it| it["type"] == "page").unwrap();
    let socket = tab["webSocketDebuggerUrl"].as_str().unwrap();
    socket[socket.find("/devtools").unwrap()..].to_owned()
}

fn open(address: &str, path: &str) -> BufReader<TcpStream> {
    let mut stream = TcpStream::connect(address).unwrap();
    let request = format!(
        "GET {path} HTTP/1.1\r\nHost: {address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
         Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line).unwrap();
    assert!(line.contains("101"), "{line}");
    while line != "\r\n" {
        line.clear();
        reader.read_line(&mut line).unwrap();
    }
    reader
}
