// A classic script, so that it runs before the first paint and from file: too, where module scripts can't load.
(() => {
  try {
    const theme = localStorage.getItem('cobench-theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // A browser that refuses storage keeps the system's theme.
  }
  if (location.protocol === 'file:') {
    addEventListener('DOMContentLoaded', () => {
      const waiting = document.getElementById('waiting');
      if (waiting)
        waiting.textContent =
          'Browsers load no data into a page that was opened as a file. Serve this folder, for example with "python3 -m http.server", and open http://localhost:8000.';
    });
  }
})();
