// The theme that was chosen holds on every page, before anything is painted.
(() => {
  const chosen = localStorage.getItem("petteia-theme");
  if (chosen) document.documentElement.dataset.theme = chosen;
  addEventListener("DOMContentLoaded", () => {
    document.getElementById("theme")?.addEventListener("click", () => {
      const dark = isDark();
      document.documentElement.dataset.theme = dark ? "light" : "dark";
      localStorage.setItem("petteia-theme", dark ? "light" : "dark");
      dispatchEvent(new Event("themechange"));
    });
  });
  const isDark = () => {
    const set = document.documentElement.dataset.theme;
    return set ? set === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  };
  window.petteiaIsDark = isDark;
})();
