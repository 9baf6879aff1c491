//! The recorder in a real terminal, held by a terminal multiplexer. Skipped, and said so, where there is none.

use std::process::{Command, Output};
use std::time::{Duration, Instant};

use crate::support;

const GAME: &str = "先手：亀
後手：鶴
手数----指手---------消費時間--
   1 ７六歩(77)
   2 ３四歩(33)
   3 ２二角成(88)
   4 投了
";

/// A terminal of 80 columns and 24 lines with a shell in it.
struct Terminal {
    socket: String,
}

impl Terminal {
    fn start(folder: &std::path::Path) -> Option<Terminal> {
        Terminal::wide(folder, "80")
    }

    /// The same with so many columns.
    fn wide(folder: &std::path::Path, columns: &str) -> Option<Terminal> {
        let socket = folder.join("socket").display().to_string();
        let terminal = Terminal { socket };
        let shell = [
            "-f",
            "/dev/null",
            "new-session",
            "-d",
            "-x",
            columns,
            "-y",
            "24",
            "sh",
        ];
        if terminal.tmux(&shell).is_none() {
            support::skipped("no tmux is installed, the recorder was not tried in a terminal");
            return None;
        }
        Some(terminal)
    }

    fn tmux(&self, args: &[&str]) -> Option<Output> {
        let mut command = Command::new("tmux");
        command
            .env("LC_ALL", "C.UTF-8")
            .args(["-u", "-S", &self.socket]);
        command.args(args).output().ok()
    }

    fn keys(&self, keys: &[&str]) {
        self.tmux(&[&["send-keys"], keys].concat()).unwrap();
    }

    /// Waits until the screen shows a text, and returns the screen.
    fn wait_for(&self, text: &str) -> String {
        self.wait(text, true)
    }

    /// Waits until the screen shows a text, or until it no longer does.
    fn wait(&self, text: &str, shown: bool) -> String {
        let start = Instant::now();
        loop {
            let screen = self.tmux(&["capture-pane", "-p"]).unwrap();
            let screen = String::from_utf8_lossy(&screen.stdout).into_owned();
            if screen.contains(text) == shown {
                return screen;
            }
            assert!(
                start.elapsed() < Duration::from_secs(30),
                "no {text:?} in\n{screen}"
            );
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.tmux(&["kill-server"]);
    }
}

#[test]
fn the_recorder_takes_keys_and_gives_the_terminal_back() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("game.kif"), GAME).unwrap();
    let Some(terminal) = Terminal::start(folder.path()) else {
        return;
    };
    let replay = format!(
        "cd {} && clear && sh -c 'echo $$ > pid; exec {} replay game.kif --lang ja'",
        folder.path().display(),
        env!("CARGO_BIN_EXE_kifu")
    );
    terminal.keys(&[&replay, "Enter"]);
    terminal.wait_for("|v香v桂v銀v金v玉v金v銀v桂v香|一");
    terminal.keys(&["Right", "Right", "Right"]);
    let screen = terminal.wait_for("| ・v飛 ・ ・ ・ ・ ・ 馬 ・|二");
    assert!(screen.contains("先手 亀") && screen.contains("3 ２二角成(88)"));
    terminal.keys(&["f", "l"]);
    terminal.wait_for("| 香 桂 銀 金 玉 金 銀 桂 香|九");
    terminal.keys(&["s"]);
    terminal.wait_for("game-3.svg");
    assert!(folder.path().join("game-3.svg").exists());
    terminal.keys(&["q"]);
    terminal.wait("|v香v桂", false);
    terminal.keys(&["echo \"back $((6 * 7))\"", "Enter"]);
    let screen = terminal.wait_for("back 42");
    assert!(!screen.contains("v香v桂"), "{screen}");

    // A signal from outside.
    terminal.keys(&[&replay, "Enter"]);
    terminal.wait_for("|v香v桂");
    let process = std::fs::read_to_string(folder.path().join("pid")).unwrap();
    let killed = Command::new("kill")
        .args(["-TERM", process.trim()])
        .status();
    assert!(killed.unwrap().success());
    terminal.wait("|v香v桂", false);
    terminal.keys(&["echo \"back $((7 * 7))\"", "Enter"]);
    let screen = terminal.wait_for("back 49");
    assert!(!screen.contains("v香v桂"), "{screen}");
}

