//! Certificates as files: `NNNN-NAME.mate`, compressed as `.mate.zst` if large.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::check::{Proved, check};

/// Larger certificates are compressed.
const PLAIN: usize = 64 << 10;
/// No certificate is read further, so that a small file cannot fill the memory.
const LARGEST: u64 = 64 << 20;
const LEVEL: i32 = 10;

/// Writes a certificate. The number keeps names apart; of the position's name
/// only letters, digits, `-` and `_` go into the file's.
///
/// # Errors
///
/// When the file cannot be written.
pub fn write_certificate(folder: &Path, number: usize, id: &str, text: &str) -> io::Result<()> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let id: String = id.chars().filter(|&c| plain(c)).take(80).collect();
    let path = folder.join(format!("{number:04}-{id}.mate"));
    if text.len() > PLAIN {
        let packed = zstd::encode_all(text.as_bytes(), LEVEL)?;
        fs::write(path.with_extension("mate.zst"), packed)
    } else {
        fs::write(path, text)
    }
}

/// The certificates in a folder, sorted by name; a file stands for itself.
///
/// # Errors
///
/// When the folder cannot be read.
pub fn certificates(place: &Path) -> io::Result<Vec<PathBuf>> {
    if place.is_file() {
        return Ok(vec![place.to_owned()]);
    }
    let mut paths = Vec::new();
    for entry in fs::read_dir(place)? {
        let path = entry?.path();
        let name = path
            .file_name()
            .map(|name| name.to_string_lossy().into_owned());
        if name.is_some_and(|name| name.ends_with(".mate") || name.ends_with(".mate.zst")) {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

/// Checks a certificate file.
///
/// # Errors
///
/// Why it is rejected, in words.
pub fn check_file(path: &Path) -> Result<Proved, String> {
    let text = read(path).map_err(|error| error.to_string())?;
    check(&text).map_err(|rejected| rejected.to_string())
}

fn read(path: &Path) -> io::Result<String> {
    let file = File::open(path)?;
    let packed = path.extension().is_some_and(|extension| extension == "zst");
    let reader: Box<dyn Read> = if packed {
        Box::new(zstd::Decoder::new(file)?)
    } else {
        Box::new(file)
    };
    let mut text = String::new();
    reader.take(LARGEST + 1).read_to_string(&mut text)?;
    if text.len() as u64 > LARGEST {
        return Err(io::Error::other(format!("larger than {LARGEST} bytes")));
    }
    Ok(text)
}
