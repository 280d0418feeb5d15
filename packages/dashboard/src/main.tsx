import { start } from './app.tsx';

await start(document.getElementById('root') as HTMLElement);