#[test]
fn the_explorer_goes_down_the_tree_and_opens_games() {
    for columns in ["80", "120"] {
        let folder = tempfile::tempdir().unwrap();
        crate::explore::collection(folder.path());
        let Some(terminal) = Terminal::wide(folder.path(), columns) else {
            return;
        };
        let explore = format!(
            "cd {} && clear && {} explore . -i --lang ja",
            folder.path().display(),
            env!("CARGO_BIN_EXE_kifu")
        );
        terminal.keys(&[&explore, "Enter"]);
        let screen = terminal.wait_for("10局");
        assert!(
            screen.contains("|v香v桂v銀v金v玉v金v銀v桂v香|一"),
            "{screen}"
        );
        let row = screen.lines().find(|it| it.contains("７六歩")).unwrap();
        assert!(row.contains("70 %") && row.contains('#'), "{row}");
        // The interval has room in the wide one only.
        assert_eq!(row.contains("[9–91]"), columns == "120", "{row}");
        terminal.keys(&["Enter"]);
        terminal.wait_for("7局");
        terminal.keys(&["BSpace"]);
        terminal.wait_for("10局");
        // What is looked for is marked, and played.
        terminal.keys(&["/", "2g2f", "Enter", "Enter"]);
        let screen = terminal.wait_for("2局");
        assert!(screen.contains("２六歩"), "{screen}");
        // Its games, and one of them in the recorder.
        terminal.keys(&["Home", "Up", "g"]);
        terminal.wait_for("./b.csa");
        terminal.keys(&["Enter"]);
        terminal.wait_for("B – A");
        terminal.keys(&["Right"]);
        terminal.wait_for("７六歩(77)");
        terminal.keys(&["q"]);
        terminal.wait_for("./b.csa");
        terminal.keys(&["q"]);
        terminal.wait("|v香v桂", false);
        terminal.keys(&["echo \"back $((6 * 7))\"", "Enter"]);
        terminal.wait_for("back 42");
    }
}

/// What a hostile record or file name holds does not reach a terminal through any command that prints it.
#[cfg(unix)]
#[test]
fn no_escape_reaches_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a\u{1b}]0;name\u{7}\u{202e}.kif");
    let text = "手合割：平手\u{1b}]0;head\u{7}\n先手：\u{1b}[2J\u{202e}亀\u{200b}\n後手：\u{9b}2J鶴\n棋戦：\u{e0041}x\n手数----指手--\n   1 ７六歩(77)\n*\u{1b}]0;remark\u{7}\n   2 \u{1b}]0;move\u{7}\n";
    std::fs::write(&path, text).unwrap();
    let commands = [
        "check",
        "check --output short",
        "check --output ndjson",
        "info",
        "stats",
        "stats --by black",
        "sennichite",
        "jishogi",
        "export --output csv",
        "convert --to kif -o -",
        "convert --to csa -o -",
        "fix --diff",
        "fix",
        "show --ply 1",
    ];
    for command in commands {
        let line = format!(
            "'{}' {command} '{}'",
            env!("CARGO_BIN_EXE_kifu"),
            path.display()
        );
        let output = Command::new("script")
            .args(["-qec", &line, "/dev/null"])
            .stdin(std::process::Stdio::null())
            .output();
        let Ok(output) = output else {
            support::skipped("there is no script(1), no terminal was made");
            return;
        };
        let shown = String::from_utf8_lossy(&output.stdout);
        for hostile in [
            "\u{1b}]",
            "\u{7}",
            "\u{1b}[2J",
            "\u{202e}",
            "\u{200b}",
            "\u{9b}",
            "\u{e0041}",
        ] {
            assert!(
                !shown.contains(hostile),
                "{command}: {hostile:?} in {shown:?}"
            );
        }
    }
}
