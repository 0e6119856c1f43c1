// A description that is being written: its mistakes, its board, help by the grammar, and play at once.
import { mountBoard } from "./board.js";
import { versions } from "./charts.js";
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
  tell(mistake, reply.warnings);
  if (mistake) return void ($("state").textContent = "The board shows the last version that could be read.");
  $("state").textContent = "Drawing …";
  const drawn = await ask("/api/draw", { text });
  if (own !== checked) return;
  if (drawn.error) { tell({ message: drawn.error, line: drawn.line, column: drawn.column }); $("state").textContent = ""; return; }
  board.show(drawn.view, { playable: true });
  $("state").textContent = `${drawn.name}, ${drawn.players} player${drawn.players > 1 ? "s" : ""}, ${drawn.view.moves.length} first moves.`;
}

function tell(mistake, warnings = []) {
  const doubts = warnings.map((one) => `Line ${one.line}: ${one.message}.`).join(" ");
  $("mistake").textContent = mistake ? mistake.message : doubts || "No mistake was found.";
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
  const [, kind] = name.split("kind:");
  const reply = await ask(kind ? `/api/templates/${kind}` : `/api/texts/${encodeURIComponent(name)}`);
  if (reply.error) fail(reply.error);
  else code.replace(reply.text);
  $("template").value = "";
};
check();

// -- what a change changes ---------------------------------------------------------------------------------------

let kept = null;
$("keep").onclick = () => {
  kept = code.text();
  $("compare").disabled = false;
  $("kept").textContent = "This version is kept. Change the text, then measure both.";
};
$("compare").onclick = async () => {
  if (kept === code.text()) return void ($("kept").textContent = "Nothing has changed since this version was kept.");
  const reply = await ask("/api/compare", { text: code.text(), before: kept });
  if (reply.error) return void ($("kept").textContent = reply.error);
  $("compare").disabled = true;
  await watch(reply.job);
  $("compare").disabled = false;
};

async function watch(job) {
  for (;;) {
    const mine = ((await ask("/api/jobs")).jobs ?? []).find((one) => one.id === job);
    if (!mine || mine.state === "failed") return void ($("kept").textContent = mine?.error ?? "The studio does not answer.");
    if (mine.result) {
      $("kept").textContent = `Measured by ${mine.games} games of random moves each; the lab keeps it.`;
      return void $("differences").replaceChildren(versions(mine.result));
    }
    $("kept").textContent = "Both versions are being played …";
    await new Promise((done) => setTimeout(done, 700));
  }
}

$("played").onchange = async () => {
  const table = $("played").value;
  if (!table) return;
  $("replayed").textContent = "Replaying …";
  const reply = await ask("/api/replay", { text: code.text(), table });
  if (reply.error) return void ($("replayed").textContent = reply.error);
  board.show(reply.view, { playable: false });
  const { made, labels, reason, over } = reply, won = reply.winner ? `player ${reply.winner} wins` : "a draw";
  $("replayed").textContent = made.length === labels.length
    ? `All ${labels.length} moves can be played under these rules${over ? `; it ends with ${won}` : ""}.`
    : `${made.length} of ${labels.length} moves can be played; ${labels[made.length]} cannot. ${reason}`;
};
