// When the games were left, in words.
for (const time of document.querySelectorAll("time[data-time]")) {
  time.textContent = new Date(1000 * time.dataset.time).toLocaleString();
}
