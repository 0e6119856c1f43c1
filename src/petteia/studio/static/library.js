// The wall of games: pictures as they come into sight, search and filters.
const $ = (id) => document.getElementById(id);
const cards = [...document.querySelectorAll(".card")];
const paint = (image) => { image.src = `${image.dataset.src}&dark=${window.petteiaIsDark()}`; };
const seen = new IntersectionObserver((entries) => {
  for (const entry of entries) if (entry.isIntersecting) { paint(entry.target); seen.unobserve(entry.target); }
}, { rootMargin: "400px" });
for (const card of cards) seen.observe(card.querySelector("img"));
addEventListener("themechange", () => document.querySelectorAll(".card img[src]").forEach(paint));

function filter() {
  const words = $("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const [players, chance, origin] = ["players", "chance", "origin"].map((id) => $(id).value);
  let count = 0;
  for (const card of cards) {
    const d = card.dataset;
    const fits = words.every((word) => d.words.includes(word)) && (!chance || d.chance === chance)
      && (!origin || d.origin === origin) && (!players || (players === "3" ? +d.players >= 3 : d.players === players));
    card.hidden = !fits;
    count += fits;
  }
  $("count").textContent = count === 1 ? "1 game" : `${count} games`;
  history.replaceState(null, "", words.length ? `?q=${encodeURIComponent($("search").value)}` : location.pathname);
}
document.querySelector(".filters").addEventListener("submit", (event) => event.preventDefault());
$("search").value = new URLSearchParams(location.search).get("q") || "";
for (const id of ["search", "players", "chance", "origin"]) $(id).addEventListener("input", filter);
if ($("search").value) filter();
