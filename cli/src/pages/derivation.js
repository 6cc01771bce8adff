"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const el = (name, cls, text) => {
  const e = document.createElement(name);
  if (cls) e.className = cls;
  if (text !== undefined) e.textContent = text;
  return e;
};
const byId = (id) => document.getElementById(id);
byId("title").textContent = data.claim;
byId("verdict").textContent = data.verdict + (data.reason ? ": " + data.reason : "");
byId("verdict").className = data.verdict;
byId("hash").textContent = data.hash.slice(0, 16);
byId("hash").title = data.hash;
byId("file").textContent = data.file;

// Spans count bytes of UTF-8; the page counts UTF-16 units.
const bytes = new TextEncoder().encode(data.source);
const decoder = new TextDecoder();
const cut = (from, to) => decoder.decode(bytes.slice(from, to));

function showSource(span) {
  const box = byId("source");
  box.replaceChildren();
  const [start, end] = span || [0, 0];
  let offset = 0, first = null;
  for (const line of data.source.split("\n")) {
    const length = new TextEncoder().encode(line).length;
    const row = el("span", "row");
    const from = Math.max(start, offset), to = Math.min(end, offset + length);
    if (span && from < to) {
      row.append(cut(offset, from));
      const mark = el("mark", "", cut(from, to));
      row.append(mark, cut(to, offset + length));
      first = first || mark;
    } else {
      row.append(line);
    }
    row.dataset.from = offset;
    row.dataset.to = offset + length;
    offset += length + 1;
    box.append(row);
  }
  // On a narrow screen the source has no place of its own: the page would leave the tree.
  const section = box.parentElement;
  if (first && section.scrollHeight > section.clientHeight + 1) first.scrollIntoView({ block: "nearest" });
}

// A node that is used twice appears twice, so places in the tree are paths, not numbers.
const opened = new Set();
let selected = null, hits = new Set();

function nodeRow(number, path) {
  const node = data.nodes[number];
  const item = el("li");
  const row = el("div", "node");
  row.dataset.path = path;
  row.dataset.number = number;
  row.setAttribute("role", "treeitem");
  row.setAttribute("aria-label", `node ${number} ${node.rule}`);
  const foldable = node.premises.length > 0;
  if (foldable) row.setAttribute("aria-expanded", opened.has(path));
  row.append(el("span", "twist", foldable ? (opened.has(path) ? "▾" : "▸") : ""));
  row.append(el("span", "number", String(number)));
  row.append(el("span", "rule" + (/^(TSub|SubArr)$/.test(node.rule) ? " gives-up" : ""), node.rule));
  if (number === data.rejected_node) row.append(el("span", "badge rejected", "rejected"));
  for (const vc of node.conditions) row.append(el("span", "badge " + vc.evidence, "vc" + vc.number));
  row.append(el("span", "type mono", node.type || "not reached"));
  if (hits.has(number)) row.classList.add("hit");
  if (selected === path) row.classList.add("selected");
  row.firstChild.addEventListener("click", (event) => { event.stopPropagation(); toggle(path); });
  row.addEventListener("click", () => select(path, number));
  item.append(row);
  if (foldable && opened.has(path)) item.append(premises(number, path));
  return item;
}

function premises(number, path) {
  const list = el("ul", "tree");
  data.nodes[number].premises.forEach((p, i) => list.append(nodeRow(p, path + "." + i)));
  return list;
}

const rowAt = (path) => document.querySelector(`.node[data-path="${path}"]`);
function toggle(path) {
  if (opened.has(path)) opened.delete(path); else opened.add(path);
  const row = rowAt(path);
  row.parentElement.replaceWith(nodeRow(Number(row.dataset.number), path));
}

function draw() {
  const box = byId("derivation");
  box.replaceChildren();
  data.roots.forEach((root, i) => {
    const claim = el("div", "claim");
    const name = el("a", "", root.name);
    name.href = "#claim";
    name.addEventListener("click", (event) => { event.preventDefault(); about(root); });
    claim.append(name, " : ", el("span", "mono", root.claim));
    box.append(claim);
    if (root.node === null) { box.append(el("p", "empty", "assumed, without a derivation")); return; }
    const list = el("ul", "tree top");
    list.append(nodeRow(root.node, String(i)));
    box.append(list);
  });
}

// Opening everything could be more than a browser can draw.
const MOST = 3000;
function openAll() {
  let count = 0;
  const visit = [];
  data.roots.forEach((root, i) => { if (root.node !== null) visit.push([root.node, String(i)]); });
  while (visit.length && count < MOST) {
    const [number, path] = visit.shift();
    count += 1;
    opened.add(path);
    data.nodes[number].premises.forEach((p, i) => visit.push([p, path + "." + i]));
  }
}

