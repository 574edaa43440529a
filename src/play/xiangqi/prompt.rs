//! The system message: the rules of the environment, in our words or a file's.

use std::path::Path;

use sha2::{Digest as _, Sha256};

use super::{Budgets, Mode};

/// SHA-256 of the benchmark's released prompts.
const OFFICIAL: [(Mode, &str); 6] = [
    (
        Mode::Sighted,
        "308bbc00793c31e78f93af5cfafb852d84bd4664472c0e5836f73dcfcf5da037",
    ),
    (
        Mode::Restricted,
        "4c470ba462f8cd7a239fab9d7e37d64cde8032902830fa541fcd70e52319ca1c",
    ),
    (
        Mode::Full,
        "5acc824aff143d387e334dcb27f271763c1d97e74ea9123b686d373018d1c82f",
    ),
    (
        Mode::NoQueries,
        "02ebd9dbef889fcc6ddd47d015713ed009f33895368ce606f968476ef8265b93",
    ),
    (
        Mode::NoRefresh,
        "9ba6b4e6590744db61dca1b532bc4d8007a3006013766c106f33e09cbaf15e5b",
    ),
    (
        Mode::Neither,
        "1bcce1074662a07b4981967dff500d174dbdbe84f6e55726b3a974c2f4d2604e",
    ),
];

/// A system message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prompt {
    text: String,
    sha256: String,
}

impl Prompt {
    /// A prompt as it is to be sent.
    #[must_use]
    pub fn new(text: String) -> Self {
        let digest = Sha256::digest(text.as_bytes());
        Self {
            text,
            sha256: digest.iter().map(|byte| format!("{byte:02x}")).collect(),
        }
    }

    /// A prompt from a file, sent as it is there. A file for several modes has
    /// `{mode}` in its name, which stands for the mode's name.
    ///
    /// # Errors
    ///
    /// When the file cannot be read or is not UTF-8.
    pub fn load(path: &Path, mode: Mode) -> std::io::Result<Self> {
        let name = path.to_string_lossy().replace("{mode}", mode.name());
        std::fs::read_to_string(name).map(Self::new)
    }

    /// Our own wording for a mode.
    #[must_use]
    pub fn own(mode: Mode, budgets: &Budgets) -> Self {
        Self::new(wording(mode, budgets))
    }

    /// What is sent.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// SHA-256 of the text, in lower-case hexadecimal.
    #[must_use]
    pub fn sha256(&self) -> &str {
        &self.sha256
    }

    /// Whether this is the benchmark's released prompt of a mode.
    #[must_use]
    pub fn is_official(&self, mode: Mode) -> bool {
        OFFICIAL.contains(&(mode, self.sha256.as_str()))
    }
}

fn wording(mode: Mode, budgets: &Budgets) -> String {
    let Budgets {
        max_turns,
        max_actions_per_turn,
        max_invalid_actions_per_turn,
        max_no_command_per_turn,
        max_simulate_per_turn,
        max_simulate_steps,
        max_view_board_per_turn,
    } = budgets;
    let seen = if mode.shows_state() {
        "You see the board, its FEN, every piece with its square, and all legal moves at the \
         start and after every move of either side."
    } else {
        "You see the position once, at the start. After that each message only tells the move \
         just made, a capture, whether there is check, and the material; keep track of the board \
         yourself."
    };
    let mut commands = vec![
        "move FROMTO - play a move, for example `move h2e2`; this ends your turn".to_owned(),
        "think TEXT - note a thought; nothing else happens".to_owned(),
        "history - list the moves so far".to_owned(),
        "resign - give up; this ends the game".to_owned(),
    ];
    if mode.answers_queries() {
        commands.push(format!(
            "view_board - show the board again ({max_view_board_per_turn} a turn)"
        ));
        commands.push("legal_moves - list the legal moves".to_owned());
        commands.push(format!(
            "simulate MOVE MOVE ... - try a line on a copy of the board; you give the moves of \
             both sides in turn, yours first ({max_simulate_per_turn} a turn, up to \
             {max_simulate_steps} plies)"
        ));
    }
    let commands: Vec<String> = commands.iter().map(|line| format!("- {line}")).collect();
    format!(
        "You play a xiangqi (Chinese chess) endgame, and it is your move. The position is won for \
         you: there is a forced win against any defence. Your task is to win it on the board.\n\
         \n\
         The board has files a to i from left to right and ranks 0 to 9 from Red's side to \
         Black's. A move is written as the square it leaves and the square it reaches, in lower \
         case, such as h2e2. In a FEN, capital letters are Red's pieces and small letters Black's: \
         K general, A advisor, B elephant, N horse, R rook, C cannon, P pawn.\n\
         \n\
         The rules are the usual ones. A side without a legal move loses, whether in check or not. \
         The generals may not face each other on an open file. When a position occurs for the \
         third time the game is drawn, unless one side alone gave check with every move since: it \
         loses.\n\
         \n\
         {seen}\n\
         \n\
         Each reply carries one command, in a fenced block; of several blocks the last one counts. \
         Anything outside the block is for yourself. For example:\n\
         \n\
         ```bash\n\
         move h2e2\n\
         ```\n\
         \n\
         Commands:\n\
         {}\n\
         \n\
         Limits, all of which lose the game when used up: {max_actions_per_turn} commands in a \
         turn without a move, {max_invalid_actions_per_turn} illegal moves or unknown commands in \
         a turn, {max_no_command_per_turn} replies in a row without a command. After {max_turns} \
         plies of both sides the game stops without a win.",
        commands.join("\n")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prompt_names_the_commands_of_its_mode_only() {
        for mode in Mode::ALL {
            let prompt = Prompt::own(mode, &Budgets::STANDARD);
            assert_eq!(prompt.text().contains("simulate"), mode.answers_queries());
            assert!(!prompt.is_official(mode));
            assert!(!prompt.text().contains("{"), "an unfilled place");
        }
    }

    #[test]
    fn the_hash_is_that_of_the_bytes() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(Prompt::new(String::new()).sha256(), empty);
    }
}
