// Studies of rule sets: start, watch, stop, resume; how far variants fulfil the wishes, what each changes, games of them.
import { axes, number, pairs, table } from "./charts.js";
import { watch } from "./jobs.js";
import { $, ask, fail, make } from "./shared.js";

const names = { vary: "Variants", options: "Options", rulesets: "Rulesets", complete: "Completions" };
const wanted = new URLSearchParams(location.search).get("game");
if (wanted && [...$("game").options].some((one) => one.value === wanted)) $("game").value = wanted;
const kind = () => $("kind").value;
const show = () => {
  for (const one of document.querySelectorAll(".of-vary")) one.hidden = kind() === "complete";
  for (const one of document.querySelectorAll(".of-search")) one.hidden = kind() !== "search";
  for (const one of document.querySelectorAll(".of-complete")) one.hidden = kind() !== "complete";
};
$("kind").addEventListener("change", show);
show();

$("start").addEventListener("submit", async (event) => {
  event.preventDefault();
  const body = kind() === "complete" ? { kind: "complete", text: $("text").value, seconds: +$("seconds").value || 0 }
    : { kind: kind() === "search" ? "vary" : kind(), game: $("game").value, wish: $("wish").value, level: $("level").value, trials: kind() === "search" ? +$("trials").value || 0 : 0 };
  const reply = await ask("/api/studies", body);
  fail(reply.error);
  refresh();
});

// Plays a rule set by hand, or lets machines play it: an example game.
async function play(text, seats) {
  const reply = await ask("/api/tables", { text, ...(seats ? { seats } : {}) });
  fail(reply.error);
  if (!reply.error) location.href = `/play/Draft?table=${encodeURIComponent(reply.table)}`;
}
const buttons = (text) => make("span", { class: "bar" },
  make("button", { type: "button", onclick: () => play(text) }, "Play it"),
  make("button", { type: "button", onclick: () => play(text, ["1", "1"]) }, "Watch a game"));

const MEANT = { AdvantageP1: "first player wins", DurationTurns: "turns", Draws: "draws", DecisionMoves: "moves with a choice", Timeouts: "games without an end", BranchingFactorAverage: "moves to choose from" };
const clear = (one) => one.low > 0 || one.high < 0;
const changed = (one) => (one.differences ?? []).filter((d) => MEANT[d.name] && clear(d)).map((d) => `${MEANT[d.name]} ${d.value > 0 ? "+" : ""}${number(d.value)} (${number(d.low)} to ${number(d.high)})`);
const inWords = (words) => Object.entries(words ?? {}).map(([title, said]) => make("p", {}, make("strong", {}, `${title}. `), said));

function variants(found) {
  const known = found.best.filter((one) => Object.keys(one.degrees ?? {}).length);
  const wishes = Object.keys(known[0]?.degrees ?? {});
  const rows = known.map((one) => ({ name: one.change, front: one.front, values: wishes.map((wish) => one.degrees[wish]) }));
  const refused = found.best.filter((one) => one.refused);
  return [
    make("p", {}, found.repairs.length ? "What mends the game:" : "No single change mends a fault of the game beyond chance."),
    found.repairs.length ? make("ul", {}, ...found.repairs.map((one) => make("li", {}, one))) : null,
    rows.length && wishes.length > 1 ? axes(wishes, rows, "How far each variant fulfils the wishes; those that no other beats are dark") : null,
    wishes.length === 2 ? pairs(wishes, rows) : null,
    table(["Variant", "Mean", ...wishes, "Differs from the game as it is"], known.map((one) => [one.change + (one.front ? " ★" : ""), number(one.score), ...wishes.map((wish) => number(one.degrees[wish])), changed(one).join("; ") || "–"])),
    make("p", { class: "small" }, "★ no other variant beats it in one wish without being worse in another."),
    ...known.slice(0, 8).map((one) => make("details", {}, make("summary", {}, one.change), buttons(one.text), ...(one.rules ?? []).map((rule) => make("p", {}, rule)), ...inWords(one.rules_in_words))),
    refused.length ? make("p", { class: "small" }, `${refused.length} variants could not be played.`) : null,
  ].filter(Boolean);
}

function completions(found) {
  const head = `${found.holes} holes, ${found.candidates} completions tried, ${found.sound} sound among the first ${found.best.length}.`;
  const rows = found.best.map((one, k) => [`${k + 1}. ${one.fills.map((fill) => fill.text || "nothing").join("; ")}`.slice(0, 160), number(one.probability), number(one.measures.DurationTurns), number(one.measures.AdvantageP1), one.faults.join(", ") || "–"]);
  return [make("p", {}, head), table(["Completion", "Probability", "Turns", "First player", "Faults"], rows),
    ...found.best.map((one, k) => make("details", {}, make("summary", {}, `Completion ${k + 1}`), buttons(one.text),
      make("ul", {}, ...one.fills.map((fill) => make("li", {}, `${fill.hole}: ${fill.text || "nothing"} (from ${fill.source})`)))))];
}

const refresh = watch({
  kinds: Object.keys(names),
  title: (job) => `${names[job.kind]}: ${job.game}${job.wish ? `, ${job.wish}` : ""}`,
  results: (job) => (job.state !== "done" ? null : async () => {
    const found = await ask(`/api/jobs/${job.id}/result`);
    if (found.error) return [found.error];
    const page = job.report ? [make("p", {}, make("a", { href: `/api/jobs/${job.id}/report`, target: "_blank" }, "The whole page, with pictures"))] : [];
    return [...page, ...(job.kind === "complete" ? completions(found) : variants(found))];
  }),
});
