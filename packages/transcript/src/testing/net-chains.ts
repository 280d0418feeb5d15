import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPatch, structuredPatch } from 'diff';
import { type FileStep, type NetChange, netChange } from '../changes/net.ts';
import { fileChange } from '../diff.ts';
import type { FileChange } from '../entry.ts';

export const hunksBetween = (before: string, after: string) =>
  structuredPatch('', '', before, after, '', '', { context: 3 }).hunks;

export const step = (change: FileChange['change'], source: FileChange['source']): FileStep => ({
  change: fileChange('f', change, source),
});

/** The same numbers every run. */
function random(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    state ^= state >>> 13;
    return (state >>> 0) % below;
  };
}

interface Made {
  before: string | undefined;
  after: string | undefined;
  steps: FileStep[];
}

const words = [
  'alpha',
  'beta',
  '{',
  '}',
  '',
  'return x;',
  'if (a) {',
  '-- sql',
  '++i;',
  '+++ b',
  '--- a',
  'ünï',
  '\ttab',
];

/** A file and a chain of edits of every kind, with what the file really was and became. */
function chain(seed: number): Made {
  const pick = random(seed);
  const line = () => `${words[pick(words.length)]}${pick(3) === 0 ? pick(50) : ''}`;
  const text = (count: number) =>
    Array.from({ length: count }, line).join('\n') + (count > 0 && pick(6) > 0 ? '\n' : '');
  const isNew = pick(4) === 0;
  const before = isNew ? undefined : text(1 + pick(60));
  let now = before;
  const steps: FileStep[] = [];
  const mutate = (whole: string): string => {
    const lines = whole.split('\n');
    for (let changes = 1 + pick(3); changes > 0; changes--) {
      const at = pick(lines.length);
      const how = pick(3);
      if (how === 0) lines.splice(at, 0, ...Array.from({ length: 1 + pick(4) }, line));
      else if (how === 1) lines.splice(at, 1 + pick(4));
      else lines[at] = line();
    }
    return lines.join('\n');
  };
  for (let left = 1 + pick(8); left > 0; left--) {
    if (now === undefined) {
      now = text(pick(20));
      steps.push(step('add', { kind: 'content', text: now }));
      continue;
    }
    const after: string = mutate(now);
    if (after === now) continue;
    switch (pick(8)) {
      case 0:
      case 1:
      case 2:
        steps.push(step('update', { kind: 'hunks', hunks: hunksBetween(now, after) }));
        break;
      case 3:
        steps.push(step('update', { kind: 'patch', text: createPatch('f', now, after) }));
        break;
      case 4: {
        // A tool that replaces text wants it to be there once, and known: everything is.
        if (!isNew || now === '') continue;
        const [from, to] = [pick(now.length), 1 + pick(20)];
        const part = now.slice(from, from + to);
        if (now.indexOf(part) !== now.lastIndexOf(part) || part === '') continue;
        const fresh = line();
        steps.push(step('update', { kind: 'replace', pairs: [[part, fresh]] }));
        now = now.replace(part, () => fresh);
        continue;
      }
      case 5:
        if (!isNew) continue;
        steps.push(step('update', { kind: 'content', text: after }));
        break;
      case 6:
        if (!isNew || pick(3) > 0) continue;
        steps.push(step('delete', { kind: 'none' }));
        now = undefined;
        continue;
      default:
        steps.push(step('move', { kind: 'hunks', hunks: hunksBetween(now, after) }));
    }
    now = after;
  }
  return { before, after: now, steps };
}

const asPatch = (name: string, made: Made, { hunks }: NetChange): string => {
  if (hunks.length === 0) return '';
  const body = hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
    ...lines,
  ]);
  const mode = made.before === undefined ? ['new file mode 100644'] : [];
  const old = made.before === undefined ? '/dev/null' : `a/${name}`;
  return [`diff --git a/${name} b/${name}`, ...mode, `--- ${old}`, `+++ b/${name}`, ...body, ''].join('\n');
};

/** Compares with git itself, many files at once. */
export function compareWithGit(from: number, count: number): void {
  const folder = mkdtempSync(join(tmpdir(), 'debrief-net-'));
  const git = (...args: string[]) =>
    execFileSync(
      'git',
      ['-c', 'core.autocrlf=false', '-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args],
      {
        cwd: folder,
        encoding: 'utf8',
        maxBuffer: 1 << 28,
      },
    );
  try {
    const files = Array.from({ length: count }, (_, at) => ({ name: `f${at}`, made: chain(from + at) }));
    mkdirSync(folder, { recursive: true });
    git('init', '-q');
    for (const { name, made } of files)
      if (made.before !== undefined) writeFileSync(join(folder, name), made.before);
    git('add', '-A');
    git('commit', '-q', '--allow-empty', '-m', 'before');
    const nets = files.map(({ name, made }) => ({ name, made, net: netChange(made.steps) }));
    for (const { name, net, made } of nets) {
      assert.deepEqual([net.known, net.loose], ['net', []], `${from} ${name} ${JSON.stringify(made.steps)}`);
    }
    const patch = nets.map(({ name, made, net }) => asPatch(name, made, net)).join('');
    writeFileSync(join(folder, '.git', 'net.patch'), patch);
    if (patch !== '') git('apply', '--unidiff-zero', '--whitespace=nowarn', join('.git', 'net.patch'));
    for (const { name, made, net } of nets) {
      if (made.after === undefined || (made.after === '' && made.before === undefined)) continue;
      assert.equal(readFileSync(join(folder, name), 'utf8'), made.after, `${from} ${name} ${net.known}`);
    }
    git('add', '-A');
    const numbers = new Map(
      git('diff', '--cached', '--numstat', '--minimal', '--no-renames')
        .split('\n')
        .filter(Boolean)
        .map((row): [string, string] => [
          row.split('\t')[2] as string,
          row.split('\t').slice(0, 2).join('+'),
        ]),
    );
    for (const { name, made, net } of nets) {
      const signs = net.hunks.flatMap(({ lines }) => lines.map((one) => one[0]));
      const ours = [signs.filter((sign) => sign === '+').length, signs.filter((sign) => sign === '-').length];
      const theirs = (numbers.get(name) ?? '0+0').split('+').map(Number);
      // Which of two equal lines is called the new one is a choice, and git does not always take the fewest.
      if (made.before === undefined) assert.deepEqual(ours, theirs, `${from} ${name}`);
      else
        assert.equal((ours[0] ?? 0) - (ours[1] ?? 0), (theirs[0] ?? 0) - (theirs[1] ?? 0), `${from} ${name}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