// A node by its number, to go there.
function link(number) {
  const to = el("a", "", `${number} ${data.nodes[number].rule}`);
  to.href = "#" + number;
  to.addEventListener("click", (event) => { event.preventDefault(); reveal(number); });
  return to;
}

function links(title, all) {
  const numbers = all.filter((number) => data.nodes[number]);
  if (!numbers.length) return;
  const line = el("p", "links", title + ": ");
  numbers.forEach((number, i) => line.append(i ? ", " : "", link(number)));
  byId("detail").append(line);
}

const counted = (n, word) => `${n} ${word}${n === 1 ? "" : "s"}`;

// What a first reader wants to know: what is claimed, whether it holds, what that rests on, and how to read the rest.
function about(root) {
  selected = null;
  document.querySelectorAll(".node.selected").forEach((row) => row.classList.remove("selected"));
  history.replaceState(null, "", "#claim");
  showSource(root.node === null ? null : data.nodes[root.node].span);
  const box = byId("detail");
  box.replaceChildren();
  const title = (text) => box.append(el("h2", "", text));
  title("The claim");
  box.append(el("strong", "", root.name), el("pre", "", root.claim));
  const conditions = data.nodes.flatMap((node) => node.conditions);
  const proved = conditions.filter((vc) => vc.evidence === "checked").length;
  title("Verdict");
  const line = el("p", "");
  line.append(el("span", data.verdict, data.verdict), data.reason ? ": " + data.reason : ". ");
  if (data.verdict.startsWith("valid")) {
    line.append(`Every value that the type in [brackets] allows can be produced. The kernel checked ${counted(data.nodes.length, "step")}`
      + ` and the proofs of ${proved} of ${counted(conditions.length, "condition")}, without a solver.`);
  }
  if (data.rejected_node !== null) line.append(" The kernel stopped at ", link(data.rejected_node), ".");
  box.append(line);
  title("What it rests on");
  if (!data.assumptions.length) box.append(el("p", "", "Nothing is assumed: no axiom, no library function, no solver's word."));
  for (const trusted of data.assumptions) {
    const item = el("p", "");
    item.append(el("span", "badge rejected", trusted.kind), " ", el("span", "mono", trusted.statement || trusted.name));
    box.append(item);
  }
  title("The rules in words");
  const rules = new Map();
  for (const node of [...data.nodes].reverse()) {
    const known = rules.get(node.rule) || { words: node.words, first: node.number, count: 0 };
    known.count += 1;
    rules.set(node.rule, known);
  }
  const list = el("dl", "rules");
  for (const [rule, known] of [...rules].sort((a, b) => b[1].count - a[1].count)) {
    const name = el("dt", "");
    name.append(link(known.first), ` ×${known.count}`);
    name.title = "the first " + rule;
    list.append(name, el("dd", "", known.words));
  }
  box.append(list);
  if (data.theory.length) { title("Types and predicates"); box.append(el("pre", "", data.theory.join("\n"))); }
  for (const goal of data.goals) {
    title("The goal " + goal.name);
    box.append(automaton(goal));
  }
  if (data.trace) {
    title("A trace of it");
    box.append(el("p", "mono", data.trace.call), sequence(data.trace));
  }
  title("How to read on");
  box.append(byId("help").content.cloneNode(true));
}

function select(path, number) {
  selected = path;
  document.querySelectorAll(".node.selected").forEach((row) => row.classList.remove("selected"));
  const row = rowAt(path);
  // So that the page can be linked to, and reloads where it was.
  history.replaceState(null, "", "#" + number);
  if (row) { row.classList.add("selected"); row.scrollIntoView({ block: "nearest" }); }
  const node = data.nodes[number];
  showSource(node.span);
  const box = byId("detail");
  box.replaceChildren();
  const head = el("div", "");
  head.append(el("strong", "", `${node.number} ${node.rule}`), " ", el("span", "empty", node.words));
  box.append(head);
  links("From", node.premises);
  links("Used by", data.nodes.filter((other) => other.premises.includes(number)).map((other) => other.number));
  const part = (title, text, cls) => { box.append(el("h2", "", title), el("pre", cls || "", text)); };
  part("Type", node.type || "not reached by the kernel");
  for (const vc of node.conditions) {
    part(`Verification condition ${vc.number}`, [...vc.facts, "⊨ " + vc.goal].join("\n"));
    const kind = el("p", vc.evidence, "evidence: " + vc.evidence);
    box.append(kind);
    if (vc.steps.length) part("Evidence", vc.steps.join("\n"), "steps");
    for (const query of vc.queries) {
      part(`Unsat core (${query.solver})`, [...query.core, ...query.instances.map((i) => "used " + i)].join("\n"));
    }
  }
  if (node.core) part("Core term", node.core);
}

