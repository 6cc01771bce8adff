"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const el = (name, cls, text) => {
  const e = document.createElement(name);
  if (cls) e.className = cls;
  if (text !== undefined) e.textContent = text;
  return e;
};
const byId = (id) => document.getElementById(id);

// The longest common subsequence of two lists (lines, or words of a line) as rows [kind, item].
function listDiff(a, b) {
  if (a.length * b.length > 4e6) return [...a.map((t) => ["removed", t]), ...b.map((t) => ["added", t])];
  const best = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      best[i][j] = a[i] === b[j] ? best[i + 1][j + 1] + 1 : Math.max(best[i + 1][j], best[i][j + 1]);
    }
  }
  const rows = [];
  let i = 0, j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) { rows.push(["", a[i]]); i++; j++; }
    else if (j >= b.length || (i < a.length && best[i + 1][j] >= best[i][j + 1])) rows.push(["removed", a[i++]]);
    else rows.push(["added", b[j++]]);
  }
  return rows;
}

const lines = (text) => (text === "" ? [] : text.replace(/\n$/, "").split("\n"));
const words = (line) => line.split(/(\s+|[()\[\]{}])/);
function textDiff(pair) {
  const box = el("pre", "lines");
  const rows = listDiff(lines(pair.old), lines(pair.new));
  const line = (kind, parts) => {
    const row = el("span", kind, { added: "+ ", removed: "- ", "": "  " }[kind]);
    row.append(...parts, "\n");
    box.append(row);
  };
  for (let i = 0; i < rows.length; i++) {
    const [kind, text] = rows[i];
    const alone = kind === "removed" && rows[i + 1]?.[0] === "added" && rows[i + 2]?.[0] !== "added" && rows[i - 1]?.[0] !== "removed";
    if (!alone) { line(kind, [text]); continue; }
    // One line became another: point at the words.
    const changes = listDiff(words(text), words(rows[i + 1][1]));
    const side = (other) => changes.filter(([k]) => k !== other).map(([k, w]) => (k === "" || !w.trim() ? w : el("mark", "", w)));
    line("removed", side("added"));
    line("added", side("removed"));
    i += 1;
  }
  return box;
}

function fold(title, content, open) {
  const box = el("details");
  box.open = open;
  box.append(el("summary", "", title));
  content.forEach((c) => box.append(c));
  return box;
}

const nodeName = (node) => (node ? `${node.number} ${node.rule}` : "");
const below = (nodes) => (nodes < 2 ? "" : ` and ${nodes - 1} node${nodes === 2 ? "" : "s"} below`);
function derivationRows(derivation) {
  const list = el("div", "rows mono");
  for (const row of derivation.rows) {
    const line = el("div", "diffrow " + row.change);
    line.style.paddingLeft = Math.min(row.depth, 40) * 12 + "px";
    const about = row.new || row.old;
    const text = {
      same: () => (row.nodes === 1 ? `= ${nodeName(row.new)} is the same` : `= ${row.nodes} nodes are the same, from ${nodeName(row.new)} on`),
      repeated: () => `= ${nodeName(row.new)} as above`,
      added: () => `+ ${nodeName(row.new)}${below(row.nodes)}`,
      removed: () => `- ${nodeName(row.old)}${below(row.nodes)}`,
      wrapped: () => `+ ${nodeName(row.new)} around what follows`,
      unwrapped: () => `- ${nodeName(row.old)} around what follows`,
      changed: () => `~ ${nodeName(row.new)}: ${row.what.join("; ")}`,
    }[row.change];
    line.append(el("span", "", text ? text() : `  ${nodeName(row.new)}`));
    if (about && about.type) line.append(el("span", "type", " : " + about.type));
    line.title = about && about.line ? `line ${about.line}` : "";
    list.append(line);
  }
  if (derivation.cut) list.append(el("div", "empty", "… and more"));
  return list;
}

function conditionBox(c) {
  const side = c.new || c.old;
  const name = side.vc !== null ? "vc" + side.vc : "of node " + side.node;
  const box = el("div");
  box.append(el("div", c.fate, `${c.fate} ${name}${c.what.length ? ": " + c.what.join(", ") : ""}`));
  const text = (s) => (s && s.text) || "";
  if (text(c.old) || text(c.new)) box.append(textDiff({ old: text(c.old), new: text(c.new) }));
  for (const [kind, names] of [["core", c.core], ["instances", c.instances]]) {
    for (const [sign, list] of [["gained", names.gained], ["lost", names.lost]]) {
      if (list.length) box.append(el("div", "empty mono", `~ ${kind}: ${sign} ${list.join(", ")}`));
    }
  }
  return box;
}

