import assert from 'node:assert/strict';
import { it } from 'node:test';
import { parseShell } from '@debrief/shell';
import { inContext } from './context.ts';
import { folderOf, scriptOf } from './shell.ts';
import { writtenScript } from './written.ts';

for (const [input, script] of [
  ['npm test', 'npm test'],
  [{ command: 'npm test' }, 'npm test'],
  [{ cmd: 'npm test' }, 'npm test'],
  [{ script: 'npm test' }, 'npm test'],
  [{ command: ['bash', '-lc', 'npm test && ls'] }, 'npm test && ls'],
  [{ command: ['/bin/zsh', '-c', 'ls "a b"'] }, 'ls "a b"'],
  [{ command: ['bash', '-l', 'ls -a'] }, "bash -l 'ls -a'"],
  [{ command: ['fish', '-c', 'ls -a'] }, "fish -c 'ls -a'"],
  [{ command: ['bash', '-lc', 'ls', 'more'] }, 'bash -lc ls more'],
  [{ command: ['grep', "it's", 'a.ts'] }, "grep 'it'\\''s' a.ts"],
  [{ command: ['ls', 1] }, undefined],
  [{ command: 1 }, undefined],
  [{}, undefined],
  [null, undefined],
] as const)
  it(`the script of a call: ${JSON.stringify(input)}`, () => assert.equal(scriptOf(input), script));

for (const [input, folder] of [
  [{ workdir: '/a' }, '/a'],
  [{ cwd: '/a' }, '/a'],
  [{ dir_path: 'C:\\a' }, 'C:\\a'],
  [{ directory: 'D:/a' }, 'D:/a'],
  [{ workdir: 'a', cwd: '/b' }, '/b'],
  [{ workdir: 1 }, undefined],
  ['/a', undefined],
] as const)
  it(`the folder of a call: ${JSON.stringify(input)}`, () => assert.equal(folderOf(input), folder));

for (const [line, program] of [
  ['docker exec db psql -c x', 'psql -c x'],
  ['docker compose exec -T db mysql shop', 'mysql shop'],
  ['kubectl exec pod -- psql shop', 'psql shop'],
  ['docker run postgres psql shop', 'docker run postgres psql shop'],
  ['ssh exec psql shop', 'ssh exec psql shop'],
  ['docker exec web ls', 'docker exec web ls'],
  ['python3.12 -m pip install x', 'pip install x'],
  ['python -c pip', 'python -c pip'],
  ['uv pip install x', 'pip install x'],
] as const)
  it(`what really runs: ${line}`, () => {
    const [command] = inContext(parseShell(line, { cwd: '/repo' }).commands);
    assert.equal([command?.name, ...(command?.args ?? []).map(({ value }) => value)].join(' '), program);
  });

const at = { id: 'x', sequence: 1, lane: 0 } as never;
const around = { root: '/repo', agent: 'claude-code' } as never;
const lines = (path: string, text: string) => writtenScript(path, text, at, around)?.lines;
for (const [path, text, found] of [
  ['deploy.sh', 'npm publish', ['npm publish']],
  ['deploy', '#!/bin/sh\nnpm publish', ['npm publish']],
  ['Makefile', 'out: npm publish\n\t@npm run build\n\t-docker push x\n', ['npm run build', 'docker push x']],
  ['justfile', 'release:\n    cargo publish now\n', ['cargo publish now']],
  ['notes.txt', 'npm publish', undefined],
] as const)
  it(`what a written script runs: ${path}`, () => assert.deepEqual(lines(path, text), found));
