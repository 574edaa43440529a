//! Which environment variables a program does not get.

/// Whether a variable's name sounds like a secret.
fn sounds_secret(name: &str) -> bool {
    const WORDS: [&str; 6] = ["KEY", "TOKEN", "SECRET", "PASSWORD", "PASSWD", "CREDENTIAL"];
    let name = name.to_ascii_uppercase();
    WORDS.iter().any(|word| name.contains(word))
}

/// The variables to take out of a program's environment: all that sound like a
/// secret and the run's key, but for those the user passes on.
pub(super) fn withheld<'a>(
    names: impl Iterator<Item = String> + 'a,
    key_variable: &'a str,
    pass_on: &'a [String],
) -> impl Iterator<Item = String> + 'a {
    names.filter(move |name| {
        !pass_on.contains(name) && (name == key_variable || sounds_secret(name))
    })
}

#[cfg(test)]
mod tests {
    use super::withheld;

    #[test]
    fn secrets_stay_unless_passed_on() {
        let names = [
            "PATH",
            "OPENAI_API_KEY",
            "hf_token",
            "MY_LLM",
            "DB_PASSWORD",
        ];
        let withheld: Vec<String> = withheld(
            names.iter().map(|&name| name.to_owned()),
            "MY_LLM",
            &["hf_token".to_owned()],
        )
        .collect();
        assert_eq!(withheld, ["OPENAI_API_KEY", "MY_LLM", "DB_PASSWORD"]);
    }
}
