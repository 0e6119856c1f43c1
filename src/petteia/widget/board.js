// The board component: shows a drawn position and reports the moves that a person makes on it.
//
//   const board = mountBoard(element, { onMove(text) {...}, onWhy(site) {...}, onKey(name) {...} });
//   board.show(view)        a position as petteia.widget.view_of describes it, with animation from the one before
//   board.overlay(marks)    { heat: {site: 0..1}, labels: {site: text}, arrows: [{from, to, strength}], rings: [site] }
//
// Boards are drawn in Python; nothing here knows a rule. A site that can be clicked now has data-site; the board has
// data-over once the game has ended. In a notebook the same module is the front of an anywidget.

const SVG = "http://www.w3.org/2000/svg";
const quiet = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const make = (name, attributes = {}, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
};
const draw = (name, attributes = {}) => {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
};

// The room of a drawn site, read from its attributes: to ask the browser would have it lay out the page for each.
const read = (element, ...keys) => keys.map((key) => Number(element.getAttribute(key)));
const around = (xs, ys) => {
  const x = Math.min(...xs), y = Math.min(...ys);
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
};
const SHAPES = {
  circle(element) { const [x, y, r] = read(element, "cx", "cy", "r"); return { x: x - r, y: y - r, width: 2 * r, height: 2 * r }; },
  rect(element) { const [x, y, width, height] = read(element, "x", "y", "width", "height"); return { x, y, width, height }; },
  line(element) { const [a, b, c, d] = read(element, "x1", "y1", "x2", "y2"); return around([a, c], [b, d]); },
  polygon(element) {
    const points = element.getAttribute("points").trim().split(/\s+/).map((one) => one.split(",").map(Number));
    return around(points.map((one) => one[0]), points.map((one) => one[1]));
  },
};

class Board {
  constructor(root, hooks = {}) {
    this.root = root;
    this.hooks = hooks;
    this.view = null;
    this.source = null;
    this.busy = false;
    root.classList.add("pb-board");
    this.stage = make("div", { class: "pb-stage", tabindex: "0", role: "group" });
    this.choice = make("div", { class: "pb-choice", role: "group", "aria-label": "Which move?", hidden: "" });
    this.actions = make("div", { class: "pb-actions" });
    this.status = make("p", { class: "pb-status", role: "status", "aria-live": "polite" });
    root.replaceChildren(this.status, this.stage, this.choice, this.actions);
    this.stage.addEventListener("pointerdown", (event) => this.press(event));
    this.stage.addEventListener("keydown", (event) => this.key(event));
  }

  show(view, { playable = true, animate = true } = {}) {
    const before = this.view;
    const open = playable && !view.over;
    if (before && before.svg === view.svg && this.playable === open && before.moves.length === view.moves.length) {
      this.view = view;  // nothing to draw anew: what was chosen stays chosen
      this.release();
      return;
    }
    this.view = view;
    this.playable = open;
    this.source = null;
    this.busy = false;
    this.closeChoice();
    this.stage.innerHTML = view.svg;
    this.svg = this.stage.querySelector("svg");
    this.svg.removeAttribute("role");
    this.svg.setAttribute("aria-hidden", "true");
    this.root.toggleAttribute("data-over", Boolean(view.over));
    this.root.dataset.mover = view.mover;
    this.status.textContent = view.caption || "";
    this.stage.setAttribute("aria-label", `${view.title}. ${view.caption}. Arrow keys choose a place, Enter plays.`);
    this.prepare();
    this.paint();
    this.buttons();
    if (animate && before && before.svg !== view.svg && !quiet()) this.animate(before);
    this.overlay(this.marks);
  }

  // -- the layer that is clicked ------------------------------------------------------------------------------

  prepare() {
    // One shape for each site lies on top of all; what was drawn keeps its name as data-place.
    this.sites = new Map();
    this.under = draw("g", { class: "pb-under" });
    this.hits = draw("g", { class: "pb-hits" });
    this.over = draw("g", { class: "pb-over" });
    for (const element of [...this.svg.querySelectorAll("[data-site]")]) {
      // Where a board has several types of sites, moves name them by a letter before the number.
      const site = (element.dataset.type?.[0] ?? "") + element.dataset.site;
      const number = element.dataset.site;
      element.dataset.place = site;
      element.removeAttribute("data-site");
      if (element.closest(".piece")) continue;
      if (!this.sites.has(site)) this.sites.set(site, { drawn: element, number });
    }
    this.svg.append(this.under, this.hits, this.over);
    const centres = [];
    for (const [site, one] of this.sites) {
      const box = this.boxOf(one.drawn);
      one.x = box.x + box.width / 2;
      one.y = box.y + box.height / 2;
      one.size = Math.max(box.width, box.height);
      centres.push([one.x, one.y]);
      one.site = site;
    }
    const room = nearest(centres);
    for (const one of this.sites.values()) {
      one.radius = Math.max(Math.min(room / 2, 0.5 * Math.max(one.size, room)), 1);
      one.hit = this.hitShape(one);
      one.hit.dataset.place = one.site;
      one.hit.classList.add("pb-hit");
      this.hits.append(one.hit);
    }
    this.cursor = this.sites.has(this.cursor) ? this.cursor : null;
  }

