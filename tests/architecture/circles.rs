//! Circles: files that take names from each other, a re-export followed to the file that defines the name.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::reading::{Source, child_modules, module_of, outside_tests, paths, text, uses};

/// Path of a module, from the root of the crate.
type Module = Vec<String>;

/// Which file (or folder) takes which names from which.
#[derive(Default)]
pub struct Arrows(BTreeMap<String, BTreeMap<String, BTreeSet<String>>>);

/// Files (or folders) each of which reaches all others, and the shortest way around from the first.
pub struct Circle {
    pub files: Vec<String>,
    way: Vec<(String, BTreeSet<String>)>,
}

impl Arrows {
    /// Reads the arrows between files. A `mod.rs` takes nothing: what it re-exports is its folder's.
    pub fn between<'a>(files: impl IntoIterator<Item = &'a Source>) -> Arrows {
        let files: Vec<&Source> = files.into_iter().collect();
        let names = Names::of(&files);
        let mut arrows = Arrows::default();
        for file in files.iter().filter(|file| !is_mod(&file.path)) {
            for path in names.taken_by(file) {
                let name = path.last().cloned().unwrap_or_default();
                if let Some(home) = names.home(&path, MOST_RE_EXPORTS) {
                    arrows.add(&file.path, home, name);
                }
            }
        }
        arrows
    }

    fn add(&mut self, from: &str, to: &str, name: String) {
        if from != to {
            let arrows = self.0.entry(from.to_owned()).or_default();
            arrows.entry(to.to_owned()).or_default().insert(name);
        }
    }

    fn from(&self, file: &str) -> impl Iterator<Item = (&String, &BTreeSet<String>)> {
        self.0.get(file).into_iter().flatten()
    }

    /// For each file that `file` reaches, the one before it on a shortest way.
    fn reached_from(&self, file: &str) -> BTreeMap<&str, &str> {
        let mut reached = BTreeMap::new();
        let mut waiting = std::collections::VecDeque::from([self.0.get_key_value(file)]);
        while let Some(next) = waiting.pop_front() {
            let Some((from, arrows)) = next else { continue };
            for to in arrows.keys() {
                if !reached.contains_key(to.as_str()) {
                    reached.insert(to.as_str(), from.as_str());
                    waiting.push_back(self.0.get_key_value(to));
                }
            }
        }
        reached
    }

    /// The shortest way from `file` back to itself.
    fn way_around(
        &self,
        file: &str,
        reached: &BTreeMap<&str, &str>,
    ) -> Vec<(String, BTreeSet<String>)> {
        let mut way = Vec::new();
        let mut to = file;
        while let Some(from) = reached.get(to) {
            let names = self.from(from).find(|arrow| arrow.0 == to);
            way.push((to.to_owned(), names.map(|arrow| arrow.1.clone()).unwrap_or_default()));
            to = from;
            if to == file {
                break;
            }
        }
        way.reverse();
        way
    }
}

/// All circles, each once.
pub fn circles(arrows: &Arrows) -> Vec<Circle> {
    let reached: BTreeMap<&str, BTreeMap<&str, &str>> =
        arrows.0.keys().map(|file| (file.as_str(), arrows.reached_from(file))).collect();
    let reaches = |from: &str, to: &str| reached.get(from).is_some_and(|all| all.contains_key(to));
    let mut found: Vec<Circle> = Vec::new();
    for (&file, all) in &reached {
        let known = found.iter().any(|circle| circle.files.iter().any(|f| f == file));
        if known || !reaches(file, file) {
            continue;
        }
        let files = all.keys().filter(|other| reaches(other, file));
        found.push(Circle {
            files: files.map(|f| (*f).to_owned()).collect(),
            way: arrows.way_around(file, all),
        });
    }
    found
}

