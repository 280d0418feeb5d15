import { existsSync } from 'node:fs';
import { createRequire, enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { version } from './version.ts';

/**
 * The first file of the bundle. Reading the whole program costs as much time as starting Node, so it is not
 * even read for `--version`, and compiled only once where Node can keep the result.
 */
const [first, ...others] = process.argv.slice(2);
if (others.length === 0 && (first === '--version' || first === '-V')) console.log(version);
else {
  const { DEBRIEF_HOME, XDG_STATE_HOME } = process.env;
  const state = DEBRIEF_HOME
    ? join(DEBRIEF_HOME, 'state')
    : join(XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'debrief');
  // Node 22 and newer; only where Debrief already keeps things.
  if (typeof enableCompileCache === 'function' && existsSync(state))
    enableCompileCache(join(state, 'compiled'));
  createRequire(__filename)('./program.js');
}
