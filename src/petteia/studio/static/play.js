// A game at a table: the board, moves, players, analysis, reasons, rules. All that counts is kept by the server.
import { mountBoard } from "./board.js";
import { $, ask, fail, make } from "./shared.js";

const root = document.querySelector(".play");
const levels = JSON.parse(root.dataset.levels);
const query = new URLSearchParams(location.search);
let table = query.get("table");
const worth = (one) => one.proven || (one.visits === 0 && "–") || `${one.value > 0 ? "+" : ""}${one.value.toFixed(2)}`;
let view = null, socket = null, waiting = 0, found = null, facts = null;

const board = mountBoard($("board"), {
  onMove: (move) => send({ do: "play", move }),
  onWhy: (site) => { openTab("why"); askWhy({ site }); },
  onCursor: (name) => { $("note").textContent = `Place ${name}`; },
});

// -- the table ---------------------------------------------------------------------------------------------------

async function sit(options, ruleset, seats) {
  const given = table ? { again: table, game: root.dataset.game } : { game: root.dataset.game };
  if (options?.length) given.options = options;
  if (ruleset) given.ruleset = ruleset;
  if (seats) given.seats = seats;
  $("note").textContent = "Preparing the game …";
  const reply = await ask("/api/tables", given);
  $("note").textContent = "";
  if (reply.error) {
    $("board").replaceChildren(make("p", {}, "This game cannot be played here."));
    return fail(reply.error);
  }
  fail("");
  table = reply.table;
  history.replaceState(null, "", `${location.pathname}?table=${encodeURIComponent(table)}`);
  socket?.close();
  show(reply.view);
  listen();
}

function listen() {
  const own = new WebSocket(`${location.origin.replace("http", "ws")}/api/tables/${encodeURIComponent(table)}/live`);
  socket = own;
  own.onopen = () => { waiting = 0; fail(""); };
  own.onmessage = (event) => hear(JSON.parse(event.data));
  own.onclose = () => {
    if (socket !== own) return;
    fail("The connection to the studio is lost; trying again …");
    waiting = Math.min(waiting + 1, 8);
    setTimeout(() => socket === own && listen(), 250 * waiting);
  };
}

let asked = 0;
function send(message) {
  asked = performance.now();
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  else { board.release(); fail("The connection to the studio is lost; trying again …"); }
}

function hear(message) {
  if (message.gone) { socket = table = null; return void sit(); }
  if (message.error) { board.release(); $("note").textContent = message.error; $("reasons").replaceChildren(); }
  if (message.view) {
    show(message.view);
    if (asked) root.dataset.answer = (performance.now() - asked).toFixed(1);  // how long the board took, in ms
    asked = 0;
  }
  if (message.search) showSearch(message.search);
  if (message.searched !== undefined) $("search").textContent = "Search";
  if (message.why) showWhy(message.why);
  if (message.reviewed) showReviewed(message.reviewed);
}

function show(next) {
  const moved = !view || view.node !== next.node;
  view = next;
  document.querySelector(".game-name").textContent = view.title;
  const turn = view.seats[view.player - 1] === "person";
  board.show(view, { playable: turn && !view.thinking && !view.resigned });
  if (moved) { judge(next); found = null; board.overlay(null); $("candidates").hidden = true; $("line").textContent = ""; $("found").textContent = ""; }
  $("note").textContent = view.thinking ? "The machine is thinking …" : view.note;
  $("search").textContent = view.searching ? "Stop" : "Search";
  $("undo").disabled = $("first").disabled = view.node === 0;
  $("redo").disabled = $("last").disabled = view.branches.length === 0;
  $("resign").disabled = view.over;
  showPlayers();
  showClocks();
  showMoves();
  showMistakes(view.mistakes ?? []);
  showGraph();
  if (moved && !view.over && $("later").checked === false && !$("analyse").hidden && $("analyse").dataset.on) startSearch();
}

