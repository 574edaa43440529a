//! Engines as defenders, with real processes: small shell scripts that misbehave,
//! and Fairy-Stockfish where it is installed.

#![cfg(unix)]

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use recount::play::xiangqi::defender::uci::{Settings, Uci};
use recount::play::xiangqi::defender::{Choice, Defender as _, DefenderError};
use recount::rules::xiangqi::{Game, Position};
use tempfile::TempDir;

const FAIRY: &str = "/usr/games/fairy-stockfish";
/// Of the king's moves only d9d8 is legal.
const FEN: &str = "3k5/9/9/9/5r3/9/9/9/9/2R1K4 b";

/// A fake engine: well-behaved but for what `cases` changes. They are branches of
/// a shell `case` over the line read.
struct Fake {
    folder: TempDir,
}

#[expect(clippy::unwrap_used, reason = "a failed test")]
impl Fake {
    fn new(cases: &str) -> Self {
        let script = format!(
            "#!/bin/sh
echo $$ >> \"$(dirname \"$0\")/pids\"
while read -r line; do
  echo \"$line\" >> \"$(dirname \"$0\")/heard\"
  case \"$line\" in
    {cases}
    uci) echo 'id name Pikafish fake'; echo 'option name Hash type spin default 16'
         echo 'option name Threads type spin default 1'; echo uciok ;;
    isready) echo readyok ;;
    go*) echo 'info depth 1 score cp 1 pv d9d8'; echo 'bestmove d9d8 ponder e0e1' ;;
    quit) exit 0 ;;
  esac
done
"
        );
        let folder = TempDir::new().unwrap();
        let program = folder.path().join("engine");
        // Written by another process: a program that this one still has open, be it
        // in a child just forked for another test, cannot be started.
        let mut writer = Command::new("sh")
            .args(["-c", "cat > \"$0\" && chmod +x \"$0\""])
            .arg(&program)
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = writer.stdin.take().unwrap();
        stdin.write_all(script.as_bytes()).unwrap();
        drop(stdin);
        assert!(writer.wait().unwrap().success());
        Self { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn settings(&self) -> Settings {
        Settings {
            timeout: Some(Duration::from_secs(20)),
            ..Settings::standard(self.path("engine"))
        }
    }

    fn impatient(&self) -> Settings {
        Settings {
            timeout: Some(Duration::from_millis(700)),
            ..self.settings()
        }
    }

    fn start(&self) -> Result<Uci, DefenderError> {
        Uci::start(self.settings())
    }

    fn heard(&self) -> String {
        fs::read_to_string(self.path("heard")).unwrap()
    }

    /// Waits until none of the processes is there; a zombie would be.
    #[track_caller]
    fn assert_all_gone(&self) {
        let pids = fs::read_to_string(self.path("pids")).unwrap();
        let alive = |pid: &&str| Path::new("/proc").join(pid).exists();
        assert!(Path::new("/proc/self").exists() || cfg!(not(target_os = "linux")));
        let left: Vec<&str> = pids.lines().filter(alive).collect();
        assert!(left.is_empty(), "still there: {left:?}");
    }
}

#[expect(clippy::unwrap_used, reason = "a failed test")]
fn game(fen: &str) -> Game {
    Game::new(Position::from_fen(fen).unwrap())
}

fn choose(defender: &mut Uci) -> Result<Choice, DefenderError> {
    defender.choose(&game(FEN))
}

#[track_caller]
#[expect(clippy::panic, reason = "a failed test")]
fn message<T>(result: Result<T, DefenderError>) -> String {
    match result {
        Err(DefenderError::Engine(message)) => message,
        Err(DefenderError::GameOver) => panic!("the game is not over"),
        Ok(_) => panic!("no error"),
    }
}

#[test]
fn the_benchmarks_conversation_is_held() {
    let fake = Fake::new("");
    let mut defender = fake.start().unwrap();
    let choice = choose(&mut defender).unwrap();
    assert_eq!(choice.mv.to_string(), "d9d8");
    assert_eq!(choice.backend, "pikafish");
    assert!(defender.is_standard());
    let heard = fake.heard();
    let expected = format!(
        "uci\nsetoption name Threads value 1\nsetoption name Hash value 256\nisready\n\
         position startpos\ngo depth 1\nucinewgame\nisready\nposition fen {FEN} - - 0 1\n\
         isready\ngo depth 18\n"
    );
    assert_eq!(heard, expected);
    let described = defender.describe();
    assert_eq!(described["engine_path"], "engine");
    assert_eq!(described["engine_id"], "Pikafish fake");
    assert_eq!(described["fallback"]["search_depth"], 5);
    drop(defender);
    fake.assert_all_gone();
}