/// The arrows between the folders of a room: a file that lies in the room itself stands for itself.
pub fn folders_of(arrows: &Arrows) -> Arrows {
    let mut folders = Arrows::default();
    for (from, to, names) in
        arrows.0.iter().flat_map(|(from, all)| all.iter().map(move |(to, names)| (from, to, names)))
    {
        let parts = |file: &str| file.split('/').map(str::to_owned).collect::<Vec<_>>();
        let (from, to) = (parts(from), parts(to));
        let same = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
        // `src` and the room.
        if same < 2 {
            continue;
        }
        for name in names {
            folders.add(&from[..=same].join("/"), &to[..=same].join("/"), name.clone());
        }
    }
    folders
}

impl fmt::Display for Circle {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        let start = self.way.last().map_or("", |(file, _)| file);
        write!(to, "circle of {}: {start}", self.files.len())?;
        for (file, names) in &self.way {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            write!(to, " -> {file} ({})", names.join(", "))?;
        }
        let others = self.files.iter().filter(|file| self.way.iter().all(|step| step.0 != **file));
        let others: Vec<&str> = others.map(String::as_str).collect();
        if others.is_empty() {
            return Ok(());
        }
        write!(to, "; with them {}", others.join(", "))
    }
}

/// A name is looked for through so many re-exports.
const MOST_RE_EXPORTS: usize = 8;

/// What each module knows by name.
struct Names(BTreeMap<Module, Known>);

struct Known {
    file: String,
    /// Modules that are files.
    children: Vec<String>,
    /// By the name that a `use` gives it.
    used: BTreeMap<String, Module>,
}

impl Names {
    fn of(files: &[&Source]) -> Names {
        let known = files.iter().filter(|file| file.path != "src/main.rs").map(|file| {
            let module = module_of(&file.path);
            let tokens = outside_tests(&file.tokens).0;
            let children = child_modules(&tokens);
            let used = uses(&tokens, &module, &children);
            let known = Known {
                file: file.path.clone(),
                used: used.into_iter().map(|used| (used.name, used.path)).collect(),
                children,
            };
            (module, known)
        });
        Names(known.collect())
    }

    /// The paths that a file names, by `use`, in full, or from a module that it has by name.
    fn taken_by(&self, file: &Source) -> Vec<Module> {
        let module = module_of(&file.path);
        let tokens = outside_tests(&file.tokens).0;
        let mut taken: Vec<Module> = paths(&tokens, &module).into_iter().map(|p| p.path).collect();
        let Some(known) = self.0.get(&module) else {
            return taken;
        };
        for at in 0..tokens.len() {
            let goes_on =
                text(&tokens, at + 1) == "::" && (at == 0 || text(&tokens, at - 1) != "::");
            if let Some(path) = known.used.get(text(&tokens, at)).filter(|_| goes_on) {
                let mut path = path.clone();
                path.push(text(&tokens, at + 2).to_owned());
                taken.push(path);
            }
        }
        taken
    }

    /// The file that defines what a path names; none for a whole folder.
    fn home(&self, path: &[String], re_exports: usize) -> Option<&str> {
        let mut module = Module::new();
        for (at, name) in path.iter().enumerate() {
            let known = self.0.get(&module)?;
            if known.children.contains(name) {
                module.push(name.clone());
                continue;
            }
            let used = known.used.get(name).filter(|_| re_exports > 0 && is_mod(&known.file));
            let Some(used) = used else {
                return Some(&known.file);
            };
            let rest = path[at + 1..].iter().cloned();
            let path: Module = used.iter().cloned().chain(rest).collect();
            return self.home(&path, re_exports - 1);
        }
        let known = self.0.get(&module)?;
        (!is_mod(&known.file)).then_some(known.file.as_str())
    }
}

