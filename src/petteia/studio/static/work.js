// Long work: start, watch, stop, resume; curves and results.
import { curve, intervals, number, shares, table, versions } from "./charts.js";
import { $, ask, fail, make } from "./shared.js";

const names = { learn: "Features", evaluate: "Evaluation", match: "Match", tournament: "Tournament", measure: "Measures", compare: "Two versions" };
const states = { running: "runs", done: "done", failed: "failed", stopped: "stopped" };
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

const act = async (job, what) => { fail((await ask(`/api/jobs/${job}/${what}`, {})).error); refresh(); };

let shown = "";
async function refresh() {
  const reply = await ask("/api/jobs");
  if (reply.error) return fail(reply.error);
  const text = JSON.stringify(reply.jobs);
  if (text === shown) return;
  shown = text;
  $("jobs").replaceChildren(...reply.jobs.map(item));
  if (!reply.jobs.length) $("jobs").append(make("li", {}, "Nothing was started yet."));
}

function item(job) {
  const open = document.querySelector(`#jobs details[data-job="${job.id}"]`)?.open ?? false;
  const buttons = job.state === "running" ? make("button", { type: "button", onclick: () => act(job.id, "stop") }, "Stop")
    : job.state === "done" ? null : make("button", { type: "button", onclick: () => act(job.id, "resume") }, "Go on");
  const title = `${names[job.kind]}: ${job.game}${job.agents.length ? `, ${job.agents.join(job.agents.length > 2 ? ", " : " against ")}` : ""}`;
  const far = job.counted || job.state === "done" ? { max: job.games, value: job.done } : { max: 1, ...(job.state === "running" ? {} : { value: 0 }) };
  const told = job.counted ? `${states[job.state]}, ${job.done} of ${job.games} games ` : `${states[job.state]}, ${job.games} games `;
  return make("li", {}, make("h2", {}, title),
    make("p", {}, told, buttons), job.error ? make("p", { class: "bad" }, job.error) : null,
    job.state === "done" ? null : make("progress", { ...far, "aria-label": `Progress of ${title}` }),
    job.curve?.length > 1 ? curve(job.curve, "Loss after each game") : null,
    job.result || job.features ? make("details", { "data-job": job.id, open }, make("summary", {}, "Results"), ...results(job)) : null);
}

const percent = (x) => `${(100 * x).toFixed(1)} %`;

function results(job) {
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

refresh();
setInterval(refresh, 1500);