/// The path of the first place of a node in the tree, with everything above it opened.
function reveal(wanted) {
  const visit = [];
  data.roots.forEach((root, i) => { if (root.node !== null) visit.push([root.node, String(i), null]); });
  while (visit.length) {
    const entry = visit.pop();
    const [number, path] = entry;
    if (number === wanted) {
      for (let above = entry[2]; above; above = above[2]) opened.add(above[1]);
      draw();
      select(path, number);
      return;
    }
    data.nodes[number].premises.forEach((p, i) => { if (p >= 0) visit.push([p, path + "." + i, entry]); });
  }
}

let current = -1;
function search(step) {
  const words = byId("search").value.trim().toLowerCase();
  hits = new Set();
  if (!words) { byId("hits").textContent = ""; draw(); return; }
  const found = data.nodes.filter((node) => {
    const text = [node.number, node.rule, node.words, node.type, node.core,
      ...node.conditions.flatMap((vc) => ["vc" + vc.number, vc.evidence, vc.goal, ...vc.facts, ...vc.steps])];
    return text.some((t) => t !== null && String(t).toLowerCase().includes(words));
  }).map((node) => node.number).reverse();
  hits = new Set(found);
  if (!found.length) { byId("hits").textContent = "nothing found"; draw(); return; }
  current = step ? (current + 1) % found.length : 0;
  byId("hits").textContent = `${current + 1} of ${found.length}`;
  reveal(found[current]);
}

byId("search").addEventListener("input", () => search(false));
byId("search").addEventListener("keydown", (event) => { if (event.key === "Enter") search(true); });
// From node to node with the keyboard, as in any tree of files.
byId("derivation").addEventListener("keydown", (event) => {
  const rows = [...document.querySelectorAll(".node")];
  const at = rows.findIndex((row) => row.dataset.path === selected);
  const go = (row) => { if (row) select(row.dataset.path, Number(row.dataset.number)); };
  const foldable = at >= 0 && data.nodes[rows[at].dataset.number].premises.length > 0;
  if (event.key === "ArrowDown") go(rows[at + 1]);
  else if (event.key === "ArrowUp") go(rows[Math.max(at - 1, 0)]);
  else if (event.key === "Home") go(rows[0]);
  else if (event.key === "End") go(rows[rows.length - 1]);
  else if (event.key === "ArrowRight" && foldable && !opened.has(selected)) toggle(selected);
  else if (event.key === "ArrowRight" && foldable) go(rows[at + 1]);
  else if (event.key === "ArrowLeft" && foldable && opened.has(selected)) toggle(selected);
  else if (event.key === "ArrowLeft" && at >= 0) go(rowAt(selected.replace(/\.\d+$/, "")));
  else return;
  event.preventDefault();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && event.target !== byId("search")) { event.preventDefault(); byId("search").focus(); }
  else if (event.key === "Escape") { byId("search").value = ""; search(false); byId("derivation").focus(); }
});
const claimed = data.roots[data.roots.length - 1];
byId("about").addEventListener("click", () => about(claimed));
byId("unfold").addEventListener("click", () => { openAll(); draw(); });
byId("fold").addEventListener("click", () => { opened.clear(); draw(); });
// A place in the source leads to the smallest node that contains it.
byId("source").addEventListener("click", (event) => {
  const row = event.target.closest(".row");
  if (!row) return;
  const from = Number(row.dataset.from), to = Number(row.dataset.to);
  let best = null;
  for (const node of data.nodes) {
    if (!node.span || node.span[0] >= to || node.span[1] <= from) continue;
    const size = node.span[1] - node.span[0];
    if (!best || size <= best.size) best = { size, number: node.number };
  }
  if (best) reveal(best.number);
});

if (data.nodes.length <= 400) openAll();
else data.roots.forEach((root, i) => opened.add(String(i)));
draw();
// page.html#29 opens with node 29 selected.
const wanted = Number(location.hash.slice(1));
if (location.hash && data.nodes[wanted]) reveal(wanted);
else if (data.rejected_node !== null) reveal(data.rejected_node);
else if (claimed) about(claimed);
else showSource(null);