function claimBox(claim) {
  const d = claim.diff;
  const box = el("article");
  const head = el("h3");
  const same = claim.findings.length === 0;
  head.append(el("span", same ? "valid" : "changed", same ? "same" : "changed"), " ",
    el("strong", "", d.claim), ` in ${claim.file}`);
  box.append(head);
  const verdict = claim.verdict.old === claim.verdict.new ? claim.verdict.new + ", as before"
    : `${claim.verdict.new}, was ${claim.verdict.old}`;
  box.append(el("p", claim.verdict.new, "verdict: " + verdict));
  if (!same) {
    const findings = el("p");
    claim.findings.forEach((f) => findings.append(el("span", "badge changed", f), " "));
    box.append(findings);
  }
  if (d.spec.claimed_type) box.append(fold("Claim", [textDiff(claim.claim_text)], true));
  else if (d.spec.changed) box.append(el("p", "changed", "The claim reads the same but means something else: a definition that it uses changed."));
  if (d.theory.length) box.append(fold("Theory", [textDiff(claim.theory_text)], true));
  const items = [];
  d.lemmas.forEach((l) => items.push(el("li", l.fate, `${l.fate} ${l.kind} ${l.name}`)));
  d.assumptions.gained.forEach((a) => items.push(el("li", "removed", `now assumed: ${a.kind} ${a.name}`)));
  d.assumptions.changed.forEach((a) => items.push(el("li", "removed", `assumed differently: ${a.kind} ${a.name}`)));
  d.assumptions.lost.forEach((a) => items.push(el("li", "added", `no longer assumed: ${a.kind} ${a.name}`)));
  d.weakened.forEach((w) => items.push(el("li", "removed", `weaker evidence at node ${w.node.new}: ${w.evidence.new}, was ${w.evidence.old}`)));
  d.strengthened.forEach((w) => items.push(el("li", "added", `stronger evidence at node ${w.node.new}: ${w.evidence.new}, was ${w.evidence.old}`)));
  claim.given_up.forEach((n) => items.push(el("li", "removed", `coverage given up at node ${n.number}${n.line ? ", line " + n.line : ""}`)));
  claim.regained.forEach((n) => items.push(el("li", "added", `coverage regained at node ${n.number}${n.line ? ", line " + n.line : ""}`)));
  if (items.length) { const list = el("ul"); list.append(...items); box.append(fold("What it rests on", [list], true)); }
  if (claim.source_text.old !== claim.source_text.new) box.append(fold("Source", [textDiff(claim.source_text)], true));
  if (d.program.some((g) => g.body)) box.append(fold("Core program", [textDiff(claim.program_text)], false));
  claim.derivations.forEach((v) => box.append(fold(`Derivation of ${v.global}`, [derivationRows(v)], claim.derivations.length < 4)));
  if (d.conditions.length) box.append(fold(`Verification conditions (${d.conditions.length})`, d.conditions.map(conditionBox), false));
  return box;
}

function draw() {
  const box = byId("claims");
  const words = byId("search").value.trim().toLowerCase(), all = byId("all").checked;
  box.replaceChildren();
  const wanted = (name) => name.toLowerCase().includes(words);
  data.removed.filter((c) => wanted(c.claim)).forEach((c) => box.append(el("p", "removed", `removed ${c.claim} in ${c.file}`)));
  data.added.filter((c) => wanted(c.claim)).forEach((c) => box.append(el("p", "added", `added ${c.claim} in ${c.file}`)));
  const shown = data.claims.filter((c) => wanted(c.diff.claim) && (all || data.claims.length === 1 || c.findings.length));
  shown.forEach((c) => box.append(claimBox(c)));
  if (!box.childNodes.length) box.append(el("p", "empty", "Nothing is different."));
}

const changed = data.claims.filter((c) => c.findings.length).length;
byId("count").textContent = `${data.claims.length} claim${data.claims.length === 1 ? "" : "s"} compared, ${changed} different, ${data.added.length} added, ${data.removed.length} removed`;
byId("search").addEventListener("input", draw);
byId("all").addEventListener("change", draw);
draw();