// With "hide until I have moved", the search has its say afterwards.
function judge(next) {
  const move = next.line.find((one) => one.node === next.node);
  if (!found || !$("later").checked || !move || found.node !== (next.line[next.line.indexOf(move) - 1]?.node ?? 0)) return;
  const rank = found.candidates.findIndex((one) => one.spoken === move.spoken), best = found.candidates[0];
  const said = rank < 0 ? "" : rank === 0 ? `${move.spoken} was also the choice of the search.`
    : `${move.spoken} (${worth(found.candidates[rank])}) was choice ${rank + 1} of the search; it preferred ${best.spoken} (${worth(best)}).`;
  setTimeout(() => { $("found").textContent = said; });
}

// -- players -----------------------------------------------------------------------------------------------------

function showPlayers() {
  $("clock").value = view.clock ? `${view.clock.each / 60}+${view.clock.increment}` : "0+0";
  clockRead = performance.now();
  const shown = JSON.stringify([view.seats, view.mover, view.scores, view.over, Boolean(view.clock)]);
  if ($("seats").dataset.shown === shown) return;
  $("seats").dataset.shown = shown;
  const seats = view.seats.map((seat, k) => seatRow(seat, k));
  const easy = make("button", { type: "button", onclick: () => send({ do: "seats", seats: view.seats.map((_, k) => (k ? "2" : "person")) }) }, "Play against the machine");
  $("seats").replaceChildren(...seats, view.seats.every((seat) => seat === "person") && view.seats.length > 1 ? easy : "");
}

// Time passes on the server; here it is only shown.
let clockRead = 0;
function showClocks() {
  if (!view?.clock) return;
  const { left, running } = view.clock, passed = (performance.now() - clockRead) / 1000;
  left.forEach((seconds, k) => {
    const now = Math.max(0, Math.ceil(seconds - (running === k + 1 ? passed : 0)));
    const cell = document.querySelector(`.time[data-player="${k + 1}"]`);
    const text = `${Math.floor(now / 60)}:${String(now % 60).padStart(2, "0")}`;
    if (cell && cell.textContent !== text) cell.textContent = text;
    cell?.classList.toggle("low", now <= 20);
  });
}
setInterval(showClocks, 200);
$("clock").onchange = () => {
  const [minutes, increment] = $("clock").value.split("+").map(Number);
  send({ do: "clock", minutes, increment });
};

function seatRow(seat, k) {
  const person = seat === "person";
  const change = (value) => send({ do: "seats", seats: view.seats.map((one, other) => (other === k ? value : one)) });
  const who = make("select", { "aria-label": `Who plays player ${k + 1}`, onchange: (event) => change(event.target.value) },
    make("option", { value: "person", selected: person }, "Person"), make("option", { value: person ? "2" : seat, selected: !person }, "Machine"));
  const name = make("output", {}, person ? "" : levels[+seat]);
  const strength = make("input", { type: "range", min: 0, max: levels.length - 1, step: 1, value: person ? 2 : seat,
    "aria-label": `Strength of player ${k + 1}`, "aria-valuetext": person ? "" : levels[+seat],
    oninput: (event) => { name.textContent = levels[+event.target.value]; event.target.setAttribute("aria-valuetext", levels[+event.target.value]); },
    onchange: (event) => change(event.target.value) });
  const score = view.scores ? make("span", { class: "score" }, String(view.scores[k] ?? "")) : null;
  const mine = !view.over && view.player === k + 1;
  const time = view.clock ? make("span", { class: "time", role: "timer", "data-player": k + 1, "aria-label": `Time of player ${k + 1}` }) : null;
  return make("div", { class: `seat${mine ? " turn" : ""}` }, make("span", { class: "who" }, `Player ${k + 1}`), who, make("span", { class: "told" }, time, score), person ? null : strength, name);
}

// -- moves -------------------------------------------------------------------------------------------------------

