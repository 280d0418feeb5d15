import { fileURLToPath } from 'node:url';

/**
 * The program that tests start: `npm test` names the one that it has just built, which starts sooner. A file that is run by
 * itself starts the sources.
 */
export const serverMain =
  process.env.TEST_SERVER ?? fileURLToPath(new URL('../src/main.ts', import.meta.url));
