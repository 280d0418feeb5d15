import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { isService } from './watchdog.ts';

describe('the watchdog of the recorder', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'watchdog-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  /** A process that starts a watchdog and then does what is given; answers how it ended. */
  async function run(name: string, doing: string) {
    const [log, mark] = [join(folder, `${name}.log`), join(folder, `${name}.mark`)];
    const restart = {
      command: process.execPath,
      args: ['-e', `require('node:fs').writeFileSync(${JSON.stringify(mark)}, 'started')`],
    };
    const options = JSON.stringify({ everyMs: 100, patience: 5, restart, log });
    const program = `import { startWatchdog } from ${JSON.stringify(new URL('./watchdog.ts', import.meta.url).href)};
      const watchdog = startWatchdog(${options});
      const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
      ${doing}`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'ignore' });
    const [code, signal] = await new Promise<[number | null, string | null]>((resolve) =>
      child.once('exit', (...how) => resolve(how)),
    );
    const read = (path: string) => readFile(path, 'utf8').catch(() => '');
    // What was started needs a moment.
    for (let waited = 0; signal !== null && waited < 500 && !(await read(mark)); waited++)
      await new Promise((resolve) => setTimeout(resolve, 20));
    return { code, signal, log: await read(log), mark: await read(mark) };
  }
  const deadly = process.platform === 'darwin' ? 'SIGABRT' : 'SIGKILL';

  it('ends a process that waits for what never comes, notes it, and starts another', async () => {
    const { signal, log, mark } = await run('waits', 'watchdog.moved(); await sleep(600_000);');
    assert.deepEqual([signal, mark], [deadly, 'started']);
    assert.match(log, /^\S+Z The recorder has not moved for \d+ s\. It is started anew\.\n$/);
  });

  it('leaves one alone that moves, and does not keep it from ending', async () => {
    const doing = 'for (let i = 0; i < 20; i++) { watchdog.moved(); await sleep(80); }';
    assert.deepEqual(await run('moves', doing), { code: 0, signal: null, log: '', mark: '' });
  });

  it('leaves it to the service to start another', () => {
    assert.equal(isService({}), false);
    assert.equal(isService({ INVOCATION_ID: 'x' }), true);
    assert.equal(isService({ XPC_SERVICE_NAME: 'dev.debrief.recorder' }), true);
    assert.equal(isService({ XPC_SERVICE_NAME: 'com.apple.Terminal' }), false);
  });
});