fn is_mod(file: &str) -> bool {
    file.ends_with("/mod.rs") || file == "src/lib.rs"
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A made-up room with a folder in it.
    fn arrows(files: &[(&str, &str)]) -> Arrows {
        let fixed = [
            ("src/lib.rs", "pub mod room; pub mod other;"),
            (
                "src/room/mod.rs",
                "mod a; mod b; mod c; mod d; mod folder; pub use a::Alpha; pub use folder::{Delta as Named, deep};",
            ),
            ("src/room/folder/mod.rs", "mod deep; pub use deep::Delta;"),
            ("src/other/mod.rs", "pub use crate::room::Alpha;"),
        ];
        let all = fixed.iter().chain(files);
        let sources: Vec<Source> = all.map(|(path, text)| Source::new(path, text)).collect();
        Arrows::between(&sources)
    }

    /// Every arrow, as `a -> b: names`, without the room.
    fn told(files: &[(&str, &str)]) -> Vec<String> {
        let arrows = arrows(files);
        let short =
            |file: &str| file.trim_start_matches("src/room/").trim_end_matches(".rs").to_owned();
        let all =
            arrows.0.iter().flat_map(|(from, all)| all.iter().map(move |arrow| (from, arrow)));
        all.map(|(from, (to, names))| {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            format!("{} -> {}: {}", short(from), short(to), names.join(", "))
        })
        .collect()
    }

    #[test]
    fn a_name_is_followed_to_the_file_that_defines_it() {
        for (text, arrow) in [
            ("use super::a::Alpha;", "b -> a: Alpha"),
            ("use super::Alpha;", "b -> a: Alpha"),
            ("use crate::room::Alpha as Other;", "b -> a: Alpha"),
            ("use crate::other::Alpha;", "b -> a: Alpha"),
            ("use super::{c::{One, Two}, Named};", "b -> c: One, Two|b -> folder/deep: Named"),
            ("fn f() -> super::c::One { super::c::one() }", "b -> c: One, one"),
            ("use super::c; fn f() { c::one() }", "b -> c: c, one"),
            ("use super::c as other; fn f() { other::one() }", "b -> c: c, one"),
            ("mod inner { use super::super::c::One; }", "b -> c: One"),
        ] {
            let found = told(&[
                ("src/room/b.rs", text),
                ("src/room/a.rs", ""),
                ("src/room/c.rs", ""),
                ("src/room/folder/deep.rs", ""),
            ]);
            assert_eq!(found.join("|"), arrow, "{text}");
        }
    }

    #[test]
    fn what_only_tests_take_and_what_a_mod_file_re_exports_is_no_arrow() {
        let text = "
            //! See [`super::a`].
            use std::fmt;
            #[cfg(test)]
            use super::c::One;
            fn f() { \"super::c::One\"; Self::made(); fmt::format(x); }
            #[cfg(test)]
            mod tests { use super::super::a::Alpha; }";
        assert_eq!(
            told(&[("src/room/b.rs", text), ("src/room/a.rs", ""), ("src/room/c.rs", "")]),
            [""; 0]
        );
    }

    #[test]
    fn a_circle_is_found_with_the_names_on_its_shortest_way() {
        let found = circles(&arrows(&[
            ("src/room/a.rs", "use super::b::Beta; use super::d::far;"),
            ("src/room/b.rs", "use super::c::{Gamma, made};"),
            ("src/room/c.rs", "use super::Alpha;"),
            ("src/room/d.rs", "use super::a::near;"),
            ("src/room/folder/deep.rs", "use crate::room::a::near;"),
        ]));
        let told: Vec<String> = found.iter().map(ToString::to_string).collect();
        let (room, way) = ("src/room", "circle of 4");
        assert_eq!(
            told,
            [format!(
                "{way}: {room}/a.rs -> {room}/d.rs (far) -> {room}/a.rs (near); with them {room}/b.rs, {room}/c.rs"
            )]
        );
    }

    #[test]
    fn folders_are_held_apart_though_none_of_their_files_are_in_a_circle() {
        let arrows = arrows(&[
            ("src/room/a.rs", "use super::folder::deep::Delta;"),
            ("src/room/folder/deep.rs", ""),
            ("src/room/folder/top.rs", "use super::super::b::Beta;"),
            ("src/room/b.rs", "use super::a::Alpha;"),
        ]);
        assert!(circles(&arrows).is_empty());
        let found = circles(&folders_of(&arrows));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].files, ["src/room/a.rs", "src/room/b.rs", "src/room/folder"]);
    }
}
