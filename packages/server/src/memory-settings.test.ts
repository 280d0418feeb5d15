import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { it } from 'node:test';
import { missingSettings } from './memory-settings.ts';

const flags = [
  '--max-semi-space-size=4',
  '--no-parallel-scavenge',
  '--initial-old-space-size=32',
  '--heap-growing-percent=60',
];
const all = { MALLOC_MMAP_THRESHOLD_: '1048576', MALLOC_ARENA_MAX: '2' };

it('adds what is missing and leaves what an operator has set', () => {
  const bare = { platform: 'linux', execArgv: [], env: {} };
  assert.deepEqual(missingSettings(bare), { flags, env: all });
  assert.deepEqual(missingSettings({ ...bare, platform: 'darwin' }).env, {});
  const sized = missingSettings({ ...bare, execArgv: ['--max-semi-space-size=64'] });
  assert.deepEqual(sized.flags, flags.slice(1));
  const both = '--max_semi_space_size=8 --parallel_scavenge';
  assert.deepEqual(missingSettings({ ...bare, env: { NODE_OPTIONS: both } }).flags, flags.slice(2));
  const own = missingSettings({ ...bare, env: { MALLOC_ARENA_MAX: '8' } });
  assert.deepEqual(own.env, { MALLOC_MMAP_THRESHOLD_: '1048576' });
});

it('a process started without them replaces itself, under the same id and with the same arguments', {
  skip: process.platform !== 'linux' && 'only Linux shows how a process was started',
}, async () => {
  const source = `
    import { readFileSync } from 'node:fs';
    import { applyMemorySettings } from '${new URL('./memory-settings.ts', import.meta.url)}';
    applyMemorySettings(process.env);
    const { MALLOC_ARENA_MAX, KEPT } = process.env;
    console.log(JSON.stringify([process.pid, process.argv.slice(1), process.execArgv.slice(0, ${flags.length}), MALLOC_ARENA_MAX, KEPT]));`;
  const args = ['--input-type=module', '--eval', source, 'one', 'two'];
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH ?? '', KEPT: 'kept' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  for await (const chunk of child.stdout) said += chunk;
  assert.deepEqual(JSON.parse(said), [child.pid, ['one', 'two'], flags, '2', 'kept']);
});
