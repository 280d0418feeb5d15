import { startAuth } from './api/auth.ts';
import { client } from './api/client.ts';
import { reloadAfterUpdate } from './app/reload-after-update.ts';

reloadAfterUpdate();
// Signing in is a few requests one after the other. They travel while the rest of the page is loaded and started.
const signingIn = startAuth(() => client.getConfig());
const { start } = await import('./app/app.tsx');
start(document.getElementById('root') as HTMLElement);
await signingIn;
