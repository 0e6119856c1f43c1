// A description that is being written: its mistakes, its board, help by the grammar, and play at once.
import { mountBoard } from "./board.js";
import { $, ask, fail } from "./shared.js";
import { openEditor } from "./code.js";

const board = mountBoard($("board"), { onMove: () => play() });
let checked = 0, timer = 0;

const code = await openEditor($("text"), {
  onChange: () => { clearTimeout(timer); timer = setTimeout(check, 250); },
  complete: async (text, offset) => (await ask("/api/complete", { text, offset })).suggestions ?? [],
  meaning: async (text, offset) => ask("/api/meaning", { text, offset }),
});

async function check() {
  const own = ++checked, text = code.text();
  const reply = await ask("/api/check", { text });
  if (own !== checked) return;
  const mistake = reply.error ? { message: reply.error } : reply.mistake;
  tell(mistake);
  if (mistake) return void ($("state").textContent = "The board shows the last version that could be read.");
  $("state").textContent = "Drawing …";
  const drawn = await ask("/api/draw", { text });
  if (own !== checked) return;
  if (drawn.error) { tell({ message: drawn.error, line: drawn.line, column: drawn.column }); $("state").textContent = ""; return; }
  board.show(drawn.view, { playable: true });
  $("state").textContent = `${drawn.name}, ${drawn.players} player${drawn.players > 1 ? "s" : ""}, ${drawn.view.moves.length} first moves.`;
}

function tell(mistake) {
  $("mistake").textContent = mistake ? mistake.message : "No mistake was found.";
  $("mistake").classList.toggle("bad", Boolean(mistake));
  code.mark(mistake?.line ? mistake : null);
}

async function play() {
  const reply = await ask("/api/tables", { text: code.text() });
  board.release();
  if (reply.error) return void tell({ message: reply.error });
  location.href = `/play/Draft?table=${encodeURIComponent(reply.table)}`;
}

$("play-it").onclick = play;
$("format").onclick = async () => {
  const reply = await ask("/api/format", { text: code.text() });
  if (reply.error) tell({ message: reply.error });
  else code.replace(reply.text);
};
$("template").onchange = async () => {
  const name = $("template").value;
  if (!name) return;
  const reply = await ask(`/api/texts/${encodeURIComponent(name)}`);
  if (reply.error) fail(reply.error);
  else code.replace(reply.text);
  $("template").value = "";
};
check();
