//! Files that are there whole or not at all.

use std::io::{self, Write};
use std::path::Path;

use tempfile::Builder;

/// Writes a file by way of a temporary one in the same folder, which takes the name only when it is complete.
///
/// # Errors
/// If the file cannot be written; what was there before is then untouched.
pub fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut builder = Builder::new();
    builder.prefix(".flagfall-").suffix(".tmp");
    // Temporary files are private by default; a game file is as public as the user's other files.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(content)?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_write_replaces_the_file_and_leaves_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        write(&path, b"one").unwrap();
        write(&path, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    }

    #[test]
    fn a_failed_write_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let taken = folder.path().join("taken");
        fs::create_dir(&taken).unwrap();
        assert!(write(&taken, b"one").is_err());
        assert!(write(&folder.path().join("missing/a.txt"), b"one").is_err());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    }
}
