import { start } from './app/app.tsx';

await start(document.getElementById('root') as HTMLElement);