  boxOf(element) {
    if (element.parentNode === this.svg && SHAPES[element.tagName]) return SHAPES[element.tagName](element);
    const box = element.getBBox();
    const own = element.getCTM(), base = this.svg.getCTM();
    if (!own || !base) return box;
    const to = base.inverse().multiply(own);
    const a = new DOMPoint(box.x, box.y).matrixTransform(to);
    const b = new DOMPoint(box.x + box.width, box.y + box.height).matrixTransform(to);
    return { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) };
  }

  hitShape(one) {
    const name = one.drawn.tagName;
    if (name === "polygon" || name === "rect" || name === "path") {
      const copy = one.drawn.cloneNode(false);
      for (const attribute of ["class", "style", "fill", "stroke", "stroke-width", "id", "opacity", "data-site"]) copy.removeAttribute(attribute);
      return copy;
    }
    if (name === "line") return this.band(one);
    return draw("circle", { cx: one.x, cy: one.y, r: one.radius });
  }

  // A line is clicked on a band around it, so narrow at its ends that lines that meet do not hide each other.
  band(one) {
    const [x1, y1, x2, y2] = ["x1", "y1", "x2", "y2"].map((key) => Number(one.drawn.getAttribute(key)));
    const length = Math.hypot(x2 - x1, y2 - y1) || 1, w = Math.max(0.22 * length, 4);
    const [nx, ny] = [(-(y2 - y1) / length) * w, ((x2 - x1) / length) * w];
    const points = [[x1, y1], [one.x + nx, one.y + ny], [x2, y2], [one.x - nx, one.y - ny]];
    return draw("polygon", { points: points.map((point) => point.join(",")).join(" ") });
  }

  targets() {
    return (this.view.moves || []).filter((move) => move.from === this.source);
  }

  // Sites that do something when clicked: where a move begins, or, once one is chosen, where it may lead.
  open() {
    const sites = new Map();
    if (!this.playable || this.busy) return sites;
    for (const move of this.view.moves) if (move.from) sites.set(move.from, "source");
    if (this.source !== null) {
      for (const move of this.targets()) sites.set(move.to, move.to === this.source ? "again" : "target");
    }
    return sites;
  }

  paint() {
    const open = this.open();
    for (const [site, one] of this.sites) {
      const kind = open.get(site);
      one.hit.classList.toggle("pb-source", kind === "source");
      one.hit.classList.toggle("pb-target", kind === "target");
      one.hit.classList.toggle("pb-chosen", this.source === site);
      one.hit.classList.toggle("pb-cursor", this.cursor === site);
      if (kind) one.hit.dataset.site = one.number;
      else one.hit.removeAttribute("data-site");
    }
    this.under.replaceChildren();
    for (const [site, kind] of open) {
      const one = this.sites.get(site);
      if (!one || kind !== "target") continue;
      const taken = this.svg.querySelector(`.piece[data-place="${CSS.escape(site)}"]`);
      const dot = draw("circle", { cx: one.x, cy: one.y, r: one.radius * (taken ? 0.92 : 0.3) });
      dot.classList.add(taken ? "pb-ring" : "pb-dot");
      this.under.append(dot);
    }
  }

  // -- clicks, drags, keys ------------------------------------------------------------------------------------

  siteAt(event) {
    const hit = document.elementsFromPoint(event.clientX, event.clientY).find((one) => one.classList?.contains("pb-hit"));
    return hit && this.stage.contains(hit) ? hit.dataset.place : null;
  }

  press(event) {
    if (event.button > 0) return;
    const site = this.siteAt(event);
    if (site === null) return void this.choose(null);
    const kind = this.open().get(site);
    const begins = kind === "source" && this.view.moves.some((move) => move.from === site && move.to !== site);
    if (!begins) {
      this.stage.addEventListener("pointerup", (end) => this.siteAt(end) === site && this.click(site), { once: true });
      return;
    }
    event.preventDefault();
    const chosen = this.source === site;
    this.choose(site);
    this.drag(event, site, chosen);
  }

  drag(event, site, chosen) {
    const pieces = [...this.svg.querySelectorAll(`.piece[data-place="${CSS.escape(site)}"]`)];
    const piece = pieces.at(-1);
    const begin = { x: event.clientX, y: event.clientY };
    const scale = this.svg.getScreenCTM()?.a || 1;  // negative where the board is flipped
    let moved = false;
    const follow = (now) => {
      const dx = now.clientX - begin.x, dy = now.clientY - begin.y;
      if (!moved && Math.hypot(dx, dy) < 6) return;
      moved = true;
      if (!piece) return;
      piece.classList.add("pb-dragged");
      piece.style.transform = `translate(${dx / scale}px, ${dy / scale}px)`;
    };
    const drop = (end) => {
      removeEventListener("pointermove", follow);
      removeEventListener("pointerup", drop);
      removeEventListener("pointercancel", drop);
      if (piece) {
        piece.classList.remove("pb-dragged");
        piece.style.transform = "";
      }
      const to = moved && end.type === "pointerup" ? this.siteAt(end) : null;
      if (to !== null && to !== site && this.open().get(to) === "target") this.click(to);
      else if (!moved && chosen) this.click(site);
      else if (!moved) this.solo(site);
    };
    addEventListener("pointermove", follow);
    addEventListener("pointerup", drop);
    addEventListener("pointercancel", drop);
  }

  // A site from which every move stays there needs no second click.
  solo(site) {
    const moves = this.view.moves.filter((move) => move.from === site);
    if (moves.length && moves.every((move) => move.to === site)) this.offer(moves, site);
  }

  choose(site) {
    this.closeChoice();
    this.source = site;
    this.paint();
  }

  click(site) {
    if (this.busy) return;
    const kind = this.open().get(site);
    if (this.source !== null && (kind === "target" || kind === "again")) {
      this.offer(this.targets().filter((move) => move.to === site), site);
    } else if (kind === "source") {
      if (this.source === site) return void this.choose(null);
      this.choose(site);
      this.solo(site);
    } else if (kind === undefined) {
      this.choose(null);
      if (this.playable) this.hooks.onWhy?.(site);
    }
  }

  offer(moves, site) {
    if (moves.length === 1) return void this.play(moves[0]);
    const one = this.sites.get(site);
    this.choice.replaceChildren(make("span", {}, "Which?"));
    for (const move of moves) {
      const button = make("button", { type: "button", "data-move": move.text }, move.label);
      button.addEventListener("click", () => this.play(move));
      this.choice.append(button);
    }
    const cancel = make("button", { type: "button", class: "pb-cancel" }, "Cancel");
    cancel.addEventListener("click", () => this.choose(null));
    this.choice.append(cancel);
    this.choice.hidden = false;
    this.choice.querySelector("button").focus();
    this.over.append(draw("circle", { cx: one.x, cy: one.y, r: one.radius * 0.95, class: "pb-ring" }));
  }

  closeChoice() {
    this.choice.hidden = true;
    this.choice.replaceChildren();
  }

  play(move) {
    if (this.busy || !this.playable) return;
    this.busy = true;
    this.closeChoice();
    this.source = null;
    this.paint();
    this.hooks.onMove?.(move.text);
  }

  // After a move that was refused, the board is as it was.
  release() {
    this.busy = false;
    if (this.svg) this.paint();
  }

  flip() {
    this.stage.classList.toggle("flipped");
  }

  buttons() {
    this.actions.replaceChildren();
    if (!this.playable) return;
    for (const move of this.view.moves) {
      if (this.sites.has(move.from) && this.sites.has(move.to)) continue;  // made on the board
      const button = make("button", { type: "button", "data-move": move.text }, move.label);
      button.addEventListener("click", () => this.play(move));
      this.actions.append(button);
    }
  }

  key(event) {
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (ways[event.key]) this.step(...ways[event.key]);
    else if ((event.key === "Enter" || event.key === " ") && this.cursor !== null) this.click(this.cursor);
    else if (event.key === "Escape") this.choose(null);
    else return;
    event.preventDefault();
    this.paint();
  }

  // The nearest site in a direction; the first step goes to one that can be played.
  step(dx, dy) {
    const all = [...this.sites.values()];
    const here = this.sites.get(this.cursor);
    if (!here) {
      const open = [...this.open().keys()].find((site) => this.sites.has(site));
      this.cursor = open ?? all[0]?.site ?? null;
    } else {
      let best = Infinity;
      for (const one of all) {
        const ahead = (one.x - here.x) * dx + (one.y - here.y) * dy;
        const aside = Math.abs((one.x - here.x) * dy) + Math.abs((one.y - here.y) * dx);
        if (ahead > 0.5 && ahead + 2 * aside < best) {
          best = ahead + 2 * aside;
          this.cursor = one.site;
        }
      }
    }
    const name = this.sites.get(this.cursor)?.drawn.dataset.label ?? this.cursor;
    this.hooks.onCursor?.(name, this.cursor);
  }

  // -- movement and marks -------------------------------------------------------------------------------------

  animate(before) {
    const last = this.view.last;
    if (!last || last[0] === last[1]) return this.appear(last?.[1]);
    const [from, to] = last.map((site) => this.sites.get(site));
    const piece = [...this.svg.querySelectorAll(`.piece[data-place="${CSS.escape(last[1])}"]`)].at(-1);
    if (!from || !to || !piece || before.moves.length === 0) return;
    const way = `translate(${from.x - to.x}px, ${from.y - to.y}px)`;
    piece.animate([{ transform: way }, { transform: "none" }], { duration: 180, easing: "ease-out", composite: "add" });
  }

  appear(site) {
    const piece = site !== undefined && this.svg.querySelector(`.piece[data-place="${CSS.escape(site)}"]`);
    piece?.animate?.([{ opacity: 0.2 }, { opacity: 1 }], { duration: 160 });
  }

  overlay(marks) {
    this.marks = marks;
    if (!this.svg) return;
    this.over.replaceChildren();
    if (!marks) return;
    for (const [site, heat] of Object.entries(marks.heat || {})) this.heat(site, heat, marks.labels?.[site]);
    for (const arrow of marks.arrows || []) this.arrow(arrow);
    for (const site of marks.rings || []) {
      const one = this.sites.get(site);
      if (one) this.over.append(draw("circle", { cx: one.x, cy: one.y, r: one.radius * 0.9, class: "pb-mark" }));
    }
  }

  heat(site, heat, label) {
    const one = this.sites.get(site);
    if (!one) return;
    const disc = draw("circle", { cx: one.x, cy: one.y, r: one.radius * (0.35 + 0.5 * heat), class: "pb-heat" });
    disc.style.opacity = 0.25 + 0.6 * heat;
    this.over.append(disc);
    if (!label) return;
    const text = draw("text", { x: one.x, y: one.y, "font-size": one.radius * 0.55, class: "pb-label" });
    text.textContent = label;
    this.over.append(text);
  }

  arrow({ from, to, strength = 1 }) {
    const [a, b] = [this.sites.get(from), this.sites.get(to)];
    if (!a || !b || a === b) return;
    const length = Math.hypot(b.x - a.x, b.y - a.y), w = a.radius * (0.1 + 0.22 * strength), head = 3 * w;
    const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
    const at = (along, aside) => `${a.x + ux * along - uy * aside},${a.y + uy * along + ux * aside}`;
    const neck = Math.max(0, length - head);
    const points = [at(0, w / 2), at(neck, w / 2), at(neck, head / 2), at(length, 0), at(neck, -head / 2), at(neck, -w / 2), at(0, -w / 2)];
    const shape = draw("polygon", { points: points.join(" "), class: "pb-arrow" });
    shape.style.opacity = 0.35 + 0.5 * strength;
    this.over.append(shape);
  }
}

