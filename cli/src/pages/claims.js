"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const make = (tag, className, text) => {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
};
// Where somebody has to look comes first.
const KNOWN = ["error", "rejected", "denied", "unknown", "declined", "tested", "valid-modulo", "valid"];
// A word that is not known here is shown, too, and first: nothing on this page is left out.
const others = new Set(data.claims.map((claim) => claim.verdict).filter((verdict) => !KNOWN.includes(verdict)));
const ORDER = [...others, ...KNOWN];
const shown = new Set(ORDER);
const list = document.getElementById("claims");

function source(claim) {
  const pre = make("pre", "excerpt");
  for (const { number, text, marks } of claim.source) {
    const row = make("span", "line" + (marks.length ? " marked" : ""));
    row.append(make("span", "number", String(number)), make("code", "", text || " "));
    for (const mark of marks) row.append(make("span", "note " + mark.kind, mark.text));
    pre.append(row);
  }
  return pre;
}

function card(claim) {
  const item = make("details", "claim-card");
  item.open = claim.verdict !== "valid" && data.claims.length < 200;
  const head = make("summary");
  head.append(make("span", "badge " + claim.verdict, claim.verdict), make("strong", "", " " + claim.claim + " "));
  head.append(make("span", "hash", claim.file + ":" + claim.line), make("span", "short", " " + claim.short));
  item.append(head);
  // Built when it is opened: a page may have thousands.
  const fill = () => {
    if (!item.open || item.dataset.full) return;
    item.dataset.full = "yes";
    if (claim.value) {
      const line = make("p");
      line.append("no run returns it: ", make("code", "value", claim.value));
      item.append(line);
    }
    item.append(source(claim));
    for (const text of claim.obstacles) item.append(make("p", "obstacle", text));
    if (claim.to_try.length) {
      const tries = make("ul");
      for (const text of claim.to_try) tries.append(make("li", "", text));
      item.append(make("p", "", "To try:"), tries);
    }
    if (claim.certificate) item.append(make("p", "hash", "certificate: " + claim.certificate));
    if (claim.code) item.append(make("p", "hash", "covenant explain " + claim.code));
  };
  item.addEventListener("toggle", fill);
  fill();
  return item;
}

function draw() {
  const wanted = document.getElementById("search").value.toLowerCase();
  list.replaceChildren();
  let count = 0;
  for (const verdict of ORDER) {
    for (const claim of data.claims) {
      if (claim.verdict !== verdict || !shown.has(verdict)) continue;
      const text = [claim.claim, claim.file, claim.short, claim.value || ""].join(" ").toLowerCase();
      if (!text.includes(wanted)) continue;
      list.append(card(claim));
      count += 1;
    }
  }
  document.getElementById("count").textContent = `${count} of ${data.claims.length}`;
  if (count === 0) list.append(make("p", "empty", "no claim is like that"));
}

const filters = document.getElementById("filters");
for (const verdict of ORDER) {
  const count = data.claims.filter((claim) => claim.verdict === verdict).length;
  if (count === 0) continue;
  const button = make("button", verdict, `${count} ${verdict}`);
  button.setAttribute("aria-pressed", "true");
  button.addEventListener("click", () => {
    if (shown.has(verdict)) shown.delete(verdict);
    else shown.add(verdict);
    button.setAttribute("aria-pressed", String(shown.has(verdict)));
    draw();
  });
  filters.append(button, " ");
}
document.getElementById("search").addEventListener("input", draw);
draw();
