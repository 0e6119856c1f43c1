// A list of long work that follows what happens: state, progress, stop, go on, results.
import { $, ask, fail, make } from "./shared.js";

const states = { running: "runs", done: "done", failed: "failed", stopped: "stopped" };

// `kinds` are shown; `title`, `extra` and `results` tell a work in words, beside its progress, and once it is opened.
// Gives a function that looks again at once.
export function watch({ kinds, title, extra, results }) {
  let shown = "";
  const act = async (job, what) => { fail((await ask(`/api/jobs/${job}/${what}`, {})).error); refresh(); };
  async function refresh() {
    const reply = await ask("/api/jobs");
    if (reply.error) return fail(reply.error);
    const mine = reply.jobs.filter((one) => kinds.includes(one.kind)), text = JSON.stringify(mine);
    if (text === shown) return;
    shown = text;
    $("jobs").replaceChildren(...mine.map(item));
    if (!mine.length) $("jobs").append(make("li", {}, "Nothing was started yet."));
  }
  function item(job) {
    const open = document.querySelector(`#jobs details[data-job="${job.id}"]`)?.open ?? false, name = title(job);
    const buttons = job.state === "running" ? make("button", { type: "button", onclick: () => act(job.id, "stop") }, "Stop")
      : job.state === "done" ? null : make("button", { type: "button", onclick: () => act(job.id, "resume") }, "Go on");
    const idle = job.state === "running" ? {} : { value: 0 };
    const far = job.counted || job.state === "done" ? { max: job.games || 1, value: job.done || 1 } : { max: 1, ...("share" in job ? { value: job.share } : idle) };
    const games = job.counted ? `, ${job.done} of ${job.games} games` : job.games ? `, ${job.games} games` : "";
    const told = states[job.state] + games + (job.state === "running" && job.note ? `: ${job.note}` : "");
    return make("li", {}, make("h2", {}, name), make("p", {}, `${told} `, buttons),
      job.error ? make("p", { class: "bad" }, job.error) : null,
      job.state === "done" ? null : make("progress", { ...far, "aria-label": `Progress of ${name}` }),
      extra?.(job) ?? null, ...shownResults(job, open));
  }
  function shownResults(job, open) {
    const found = results(job);
    if (!found) return [];
    const inner = make("details", { "data-job": job.id, open }, make("summary", {}, "Results"));
    if (Array.isArray(found)) inner.append(...found);
    else { // a result that is fetched once it is looked at
      const box = make("div", {}, "Reading …");
      inner.append(box);
      const fill = async () => { if (!inner.open || box.dataset.read) return; box.dataset.read = "1"; box.replaceChildren(...await found()); };
      inner.addEventListener("toggle", fill);
      fill();
    }
    return [inner];
  }
  refresh();
  setInterval(refresh, 1500);
  return refresh;
}
