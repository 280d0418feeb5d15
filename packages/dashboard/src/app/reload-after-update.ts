const key = 'debrief.reloaded';
const quietMs = 60_000;

/**
 * After an update the server no longer has the files an open page was built from. Loading the page anew brings the
 * new ones. Once a minute at most: a file that is missing for another reason must not reload for ever.
 */
export function reloadAfterUpdate(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (Date.now() - Number(sessionStorage.getItem(key) ?? 0) < quietMs) return;
    sessionStorage.setItem(key, String(Date.now()));
    // The page goes away: nobody has to see the error.
    event.preventDefault();
    location.reload();
  });
}
