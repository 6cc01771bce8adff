//! The picture of the house: a box per crate, in layers, with lines to what it uses directly.
//!
//! A line that follows from others (a uses b, b uses c, a uses c) is left out: it would say nothing new.

use std::collections::BTreeMap;
use std::fmt::Write;

/// A crate: its package, its folder, and the one thing that it does.
pub struct Room {
    /// The package.
    pub package: &'static str,
    /// The folder.
    pub folder: &'static str,
    /// What it does.
    pub verb: &'static str,
}

const WIDTH: usize = 150;
const HEIGHT: usize = 44;
const GAP: (usize, usize) = (24, 46);
const MARGIN: usize = 20;

/// An SVG of the crates and what they use.
pub fn draw(rooms: &[Room], uses: &BTreeMap<&str, Vec<String>>) -> String {
    let used = |package: &str| uses.get(package).map_or(&[][..], Vec::as_slice);
    let mut layer: BTreeMap<&str, usize> = BTreeMap::new();
    for room in rooms {
        let below = used(room.package).iter().filter_map(|name| layer.get(name.as_str())).max();
        layer.insert(room.package, below.map_or(0, |l| l + 1));
    }
    let layers = layer.values().max().map_or(0, |l| l + 1);
    let rows: Vec<Vec<&Room>> =
        (0..layers).map(|l| rooms.iter().filter(|r| layer[r.package] == l).collect()).collect();
    let widest = rows.iter().map(Vec::len).max().unwrap_or(0);
    let full = widest * (WIDTH + GAP.0) - GAP.0;
    let mut place: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for (l, row) in rows.iter().enumerate() {
        let left = MARGIN + (full - (row.len() * (WIDTH + GAP.0) - GAP.0)) / 2;
        // The foundation is at the bottom.
        let top = MARGIN + (layers - 1 - l) * (HEIGHT + GAP.1);
        for (i, room) in row.iter().enumerate() {
            place.insert(room.package, (left + i * (WIDTH + GAP.0), top));
        }
    }
    let (w, h) = (full + 2 * MARGIN, layers * (HEIGHT + GAP.1) - GAP.1 + 2 * MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" font-family=\"sans-serif\">\n\
         <title>The crates of Covenant, and what each uses</title>\n\
         <rect width=\"{w}\" height=\"{h}\" fill=\"#ffffff\"/>\n"
    );
    for room in rooms {
        let (x, y) = place[room.package];
        for name in used(room.package) {
            let through = used(room.package).iter().any(|other| other != name && reaches(uses, other, name));
            let Some(&(to_x, to_y)) = place.get(name.as_str()).filter(|_| !through) else { continue };
            let (x1, y1, x2, y2) = (x + WIDTH / 2, y + HEIGHT, to_x + WIDTH / 2, to_y);
            let middle = (y1 + y2) / 2;
            let _ = writeln!(
                svg,
                "<path d=\"M{x1} {y1} C{x1} {middle} {x2} {middle} {x2} {y2}\" fill=\"none\" stroke=\"#8a94a6\"/>"
            );
        }
    }
    for room in rooms {
        let (x, y) = place[room.package];
        let fill = match room.package {
            "covenant-kernel" => "#dff3e3",
            _ if used(room.package).is_empty() => "#f1f3f7",
            _ => "#eaf1fb",
        };
        let (centre, name, verb) = (x + WIDTH / 2, y + 19, y + 35);
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" rx=\"6\" fill=\"{fill}\" stroke=\"#5b6778\"/>\n\
             <text x=\"{centre}\" y=\"{name}\" text-anchor=\"middle\" font-size=\"13\" font-weight=\"bold\">{}</text>\n\
             <text x=\"{centre}\" y=\"{verb}\" text-anchor=\"middle\" font-size=\"11\" fill=\"#44505f\">{}</text>",
            room.folder, room.verb
        );
    }
    svg.push_str("</svg>\n");
    svg
}

fn reaches(uses: &BTreeMap<&str, Vec<String>>, from: &str, to: &str) -> bool {
    uses.get(from).is_some_and(|used| used.iter().any(|name| name == to || reaches(uses, name, to)))
}