// The least distance between two of some points: how much room a site has.
function nearest(points) {
  let best = Infinity;
  const sorted = [...points].sort((a, b) => a[0] - b[0]);
  for (let i = 0; i < sorted.length; i++) {
    for (let j = i + 1; j < sorted.length && sorted[j][0] - sorted[i][0] < best; j++) {
      const d = Math.hypot(sorted[j][0] - sorted[i][0], sorted[j][1] - sorted[i][1]);
      if (d > 0.5 && d < best) best = d;
    }
  }
  return Number.isFinite(best) ? best : 20;
}

export const mountBoard = (root, hooks) => new Board(root, hooks);

// The front of the notebook widget: traits `view` (what to show) and `overlay`; a move goes back as a message.
function render({ model, el }) {
  const root = make("div");
  el.append(root);
  const board = mountBoard(root, {
    onMove: (text) => model.send({ do: "play", move: text }),
    onWhy: (site) => model.send({ do: "why", site }),
  });
  const undo = make("button", { type: "button" }, "Undo");
  undo.addEventListener("click", () => model.send({ do: "undo" }));
  const note = make("p", { class: "pb-note", role: "status" });
  root.append(make("div", { class: "pb-actions" }, undo), note);
  const show = () => board.show(model.get("view"), { playable: model.get("playable") });
  show();
  board.overlay(model.get("overlay"));
  model.on("change:view", show);
  model.on("change:overlay", () => board.overlay(model.get("overlay")));
  model.on("change:note", () => { note.textContent = model.get("note"); board.release(); });
}

export default { render };
