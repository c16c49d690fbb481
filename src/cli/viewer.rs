//! Implements `--open`: the paths of written files come in, and the desktop's default viewer is started on them.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::source::warning;

use super::console::Console;

/// More windows than these at once help nobody.
const MOST_SHOWN: usize = 4;

/// Shows the files, once in a run: viewers see for themselves when a file is made again. What cannot be shown is a warning, as
/// the files are there.
pub fn open_in_viewer(files: &[PathBuf], console: &mut Console) {
    static SHOWN: AtomicBool = AtomicBool::new(false);
    if files.is_empty() || SHOWN.swap(true, Ordering::Relaxed) {
        return;
    }
    for file in files.iter().take(MOST_SHOWN) {
        let shown = file.display();
        let why = if has_desktop() {
            match opener::open(file) {
                Ok(()) => continue,
                Err(e) => e.to_string(),
            }
        } else {
            "there is no desktop here".to_owned()
        };
        let fault = warning!(
            NoViewer,
            "`{shown}` cannot be shown: {why}",
            "open it yourself: the file is made; or leave --open out"
        );
        console.show(&fault.into());
    }
}

/// Whether a window can be opened at all.
pub fn has_desktop() -> bool {
    if !cfg!(all(unix, not(target_os = "macos"))) {
        return true;
    }
    ["DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME"]
        .iter()
        .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()))
}