function showMoves() {
  const items = view.line.map((one) => make("li", {}, make("button", {
    type: "button", class: one.node === view.node ? "here" : "", "aria-current": one.node === view.node ? "step" : null,
    onclick: () => send({ do: "goto", node: one.node }),
  }, one.spoken + (one.others > 0 ? " ⑂" : ""))));
  $("list").replaceChildren(...items);
  $("list").querySelector(".here")?.scrollIntoView({ block: "nearest" });
  const others = view.branches.length > 1 ? view.branches : [];
  $("branches").replaceChildren(...others.map((one) => make("button", { type: "button", onclick: () => send({ do: "goto", node: one.node }) }, `→ ${one.spoken}`)));
  $("share").value = view.shared;
  $("position").value = view.text;
}

$("undo").onclick = () => send({ do: "undo" });
$("redo").onclick = () => send({ do: "redo" });
$("first").onclick = () => send({ do: "goto", node: 0 });
$("last").onclick = () => send({ do: "goto", node: view.line.at(-1)?.node ?? 0 });
$("flip").onclick = () => board.flip();
$("hint").onclick = () => { $("note").textContent = "Looking …"; send({ do: "hint" }); };
$("resign").onclick = () => send({ do: "resign" });
$("adjourn").onclick = () => send({ do: "adjourn" });
$("copy").onclick = async () => {
  $("share").select();
  try { await navigator.clipboard.writeText($("share").value); $("note").textContent = "The game is on the clipboard."; }
  catch { $("note").textContent = "The text is selected; copy it with the keyboard."; }
};
$("new").onclick = () => sit(...chosen(), view?.seats);

// -- analysis ----------------------------------------------------------------------------------------------------

function startSearch() {
  $("analyse").dataset.on = "1";
  $("search").textContent = "Stop";
  send({ do: "analyse" });
}
$("search").onclick = () => {
  if ($("search").textContent !== "Stop") return startSearch();
  delete $("analyse").dataset.on;
  send({ do: "stop" });
};
$("review").onclick = () => send({ do: "review" });

function showSearch(search) {
  if (search.node !== view.node) return;
  found = search;
  if ($("later").checked && !search.hint) return void ($("found").textContent = "Searching; what is found is shown when you have moved.");
  const most = Math.max(1, ...search.candidates.map((one) => one.visits));
  const top = search.candidates.filter((one) => one.visits > most / 50 || one.proven === "won").slice(0, 5);
  const heat = {}, labels = {}, arrows = [];
  for (const one of search.hint ? top.slice(0, 1) : top) {
    const move = view.moves.find((each) => each.text === one.move);
    if (!move?.from) continue;
    const strength = one.proven === "won" ? 1 : one.visits / most;
    if (move.from !== move.to) arrows.push({ from: move.from, to: move.to, strength });
    if (heat[move.to] === undefined || heat[move.to] < strength) { heat[move.to] = strength; labels[move.to] = worth(one); }
  }
  board.overlay({ heat, labels, arrows });
  const best = search.candidates[0];
  if (search.hint) { $("note").textContent = best ? `The machine would play ${best.spoken} (${worth(best)}).` : ""; return; }
  $("found").textContent = `${search.iterations.toLocaleString("en")} iteration${search.iterations === 1 ? "" : "s"}${search.sure ? "; the best move is clear." : " …"}`;
  $("candidates").hidden = false;
  $("candidates").tBodies[0].replaceChildren(...search.candidates.slice(0, 12).map((one) => make("tr", {
    onmouseenter: () => preview(one.move), onmouseleave: () => board.overlay({ heat, labels, arrows }),
  }, make("td", {}, make("button", { type: "button", class: "link", onclick: () => send({ do: "play", move: one.move }) }, one.spoken)),
    make("td", { class: one.proven || "" }, worth(one)), make("td", {}, one.visits.toLocaleString("en")))));
  const line = search.line.map((one) => one.spoken).join(" ");
  $("line").replaceChildren(...(line ? [make("span", {
    onmouseenter: () => board.overlay({ arrows: search.line.slice(0, 6).map((one, k) => ({ ...ends(one.move), strength: 1 - k / 7 })) }),
    onmouseleave: () => board.overlay({ heat, labels, arrows }),
  }, `Expected: ${line} `), make("button", { type: "button", onclick: () => send({ do: "keep", moves: search.line.map((one) => one.move) }) }, "Into the tree")] : []));
}

