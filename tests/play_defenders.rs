//! Engines as they are met: real, dying, lying, and never legal.

#![cfg(unix)]
#![expect(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "helpers of tests fail like tests, and say what they skip"
)]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use recount::play::xiangqi::defender::uci::{Engine, EngineOptions};
use recount::play::xiangqi::defender::{Choice, Defender as _, DefenderError};
use recount::rules::xiangqi::{Game, Position};
use tempfile::TempDir;

const FEN: &str = "3k5/9/9/9/9/9/r7R/9/9/4K4 b";

/// An engine that greets properly and then answers each `go` with a script.
fn fake(on_go: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("engine");
    let script = format!(
        "#!/bin/sh\nn=0\nwhile read line; do\n  case \"$line\" in\n    \
         uci) echo 'id name Fake 1'; echo uciok;;\n    \
         isready) echo readyok;;\n    \
         go*) n=$((n+1)); if [ $n = 1 ]; then echo 'bestmove h2e2'; else {on_go}; fi;;\n    \
         quit) exit 0;;\n  esac\ndone\n"
    );
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    (folder, path)
}

fn choose(path: &Path) -> Result<Choice, DefenderError> {
    let mut options = EngineOptions::standard(path.to_owned());
    options.depth = 3;
    options.hash_mb = 1;
    let mut engine = Engine::start(options)?;
    engine.choose(&Game::new(Position::from_fen(FEN).unwrap()))
}

#[test]
fn an_answer_is_played() {
    let (_folder, path) = fake("echo 'info depth 1'; echo 'bestmove a3i3 ponder a0a1'");
    let choice = choose(&path).unwrap();
    assert_eq!(
        (choice.mv.to_string().as_str(), choice.backend.as_str()),
        ("a3i3", "uci")
    );
}

#[test]
fn what_is_no_legal_move_falls_back_and_says_so() {
    for answer in ["a3b5", "(none)", "0000", "漢字", "a10a9", ""] {
        let (_folder, path) = fake(&format!("echo 'bestmove {answer}'"));
        let choice = choose(&path).unwrap();
        assert_eq!(choice.backend, "rule", "{answer}");
    }
}

#[test]
fn a_rejected_position_falls_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("engine");
    let script = "#!/bin/sh\nwhile read line; do\n case \"$line\" in\n uci) echo uciok;;\n \
                  isready) echo readyok;;\n go*) echo 'bestmove h2e2';;\n \
                  'position fen'*) echo 'info string ERROR: Unsupported position'; exit 1;;\n esac\ndone\n";
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!(choose(&path).unwrap().backend, "rule");
}

#[test]
fn an_engine_that_dies_is_an_error() {
    let (_folder, path) = fake("exit 3");
    let error = choose(&path).unwrap_err().to_string();
    assert!(error.contains("ended unexpectedly"), "{error}");
}

#[test]
fn a_program_that_is_no_engine_is_an_error() {
    for path in ["/no/such/engine", "/bin/true", "/"] {
        let error = choose(Path::new(path)).unwrap_err().to_string();
        assert!(error.contains("engine"), "{error}");
    }
}

#[test]
fn fairy_stockfish_plays() {
    let path = Path::new("/usr/games/fairy-stockfish");
    if !path.exists() {
        eprintln!("SKIPPED: {} is not installed", path.display());
        return;
    }
    let choice = choose(path).unwrap();
    assert_eq!(choice.backend, "fairy-stockfish");
    assert_eq!(choice.mv.to_string(), "a3i3");
}
