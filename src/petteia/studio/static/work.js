// Long work: start, watch, stop, resume; curves and results.
import { curve, intervals, number, shares, table, versions } from "./charts.js";
import { watch } from "./jobs.js";
import { $, ask, fail, make } from "./shared.js";

const names = { learn: "Features", evaluate: "Evaluation", match: "Match", tournament: "Tournament", measure: "Measures", compare: "Two versions" };
const agents = () => ($("kind").value === "match" || $("kind").value === "tournament" ? $("agents").value.split(/\s+/).filter(Boolean) : []);
const wanted = new URLSearchParams(location.search).get("game");
if (wanted && [...$("game").options].some((one) => one.value === wanted)) $("game").value = wanted;

$("start").addEventListener("submit", async (event) => {
  event.preventDefault();
  const reply = await ask("/api/jobs", { game: $("game").value, kind: $("kind").value, games: +$("games").value || 0, agents: agents() });
  fail(reply.error);
  refresh();
});
const showAgents = () => document.querySelectorAll(".agents").forEach((one) => { one.hidden = !["match", "tournament"].includes($("kind").value); });
$("kind").addEventListener("change", showAgents);
showAgents();

const percent = (x) => `${(100 * x).toFixed(1)} %`;

function results(job) {
  if (!job.result && !job.features) return null;
  if (job.features) return [gallery(job.features)];
  const r = job.result;
  if (job.kind === "match") {
    const rate = [{ name: `rate of ${job.agents[0]}`, value: r.win_rate, low: r.interval[0], high: r.interval[1] }];
    return [table(["Wins", "Ties", "Losses", "Rate", "95 % between"], [[r.wins, r.ties, r.losses, percent(r.win_rate), r.interval.map(percent).join(" and ")]]), intervals(rate, "Rate with its interval")];
  }
  if (job.kind === "tournament") {
    const rows = r.agents.map((one) => ({ name: one.agent, value: one.elo, low: one.interval[0], high: one.interval[1] }));
    return [intervals(rows, "Elo ratings with their intervals"), table(["Agent", "Elo", "95 % between", "Games", "Score"], r.agents.map((one) => [one.agent, number(one.elo), one.interval.map(number).join(" and "), one.games, one.score]))];
  }
  if (job.kind === "evaluate") return [table(["Weight", "When"], (r.features ?? []).map((one) => [number(one.weight), one.sentence]))];
  if (job.kind === "compare") return [versions(r)];
  const all = table(["Measure", "Value", "95 % between"], (r.measures ?? []).map((one) => [one.name, number(one.value), `${number(one.low)} and ${number(one.high)}`]));
  return [...(r.verdict ?? []).map((one) => make("p", {}, one)), intervals(shares(r.measures ?? []), "Shares of games, turns and places"),
    make("details", {}, make("summary", {}, "All measures"), all)];
}

const gallery = (features) => make("ul", { class: "gallery" }, ...features.map((one) => {
  const figure = make("div", { class: "picture" });
  figure.innerHTML = one.svg;
  return make("li", {}, figure, make("strong", {}, one.weight.toFixed(2)), make("span", {}, one.sentence));
}));

const refresh = watch({
  kinds: Object.keys(names), results,
  title: (job) => `${names[job.kind]}: ${job.game}${job.agents.length ? `, ${job.agents.join(job.agents.length > 2 ? ", " : " against ")}` : ""}`,
  extra: (job) => (job.curve?.length > 1 ? curve(job.curve, "Loss after each game") : null),
});
