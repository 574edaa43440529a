//! The data dictionary in `docs/` is the one that the program prints.

use assert_cmd::Command;

#[test]
fn the_written_dictionary_is_current() -> Result<(), Box<dyn std::error::Error>> {
    let output = Command::cargo_bin("recount")?.arg("schema").output()?;
    let printed = String::from_utf8(output.stdout)?;
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/dictionary.md");
    let written = std::fs::read_to_string(path)?;
    // To renew: recount schema > docs/dictionary.md
    assert_eq!(printed, written, "docs/dictionary.md is out of date");
    Ok(())
}
