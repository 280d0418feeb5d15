const key = 'debrief.reloaded';
const quietMs = 60_000;

/**
 * After an update the server no longer has the files an open page was built from. Loading the page anew brings the
 * new ones. A file that is missing for another reason must not take the page away: while the server is away, nothing
 * would come back but the browser's own words for that; and once a minute at most, so that it does not reload for ever.
 */
export function reloadAfterUpdate(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    // The router reloads by itself where it reads the browser's words for a missing file.
    payload.message = 'A part of this page could not be loaded.';
    void isUpdated().then((isSo) => {
      if (!isSo || Date.now() - Number(sessionStorage.getItem(key) ?? 0) < quietMs) return;
      sessionStorage.setItem(key, String(Date.now()));
      location.reload();
    });
  });
}

/** Whether the server's page begins with another script than this one: its name follows from all that is in the build. */
async function isUpdated(): Promise<boolean> {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.getAttribute('src');
  try {
    const response = await fetch('/', { cache: 'no-store', headers: { Accept: 'text/html' } });
    return response.ok && script != null && !(await response.text()).includes(script);
  } catch {
    return false;
  }
}
