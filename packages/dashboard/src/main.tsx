import { accessToken, startAuth } from './api/auth.ts';
import { client } from './api/client.ts';
import { askFirstScreen } from './api/first-screen.ts';
import { reloadAfterUpdate } from './app/reload-after-update.ts';
import { targetInAddress } from './features/session/transcript/address.ts';

reloadAfterUpdate();
// Signing in is a few requests one after the other. They travel while the rest of the page is loaded and started, and
// so do the first answers of the page that most links lead to.
const signingIn = startAuth(() => client.getConfig()).then(() => {
  const [, sessionId] = /^\/sessions\/([^/]+)$/.exec(location.pathname) ?? [];
  if (sessionId && accessToken()) askFirstScreen(sessionId, targetInAddress().sequence);
});
const { start } = await import('./app/app.tsx');
// This script does not wait for the document, nor for its styles.
if (document.readyState === 'loading')
  await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
start(document.getElementById('root') as HTMLElement);
await signingIn;
