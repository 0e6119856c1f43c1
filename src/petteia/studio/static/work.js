// Long work: start, watch, stop, resume; curves and results.
import { $, ask, fail, make } from "./shared.js";

const names = { learn: "Learning", match: "Match", measure: "Measures" };

$("start").addEventListener("submit", async (event) => {
  event.preventDefault();
  const reply = await ask("/api/jobs", { game: $("game").value, kind: $("kind").value, games: +$("games").value || 0,
    agents: $("kind").value === "match" ? [$("a").value.trim(), $("b").value.trim()] : [] });
  fail(reply.error);
  refresh();
});
const showAgents = () => document.querySelectorAll(".agents").forEach((one) => { one.hidden = $("kind").value !== "match"; });
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
  const open = document.querySelector(`#jobs details[data-job="${job.id}"]`)?.open;
  const buttons = job.state === "running" ? make("button", { type: "button", onclick: () => act(job.id, "stop") }, "Stop")
    : job.state === "done" ? null : make("button", { type: "button", onclick: () => act(job.id, "resume") }, "Go on");
  const title = `${names[job.kind]}: ${job.game}${job.agents.length ? `, ${job.agents.join(" against ")}` : ""}`;
  return make("li", {}, make("h2", {}, title),
    make("p", {}, `${job.state}, ${job.done} of ${job.games} games `, buttons), job.error ? make("p", { class: "bad" }, job.error) : null,
    make("progress", { max: job.games, value: job.done, "aria-label": `Progress of ${title}` }),
    job.curve?.length > 1 ? curve(job.curve, "Loss after each game") : null,
    job.result || job.features ? make("details", { "data-job": job.id, open }, make("summary", {}, "Results"), ...results(job)) : null);
}

function curve(values, label) {
  const known = values.filter((value) => value !== null && value !== undefined);
  const low = Math.min(...known), high = Math.max(...known, low + 1e-6), w = 640, h = 120;
  const at = (value, k) => `${(6 + (k / (known.length - 1)) * (w - 12)).toFixed(1)},${(h - 8 - ((value - low) / (high - low)) * (h - 16)).toFixed(1)}`;
  const box = make("div", {});
  box.innerHTML = `<svg viewBox="0 0 ${w} ${h}" class="graph" role="img" aria-label="${label}, from ${known[0]} to ${known.at(-1)}"><polyline points="${known.map(at).join(" ")}"/></svg>`;
  box.append(make("p", { class: "small" }, `${label}: ${known.at(-1).toFixed(3)}`));
  return box;
}

function results(job) {
  if (job.features) return [make("ul", { class: "gallery" }, ...job.features.map((one) => {
    const figure = make("div", { class: "picture" });
    figure.innerHTML = one.svg;
    return make("li", {}, figure, make("strong", {}, one.weight.toFixed(2)), make("span", {}, one.sentence));
  }))];
  if (job.kind === "match") {
    const r = job.result, percent = (x) => `${(100 * x).toFixed(1)} %`;
    return [table(["Wins", "Ties", "Losses", "Rate", "95 % between"], [[r.wins, r.ties, r.losses, percent(r.win_rate), r.interval.map(percent).join(" and ")]])];
  }
  return [table(["Measure", "Value", "95 % between"], (job.result.measures ?? []).map((one) => [one.name, number(one.value), `${number(one.low)} and ${number(one.high)}`]))];
}

const number = (x) => (typeof x === "number" ? x.toFixed(3) : "–");
const table = (heads, rows) => make("table", {}, make("thead", {}, make("tr", {}, ...heads.map((head) => make("th", { scope: "col" }, head)))),
  make("tbody", {}, ...rows.map((row) => make("tr", {}, ...row.map((cell) => make("td", {}, String(cell)))))));

refresh();
setInterval(refresh, 1500);