const ends = (text) => { const [from, to] = text.split("~")[0].split(">"); return { from, to: to ?? from }; };

function preview(text) {
  const move = view.moves.find((each) => each.text === text);
  if (move?.from) board.overlay({ arrows: [{ from: move.from, to: move.to }], rings: [move.to] });
}

function showReviewed({ done, of }) {
  const ended = done === of, none = !(view.mistakes ?? []).length;
  $("found").textContent = !ended ? `Looking at position ${done} of ${of} …` : none ? "No great mistake was found." : "The game was looked at; the moves that cost most are below.";
}

function showMistakes(mistakes) {
  const shown = JSON.stringify(mistakes);
  if ($("mistakes").dataset.shown === shown) return;
  $("mistakes").dataset.shown = shown;
  $("mistakes").replaceChildren(...mistakes.map((one) => make("li", {}, `${one.spoken} lost ${one.loss.toFixed(2)}. `,
    make("button", { type: "button", onclick: () => tryAgain(one) }, "Try again"), " ",
    make("details", {}, make("summary", {}, "Show"), `${one.better} was better.`))));
}

// Back to before the mistake, with the search asked for its opinion only after the next move.
function tryAgain(mistake) {
  $("later").checked = true;
  send({ do: "goto", node: mistake.before });
  setTimeout(startSearch, 50);
  $("note").textContent = `Find a better move than ${mistake.spoken}.`;
}

function showGraph() {
  const values = view.values;
  const known = values.map((value, k) => [k, value]).filter(([, value]) => value !== null);
  if (known.length < 2) return void $("graph").replaceChildren();
  const w = 320, h = 90, x = (k) => 6 + (k / Math.max(1, values.length - 1)) * (w - 12), y = (v) => h / 2 - v * (h / 2 - 8);
  const here = [0, ...view.line.map((one) => one.node)].indexOf(view.node);
  $("graph").innerHTML = `<svg viewBox="0 0 ${w} ${h}" class="graph" role="img" aria-label="Value for player 1 over the game">
<line x1="0" x2="${w}" y1="${h / 2}" y2="${h / 2}" class="axis"/><line x1="${x(here)}" x2="${x(here)}" y1="0" y2="${h}" class="now"/>
<polyline points="${known.map(([k, v]) => `${x(k).toFixed(1)},${y(v).toFixed(1)}`).join(" ")}"/></svg>`;
}

// -- reasons -----------------------------------------------------------------------------------------------------

$("asked").addEventListener("focus", () => {
  $("legal").replaceChildren(...view.moves.slice(0, 400).map((move) => make("option", { value: move.spoken })));
});
$("ask").addEventListener("submit", (event) => {
  event.preventDefault();
  const words = $("asked").value.trim();
  const plain = (text) => text.toLowerCase().replaceAll(" ", "").replaceAll(">", "-");
  const move = view.moves.find((one) => plain(one.text) === plain(words) || plain(one.spoken) === plain(words));
  if (words) askWhy({ move: move?.text ?? words });
});

function askWhy(about) {
  $("reasons").replaceChildren(make("p", {}, "Looking for reasons …"));
  send({ do: "why", ...about });
}

function showWhy(why) {
  const reasons = why.reasons.map((one) => make("li", {}, one.sentence, one.rule ? make("code", {}, one.rule) : null, one.place ? make("code", {}, one.place) : null));
  $("reasons").replaceChildren(make("h2", {}, why.title), make("p", {}, why.sentence), make("ul", { class: "reasons" }, ...reasons), ...learnedReasons(why));
  if ($("why").hidden) return;  // the person looks at something else by now
  const marks = { rings: why.sites ?? [] };
  if (why.from && why.to && why.from !== why.to) marks.arrows = [{ from: why.from, to: why.to }];
  board.overlay(marks);
}

