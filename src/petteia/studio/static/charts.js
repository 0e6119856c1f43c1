// Charts that need nothing else: curves, and values with their intervals as bars.
import { make } from "./shared.js";

const SVG = (text) => { const box = make("div", { class: "chart" }); box.innerHTML = text; return box; };
const escape = (text) => String(text).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
export const number = (x) => (typeof x !== "number" ? "–" : Math.abs(x) >= 100 ? x.toFixed(0) : x.toFixed(Math.abs(x) >= 10 ? 1 : 3));

export function curve(values, label) {
  const known = values.filter((value) => value !== null && value !== undefined);
  const low = Math.min(...known), high = Math.max(...known, low + 1e-6), w = 640, h = 120, left = 52;
  const x = (k) => left + (k / Math.max(1, known.length - 1)) * (w - left - 8), y = (value) => h - 10 - ((value - low) / (high - low)) * (h - 24);
  const points = known.map((value, k) => `${x(k).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
  const box = SVG(`<svg viewBox="0 0 ${w} ${h}" class="graph" role="img" aria-label="${escape(label)}, from ${number(known[0])} to ${number(known.at(-1))}">
<line x1="${left}" x2="${w}" y1="${y(low)}" y2="${y(low)}" class="axis"/><line x1="${left}" x2="${w}" y1="${y(high)}" y2="${y(high)}" class="axis"/>
<text x="${left - 6}" y="${y(high) + 4}">${number(high)}</text><text x="${left - 6}" y="${y(low) + 4}">${number(low)}</text><polyline points="${points}"/></svg>`);
  box.append(make("p", { class: "small" }, `${label}: ${number(known.at(-1))} at last`));
  return box;
}

// Rows of { name, value, low, high } on one scale, each with its interval.
export function intervals(rows, label) {
  const known = rows.filter((one) => [one.value, one.low, one.high].every(Number.isFinite));
  if (!known.length) return make("p", { class: "small" }, "Nothing to draw.");
  const low = Math.min(0, ...known.map((one) => one.low)), high = Math.max(0, ...known.map((one) => one.high), low + 1e-6);
  const w = 640, left = 230, step = 24, h = step * known.length + 8, x = (value) => left + ((value - low) / (high - low)) * (w - left - 70);
  const parts = known.map((one, k) => {
    const y = 4 + step * (k + 0.5);
    return `<text x="${left - 8}" y="${y + 4}">${escape(one.name)}</text><line class="span" x1="${x(one.low)}" x2="${x(one.high)}" y1="${y}" y2="${y}"/>
<circle cx="${x(one.value)}" cy="${y}" r="5"/><text class="value" x="${x(one.high) + 8}" y="${y + 4}">${number(one.value)}</text>`;
  });
  return SVG(`<svg viewBox="0 0 ${w} ${h}" class="graph" role="img" aria-label="${escape(label)}"><line class="axis" x1="${x(0)}" x2="${x(0)}" y1="0" y2="${h}"/>${parts.join("")}</svg>`);
}

export const table = (heads, rows) => make("div", { class: "wide", tabindex: "0", role: "region", "aria-label": heads.join(", ") },
  make("table", {}, make("thead", {}, make("tr", {}, ...heads.map((head) => make("th", { scope: "col" }, head)))),
    make("tbody", {}, ...rows.map((row) => make("tr", {}, ...row.map((cell) => make("td", /^[^\d–+-]/.test(cell) ? { class: "words" } : {}, String(cell))))))));

// What `petteia compare` found of two versions: measures side by side, those that differ first, and the rules that do.
const SHOWN = { DurationMoves: "moves in a game", AdvantageP1: "advantage of the first player", Draws: "draws", Timeouts: "games without an end", DecisionMoves: "turns with a choice", BranchingFactorAverage: "moves to choose from", BoardCoverageDefault: "places used", PieceNumberChangeAverage: "change in pieces", LeadChange: "changes of the lead", DramaAverage: "drama" };
const SHARES = { ...SHOWN, Balance: "balance", Completion: "games that end" };
export const shares = (measures) => measures.filter((one) => SHARES[one.name] && one.low >= -1 && one.high <= 1).map((one) => ({ ...one, name: SHARES[one.name] }));
export function versions(found) {
  const [before, now] = found.games, value = (one, name) => one.measures.find((each) => each.name === name);
  const changed = new Map(now.differences.map((one) => [one.name, one]));
  const clear = (name) => { const one = changed.get(name); return one && (one.low > 0 || one.high < 0); };
  const rows = Object.keys(SHOWN).filter((name) => value(before, name) && value(now, name)).sort((a, b) => clear(b) - clear(a));
  const told = rows.map((name) => { const one = changed.get(name);
    return [SHOWN[name], number(value(before, name).value), number(value(now, name).value), one ? `${one.value > 0 ? "+" : ""}${number(one.value)} (${number(one.low)} to ${number(one.high)})` : "–", clear(name) ? "differs" : ""]; });
  return make("div", {}, table(["Measure", "Kept", "Now", "Difference, 95 %", ""], told),
    now.rules.length ? make("ul", {}, ...now.rules.map((one) => make("li", {}, one))) : make("p", { class: "small" }, "The rules in words are the same."));
}

// Parallel axes from 0 to 1, a line for each row { name, front, values }; lines on the front are dark.
export function axes(heads, rows, label) {
  const w = 640, h = 190, top = 30, x = (k) => 50 + k * (w - 100) / Math.max(1, heads.length - 1), y = (value) => h - 16 - Math.min(1, Math.max(0, value)) * (h - top - 24);
  const lines = [...rows].sort((a, b) => a.front - b.front).map((one) => `<polyline class="${one.front ? "front" : "other"}" points="${one.values.map((value, k) => `${x(k).toFixed(1)},${y(value).toFixed(1)}`).join(" ")}"><title>${escape(one.name)}</title></polyline>`);
  const bars = heads.map((head, k) => `<line class="axis" x1="${x(k)}" x2="${x(k)}" y1="${y(1)}" y2="${y(0)}"/><text class="head" x="${x(k)}" y="${top - 12}">${escape(head)}</text>`);
  const ends = `<text x="42" y="${y(1) + 4}">1</text><text x="42" y="${y(0) + 4}">0</text>`;
  const box = SVG(`<svg viewBox="0 0 ${w} ${h}" class="graph axes" role="img" aria-label="${escape(label)}">${bars.join("")}${ends}${lines.join("")}</svg>`);
  box.append(make("p", { class: "small" }, `${label}.`));
  return box;
}

// Two wishes against each other: a point for each row, those on the front filled and joined.
export function pairs([first, second], rows) {
  const w = 420, h = 260, left = 60, x = (value) => left + value * (w - left - 20), y = (value) => h - 40 - value * (h - 60);
  const front = rows.filter((one) => one.front).sort((a, b) => a.values[0] - b.values[0]);
  const dots = rows.map((one) => `<circle class="${one.front ? "front" : "other"}" cx="${x(one.values[0]).toFixed(1)}" cy="${y(one.values[1]).toFixed(1)}" r="5"><title>${escape(one.name)}</title></circle>`);
  const joined = `<polyline class="front" points="${front.map((one) => `${x(one.values[0]).toFixed(1)},${y(one.values[1]).toFixed(1)}`).join(" ")}"/>`;
  return SVG(`<svg viewBox="0 0 ${w} ${h}" class="graph axes" style="max-width: 24rem" role="img" aria-label="${escape(`${first} and ${second} of each variant`)}"><line class="axis" x1="${left}" x2="${w - 20}" y1="${y(0)}" y2="${y(0)}"/><line class="axis" x1="${left}" x2="${left}" y1="${y(0)}" y2="${y(1)}"/>
<text class="head" x="${(left + w) / 2}" y="${h - 12}">${escape(first)}</text><text class="head" x="${left}" y="14">${escape(second)}</text>${joined}${dots.join("")}</svg>`);
}