#[test]
fn the_moves_that_led_to_a_position_are_not_sent() {
    let fake = Fake::new("");
    let mut defender = fake.start().unwrap();
    let mut game = game("3k5/9/9/9/9/9/9/9/9/R3K4 w");
    game.play("a0a1".parse().unwrap()).unwrap();
    defender.choose(&game).unwrap();
    let heard = fake.heard();
    assert!(heard.contains("position fen 3k5/9/9/9/9/9/9/9/R8/4K4 b - - 0 1\n"));
    assert!(!heard.contains("moves"));
}

#[test]
fn an_unusable_answer_is_left_to_the_rule_defender() {
    for answer in [
        "bestmove (none)",
        "bestmove",
        "bestmove 0000",
        "bestmove a0a1",
        "bestmove c0c1",
        "bestmove d10d9",
        "bestmove resign ponder e9e8",
        // A king's move that makes the kings face each other.
        "bestmove d9e9",
    ] {
        let fake = Fake::new(&format!("'go depth 18') echo '{answer}' ;;"));
        let mut defender = fake.start().unwrap();
        let choice = choose(&mut defender).unwrap();
        assert_eq!(choice.backend, "rule", "{answer}");
        assert!(game(FEN).position().is_legal(choice.mv));
        // The engine goes on.
        assert_eq!(
            fs::read_to_string(fake.path("pids"))
                .unwrap()
                .lines()
                .count(),
            1
        );
    }
}

#[test]
fn a_rejected_position_is_left_to_the_rule_defender_and_the_engine_starts_anew() {
    for (cases, starts) in [
        // Pikafish says so and exits; others only exit.
        (
            "'position fen'*) echo 'info string CRITICAL ERROR: Unsupported position'; exit 1 ;;",
            2,
        ),
        ("'position fen'*) exit 1 ;;", 2),
        (
            "'position fen'*) echo 'info string Unsupported position' ;;",
            2,
        ),
    ] {
        let fake = Fake::new(cases);
        let mut defender = fake.start().unwrap();
        assert_eq!(choose(&mut defender).unwrap().backend, "rule");
        let pids = fs::read_to_string(fake.path("pids")).unwrap();
        assert_eq!(pids.lines().count(), starts, "{cases}");
        assert_eq!(choose(&mut defender).unwrap().backend, "rule");
        drop(defender);
        fake.assert_all_gone();
    }
}

#[test]
fn an_engine_that_breaks_for_good_is_an_error_and_not_a_fallback() {
    // Its file disappears, so that it cannot start anew.
    let fake = Fake::new("'position fen'*) rm \"$0\"; exit 1 ;;");
    let mut defender = fake.start().unwrap();
    assert!(message(choose(&mut defender)).contains("cannot be started"));
    assert!(message(choose(&mut defender)).contains("cannot be started"));
}

#[test]
fn an_engine_that_dies_in_mid_search_is_an_error_then_starts_anew() {
    let fake = Fake::new(
        "'go depth 18') if [ -e \"$0.died\" ]; then echo 'bestmove d9d8'; else
           : > \"$0.died\"; echo 'info string ERROR: the network is torn'; exit 3; fi ;;",
    );
    let mut defender = fake.start().unwrap();
    let error = message(choose(&mut defender));
    assert!(
        error.contains("instead of answering a search of depth 18"),
        "{error}"
    );
    assert!(error.contains("ERROR: the network is torn"), "{error}");
    assert_eq!(choose(&mut defender).unwrap().backend, "pikafish");
    drop(defender);
    fake.assert_all_gone();
}

#[test]
fn silence_is_an_error_at_every_step() {
    for (cases, asked) in [
        ("uci) ;;", "uci"),
        ("isready) ;;", "isready"),
        ("'go depth 1') ;;", "its first search"),
    ] {
        let fake = Fake::new(cases);
        let start = Instant::now();
        let error = message(Uci::start(fake.impatient()));
        assert!(
            error.contains(&format!("did not answer {asked} in time")),
            "{error}"
        );
        assert!(start.elapsed() < Duration::from_secs(10));
        fake.assert_all_gone();
    }
    let fake = Fake::new("'go depth 18') sleep 5 ;;");
    let mut defender = Uci::start(fake.impatient()).unwrap();
    assert!(message(choose(&mut defender)).contains("a search of depth 18 in time"));
    // Killed at once, not when the defender goes.
    fake.assert_all_gone();
}

#[test]
fn an_engine_that_never_stops_talking_is_late() {
    let fake = Fake::new("'go depth 18') while :; do echo 'info depth 1'; done ;;");
    let mut defender = Uci::start(fake.impatient()).unwrap();
    assert!(message(choose(&mut defender)).contains("in time"));
    fake.assert_all_gone();
    // Not even a line end.
    let fake = Fake::new("'go depth 18') while :; do printf 'xxxxxxxxxxxxxxxx'; done ;;");
    let mut defender = Uci::start(fake.impatient()).unwrap();
    assert!(message(choose(&mut defender)).contains("in time"));
    fake.assert_all_gone();
}

