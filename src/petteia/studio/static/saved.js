// When the games were left, in words; games that were shared as text are opened.
import { $, ask, fail } from "./shared.js";

for (const time of document.querySelectorAll("time[data-time]")) {
  time.textContent = new Date(1000 * time.dataset.time).toLocaleString();
}

$("open")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const reply = await ask("/api/tables", { shared: $("shared").value });
  fail(reply.error);
  if (!reply.error) location.href = `/play/${encodeURIComponent(reply.view.game)}?table=${encodeURIComponent(reply.table)}`;
});
