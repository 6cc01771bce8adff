
// Pictures of goals and traces. Everything that comes from a source is the text of an element, never markup.
function drawn(kind, attributes, text) {
  const space = byId("blank").content.firstElementChild.namespaceURI;
  const e = document.createElementNS(space, kind);
  for (const [name, value] of Object.entries(attributes)) e.setAttribute(name, value);
  if (text !== undefined) e.textContent = text;
  return e;
}

// A line of text; what is too long for the picture is cut, and whole under the pointer.
function written(x, y, text, cls, most) {
  const short = text.length > most ? text.slice(0, most - 1) + "…" : text;
  const e = drawn("text", { x, y, class: cls }, short);
  if (short !== text) e.append(drawn("title", {}, text));
  return e;
}

function canvas(width, height, label) {
  const svg = drawn("svg", { class: "picture", viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": label });
  const tip = drawn("marker", { id: "tip", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto" });
  tip.append(drawn("path", { d: "M0 0 L8 4 L0 8 z", class: "tip" }));
  const defs = drawn("defs", {});
  defs.append(tip);
  svg.append(defs);
  return svg;
}

// States one below the other. Beside each stand the events that lead on from it; arrows that lead to the next state go straight
// down, those to the same state around it, all others at the left.
function automaton(goal) {
  const states = goal.states.map((state) => ({ ...state, out: [] }));
  const ends = new Map();
  for (const edge of goal.edges) {
    let to = edge.to;
    if (to === null) {
      const then = edge.then || "";
      if (!ends.has(then)) {
        ends.set(then, states.length);
        states.push({ name: then || "end", ends: true, out: [] });
      }
      to = ends.get(then);
    }
    for (const event of edge.event.split("\n")) states[edge.from].out.push({ to, event });
  }
  const [left, line, most] = [64, 17, 76];
  let y = 22;
  for (const state of states) {
    state.y = y;
    y += Math.max(46, 26 + line * state.out.length);
  }
  const longest = Math.max(...states.flatMap((s) => [s.name.length, ...s.out.map((e) => Math.min(e.event.length, most) + 6)]));
  const svg = canvas(left + 40 + 7.4 * longest, y, `automaton of ${goal.name}`);
  states.forEach((state, i) => {
    const targets = [...new Set(state.out.map((edge) => edge.to))];
    for (const to of targets) {
      const [a, b] = [state.y, states[to].y];
      const bend = left - 16 - Math.min(44, 10 + 7 * Math.abs(to - i));
      const path = to === i ? `M${left - 9} ${a - 10} C ${left - 38} ${a - 26}, ${left - 38} ${a + 26}, ${left - 9} ${a + 10}`
        : to === i + 1 ? `M${left} ${a + 14} L${left} ${b - 15}`
        : `M${left - 13} ${a + 4} C ${bend} ${a + 10}, ${bend} ${b - 10}, ${left - 14} ${b - 4}`;
      svg.append(drawn("path", { d: path, class: "arrow", "marker-end": "url(#tip)" }));
    }
    svg.append(drawn("circle", { cx: left, cy: state.y, r: 13, class: "state" }));
    if (state.ends) svg.append(drawn("circle", { cx: left, cy: state.y, r: 10, class: "state" }));
    svg.append(drawn("text", { x: left, y: state.y + 4, class: "number" }, String(i)));
    svg.append(written(left + 24, state.y + 4, state.name, "name", most));
    state.out.forEach((edge, k) => {
      const where = edge.to === i ? "↺" : `→ ${edge.to}`;
      svg.append(written(left + 24, state.y + 4 + line * (k + 1), where, "faint", 6));
      svg.append(written(left + 60, state.y + 4 + line * (k + 1), edge.event, "event", most));
    });
  });
  return svg;
}

// Requests go to the right, answers come back.
function sequence(trace) {
  const most = 60;
  const longest = Math.max(16, ...trace.exchanges.flatMap((e) => [e.request.length, (e.answer || "").length]));
  const [left, step] = [20, 44];
  const right = left + 60 + 7.4 * Math.min(longest, most);
  const height = 34 + step * trace.exchanges.length;
  const svg = canvas(right + 40, height, `a trace of ${trace.call}`);
  svg.append(written(4, 14, "generator", "name", 20), written(right - 40, 14, "system", "name", 20));
  for (const x of [left, right]) svg.append(drawn("path", { d: `M${x} 22 L${x} ${height - 4}`, class: "life" }));
  trace.exchanges.forEach((exchange, i) => {
    const y = 44 + step * i;
    svg.append(written(left + 14, y - 5, exchange.request, "event", most));
    svg.append(drawn("path", { d: `M${left} ${y} L${right - 1} ${y}`, class: "arrow", "marker-end": "url(#tip)" }));
    if (exchange.answer === null) return;
    const answer = written(right - 14, y + 14, exchange.answer, "event", most);
    answer.setAttribute("text-anchor", "end");
    svg.append(answer);
    svg.append(drawn("path", { d: `M${right} ${y + 19} L${left + 1} ${y + 19}`, class: "arrow back", "marker-end": "url(#tip)" }));
  });
  return svg;
}