#[test]
fn a_slow_engine_is_waited_for() {
    let fake = Fake::new("'go depth 18') sleep 1; echo 'info depth 18'; echo 'bestmove d9d8' ;;");
    let mut defender = fake.start().unwrap();
    assert_eq!(choose(&mut defender).unwrap().backend, "pikafish");
}

#[test]
fn noise_does_not_matter() {
    let fake = Fake::new(
        "'go depth 18') printf '\\377\\376\\n\\nbestmoved9d8\\n bestmove d9d8 \\r\\n'
           head -c 300000 /dev/zero | tr '\\0' 'e' >&2 ;;
         isready) head -c 100000 /dev/zero | tr '\\0' 'x'; echo; echo readyok ;;",
    );
    let mut defender = fake.start().unwrap();
    for _ in 0..3 {
        let choice = choose(&mut defender).unwrap();
        assert_eq!(
            (choice.mv.to_string().as_str(), choice.backend.as_str()),
            ("d9d8", "pikafish")
        );
    }
}

#[test]
fn programs_that_are_no_engine_are_named() {
    let missing = Settings::standard(PathBuf::from("/nonexistent/engine"));
    let error = message(Uci::start(missing));
    assert!(
        error.starts_with("engine /nonexistent/engine cannot be started"),
        "{error}"
    );
    let error = message(Uci::start(Settings::standard(PathBuf::from("/bin/true"))));
    assert!(
        error.contains("closed its output instead of answering uci"),
        "{error}"
    );
}

#[test]
fn a_network_is_passed_on_and_its_hash_recorded() {
    let offers = "uci) echo 'id name Pikafish fake'; echo 'option name EvalFile type string'
                  echo uciok ;;";
    let fake = Fake::new(offers);
    assert_eq!(
        fake.start().unwrap().describe()["nnue"],
        serde_json::Value::Null
    );
    let network = fake.path("some net.nnue");
    fs::write(&network, "abc").unwrap();
    let settings = Settings {
        network: Some(network.clone()),
        ..fake.settings()
    };
    let described = Uci::start(settings).unwrap().describe();
    assert_eq!(described["nnue"], "some net.nnue");
    assert_eq!(
        described["nnue_sha256"],
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    );
    let line = format!("setoption name EvalFile value {}\n", network.display());
    assert!(fake.heard().contains(&line));
    // Without one given, the file beside the program.
    fs::write(fake.path("pikafish.nnue"), "x").unwrap();
    assert_eq!(fake.start().unwrap().describe()["nnue"], "pikafish.nnue");

    let settings = Settings {
        network: Some(fake.path("missing")),
        ..fake.settings()
    };
    assert!(message(Uci::start(settings)).contains("missing"));
    let plain = Fake::new("");
    let settings = Settings {
        network: Some(network),
        ..plain.settings()
    };
    assert!(message(Uci::start(settings)).contains("takes no network file"));
}

#[test]
fn an_engine_of_other_games_is_refused() {
    let fake = Fake::new(
        "uci) echo 'option name UCI_Variant type combo default chess var chess var shogi'
              echo uciok ;;",
    );
    assert!(message(fake.start()).contains("does not offer the variant xiangqi"));
}

#[test]
fn a_game_that_is_over_has_no_choice() {
    let fake = Fake::new("");
    let mut defender = fake.start().unwrap();
    let over = game("4k4/9/9/9/9/9/9/9/r8/3K5 w");
    assert!(matches!(
        defender.choose(&over),
        Err(DefenderError::GameOver)
    ));
}

#[test]
#[expect(clippy::print_stderr, reason = "a skipped test has to say so")]
fn fairy_stockfish_plays_legal_moves_and_the_same_ones_again() {
    if !Path::new(FAIRY).exists() {
        eprintln!("SKIPPED: {FAIRY} is not installed");
        return;
    }
    let settings = Settings {
        depth: 4,
        hash_mb: 1,
        ..Settings::standard(PathBuf::from(FAIRY))
    };
    let mut first = Uci::start(settings.clone()).unwrap();
    let mut second = Uci::start(settings).unwrap();
    assert_eq!(first.describe()["backend"], "uci");
    assert!(!first.is_standard());
    let table = include_str!("../data/positions/xiangqi.csv");
    let mut by_engine = 0;
    for line in table.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let mut game = game(fields[4]);
        game.play(fields[10].parse().unwrap()).unwrap();
        let choice = first.choose(&game).unwrap();
        assert!(game.position().is_legal(choice.mv), "{}", fields[0]);
        by_engine += u32::from(choice.backend == "uci");
        assert_eq!(second.choose(&game).unwrap(), choice, "{}", fields[0]);
        // Once more, in another order.
        assert_eq!(first.choose(&game).unwrap(), choice, "{}", fields[0]);
    }
    assert!(by_engine >= 117, "{by_engine}");
}
