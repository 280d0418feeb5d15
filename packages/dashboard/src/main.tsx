import { accessToken, authState, startAuth } from './api/auth.ts';
import { client } from './api/client.ts';
import { askFirstScreen, askSession } from './api/reading/first-screen.ts';
import { reloadAfterUpdate } from './app/reload-after-update.ts';
import { sessionInAddress, targetInAddress } from './features/session/transcript/address.ts';

/** The first answers of the page that most links lead to are asked for once somebody is signed in, before React hears of it. */
function askOnceSignedIn(): void {
  const stop = authState.subscribe(() => {
    if (!accessToken()) return;
    stop();
    const sessionId = sessionInAddress();
    if (!sessionId) return;
    askSession(sessionId);
    askFirstScreen(sessionId, targetInAddress().sequence);
  });
}

reloadAfterUpdate();
askOnceSignedIn();
// Signing in is a few requests one after the other. They travel while the rest of the page is loaded and started.
const signingIn = startAuth(() => client.getConfig());
const { start } = await import('./app/app.tsx');
// This script does not wait for the document, nor for its styles.
if (document.readyState === 'loading')
  await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
start(document.getElementById('root') as HTMLElement);
await signingIn;