function learnedReasons(why) {
  if (!why.legal || !why.learned) return [];
  if (!why.learned.length) return [make("p", { class: "small" }, "Nothing was learned of this game yet: the ", make("a", { href: `/work?game=${encodeURIComponent(root.dataset.game)}` }, "lab"), " learns features that then speak here.")];
  return [make("h2", {}, "What was learned"), make("ul", { class: "gallery small-ones" }, ...why.learned.map((one) => {
    const figure = one.svg ? make("div", { class: "picture" }) : null;
    if (figure) figure.innerHTML = one.svg;
    const weight = one.weight === undefined ? null : make("strong", { class: one.weight > 0 ? "won" : "bad" }, `${one.weight > 0 ? "for +" : "against "}${one.weight.toFixed(2)}`);
    return make("li", { class: one.svg ? null : "told" }, figure, make("span", {}, weight, weight ? " " : "", one.sentence));
  }))];
}

// -- rules and options -------------------------------------------------------------------------------------------

function chosen() {
  const options = [...document.querySelectorAll("#rules select[data-heading]")]
    .filter((one) => one.value !== one.dataset.usual).map((one) => `${one.dataset.heading}/${one.value}`);
  return [options, document.querySelector("#ruleset")?.value || null];
}

async function showRules() {
  if (facts) return;
  facts = await ask(`/api/games/${encodeURIComponent(root.dataset.game)}`);
  if (facts.error) return void $("rules").replaceChildren(make("p", {}, facts.error));
  const text = (title, words) => (words ? [make("h2", {}, title), make("p", {}, words)] : []);
  const options = facts.options.map((one) => make("label", {}, one.heading, make("select", { "data-heading": one.heading, "data-usual": one.chosen },
    ...one.items.map((item, k) => make("option", { value: item, selected: item === one.chosen, title: one.notes[k] || null }, item)))));
  const rulesets = facts.rulesets.length ? [make("label", {}, "Ruleset", make("select", { id: "ruleset" },
    make("option", { value: "" }, "the usual one"), ...facts.rulesets.map((one) => make("option", { value: one }, one))))] : [];
  const begin = options.length || rulesets.length ? [make("div", { class: "options" }, ...options, ...rulesets,
    make("button", { type: "button", onclick: () => sit(...chosen(), view?.seats) }, "New game with these"))] : [];
  $("rules").replaceChildren(...text("The game", facts.about.description), ...text("Rules", facts.about.rules), ...text("Source", facts.about.source),
    ...begin, make("p", {}, make("a", { href: `/editor?game=${encodeURIComponent(root.dataset.game)}` }, "Open the description in the editor")));
}

// -- tabs and keys -----------------------------------------------------------------------------------------------

const tabs = [...document.querySelectorAll("[role=tab]")];
function openTab(name) {
  for (const tab of tabs) {
    const on = tab.getAttribute("aria-controls") === name;
    tab.setAttribute("aria-selected", on);
    tab.tabIndex = on ? 0 : -1;
    $(tab.getAttribute("aria-controls")).hidden = !on;
  }
  if (name === "about") showRules();
}
tabs.forEach((tab, k) => {
  tab.addEventListener("click", () => openTab(tab.getAttribute("aria-controls")));
  tab.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step) { const next = tabs[(k + step + tabs.length) % tabs.length]; openTab(next.getAttribute("aria-controls")); next.focus(); }
  });
});
openTab("players");
addEventListener("keydown", (event) => {
  if (event.target.closest("input, textarea, select, .pb-stage, [role=tab]") || event.ctrlKey || event.metaKey || event.altKey) return;
  const key = { ArrowLeft: "undo", u: "undo", ArrowRight: "redo", f: "flip", h: "hint" }[event.key];
  if (key) { event.preventDefault(); $(key).click(); }
});

if (table) {
  const reply = await ask(`/api/tables/${encodeURIComponent(table)}`);
  if (reply.error) { table = null; await sit(); fail("That game is not here any more; this is a new one."); }
  else { show(reply.view); listen(); }
} else await sit(query.getAll("option"), query.get("ruleset"));
