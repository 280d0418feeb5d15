import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const source = (file: string) => fileURLToPath(new URL(`../${file}`, import.meta.url));

/**
 * The program that tests start: `npm test` names the one that people download, which it has just built and which starts
 * in a fraction of the time. A file that is run by itself starts the sources.
 */
export const cliMain = process.env.TEST_CLI ?? source('main.ts');

/** Builds what people download, unless `npm test` did: other files use it at the same time. */
export function buildCli(): void {
  if (!process.env.TEST_CLI) execFileSync(process.execPath, [source('pack.ts')], { stdio: 'ignore' });
}
