import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Surroundings } from '../agents/agent.ts';
import { homeOf, pathsOf } from '../home.ts';
import { installHooks, removeHooks } from './install.ts';
import { installShim } from './shim.ts';
import { hookReport } from './state.ts';
import { hookTargets } from './targets.ts';

const foreign = `{
\t// mine
\t"model": "opus",
\t"hooks": {
\t\t"Stop": [ { "hooks": [ {"type": "command", "command": "say done"} ] } ],
\t\t"stop": [ { "command": "say done" } ]
\t},
\t"zeta": [1,2,   3],
}
`;

describe('hooks', () => {
  let root: string;
  let where: Surroundings;
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'debrief hooks-'));
    where = { home: root, env: {}, platform: 'linux' };
  });
  after(() => rm(root, { recursive: true, force: true }));
  const home = () => homeOf({ DEBRIEF_HOME: join(root, 'debrief') });

  for (const [name, content] of [
    ['no file', undefined],
    ['an empty file', ''],
    ['an empty object', '{}'],
    ["other people's hooks, comments and odd spacing", foreign],
    ['CRLF and no final newline', '{\r\n    "a": 1\r\n}'],
    ['a byte order mark', '\uFEFF{ "a": 1 }\n'],
    ['empty lists', '{"hooks":{"Stop":[],"stop":[]}}'],
  ] as const) {
    it(`come and go beside ${name} without a trace`, async () => {
      for (const target of hookTargets(home(), where)) {
        await mkdir(dirname(target.path), { recursive: true });
        await rm(target.path, { force: true });
        if (content !== undefined && target.kind === 'shared') await writeFile(target.path, content);
        assert.equal(await installHooks(home(), target), 'installed', target.agentId);
        const first = await readFile(target.path, 'utf8');
        assert.equal(await installHooks(home(), target), 'unchanged', target.agentId);
        assert.equal(await readFile(target.path, 'utf8'), first);
        const { state } = await hookReport(target);
        assert.equal(state, target.agentId === 'codex' ? 'not-trusted' : 'installed');
        if (content === foreign && target.kind === 'shared') assert.match(first, /say done/);
        assert.equal(await removeHooks(home(), target), 'removed', target.agentId);
        const left = await readFile(target.path, 'utf8').catch(() => undefined);
        assert.equal(left, target.kind === 'shared' ? content : undefined, target.agentId);
      }
    });
  }

  it('are taken out alone when the file was edited since', async () => {
    const [target] = hookTargets(home(), where);
    assert.ok(target?.kind === 'shared');
    await writeFile(target.path, '{\n  "hooks": {\n    "Stop": [\n      { "hooks": [] }\n    ]\n  }\n}\n');
    await installHooks(home(), target);
    const edited = (await readFile(target.path, 'utf8')).replace('{\n', '{\n  "theme": "dark",\n');
    await writeFile(target.path, edited);
    await removeHooks(home(), target);
    const left = JSON.parse(await readFile(target.path, 'utf8'));
    assert.deepEqual(left, { theme: 'dark', hooks: { Stop: [{ hooks: [] }] } });
  });

  it('replace those of an older shim instead of adding to them', async () => {
    const [target] = hookTargets(home(), where);
    assert.ok(target?.kind === 'shared');
    const old = {
      hooks: { Stop: [{ hooks: [{ type: 'command', command: '/old/debrief-hook claude-code' }] }] },
    };
    await writeFile(target.path, JSON.stringify(old, undefined, 2));
    await installHooks(home(), target);
    const config = JSON.parse(await readFile(target.path, 'utf8'));
    assert.equal(config.hooks.Stop.length, 1);
    await removeHooks(home(), target);
    assert.doesNotMatch(await readFile(target.path, 'utf8'), /debrief-hook/);
  });

  it('never overwrite what does not parse, and follow links', async () => {
    const [target] = hookTargets(home(), where);
    assert.ok(target);
    for (const broken of ['{"hooks": ', '[]', '{"hooks": []}', '{"hooks": {"Stop": {}}}']) {
      await writeFile(target.path, broken);
      await assert.rejects(installHooks(home(), target), { name: 'MalformedConfig' });
      assert.equal(await readFile(target.path, 'utf8'), broken);
      assert.equal((await hookReport(target)).state, 'malformed');
    }
    await rm(target.path);
    const dotfile = join(root, 'dotfiles.json');
    await writeFile(dotfile, '{}');
    await symlink(dotfile, target.path);
    await installHooks(home(), target);
    assert.match(await readFile(dotfile, 'utf8'), /debrief-hook/);
    await removeHooks(home(), target);
    assert.equal(await readFile(dotfile, 'utf8'), '{}');
  });

  it('run a shim that keeps stdin, prints nothing and succeeds whatever happens', async () => {
    const shim = await installShim(home(), '/nonexistent/node');
    const paths = pathsOf(home());
    const run = () => spawnSync(shim, ['claude-code', 'Stop'], { input: '{"session_id":"s"}' });
    assert.deepEqual([run().status, run().stdout.length], [0, 0]);
    assert.deepEqual(await readdir(paths.inbox), []);
    await mkdir(dirname(paths.program), { recursive: true });
    await writeFile(paths.program, '');
    const done = run();
    assert.deepEqual([done.status, done.stdout.length, done.stderr.length], [0, 0, 0]);
    const [name] = await readdir(paths.inbox);
    assert.match(name ?? '', /^claude-code\.Stop\.\d+$/);
    assert.equal(await readFile(join(paths.inbox, name ?? ''), 'utf8'), '{"session_id":"s"}');
    await rm(paths.inbox, { recursive: true });
    assert.equal(run().status, 0);
  });
});
