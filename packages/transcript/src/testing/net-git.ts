import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type NetChange, netChange } from '../changes/net.ts';
import { chain, type Made } from './net-chains.ts';

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

type Lines = [added: number, removed: number];

function countLines({ hunks }: NetChange): Lines {
  const signs = hunks.flatMap(({ lines }) => lines.map((one) => one[0]));
  return [signs.filter((sign) => sign === '+').length, signs.filter((sign) => sign === '-').length];
}

/** Runs git without the settings of the machine; 1 as an exit code only says that there are differences. */
function git(folder: string, ...args: string[]): string {
  try {
    return execFileSync('git', args, {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_CEILING_DIRECTORIES: folder,
        HOME: folder,
      },
    });
  } catch (error) {
    const { status, stdout } = error as { status?: number; stdout?: string };
    if (args[0] === 'diff' && status === 1) return stdout ?? '';
    throw error;
  }
}

/** Lines added and removed per file, as git counts them. */
function gitCounts(folder: string, ...how: string[]): Map<string, Lines> {
  const rows = git(folder, 'diff', '--no-index', '--no-renames', '--numstat', ...how, 'before', 'after');
  return new Map(
    rows.split('\n').flatMap((row): [string, Lines][] => {
      const [added, removed, path] = row.split('\t');
      const name = /f\d+/.exec(path ?? '')?.[0];
      return name ? [[name, [Number(added), Number(removed)]]] : [];
    }),
  );
}

/**
 * Compares the net change of many chains of edits with git itself:
 *
 * - `git apply` makes the real file after, byte by byte, of the real file before, and backwards.
 * - It is the shortest difference of those that leave the lines alone which no edit showed.
 * - It adds as many lines more than it removes as git's own; where the edits showed the whole file, git's is never shorter.
 *   (Git's own is sometimes longer: up to 2.39 at least even `--minimal` sets lines aside that occur often.)
 */
export function compareWithGit(from: number, count: number): void {
  const folder = mkdtempSync(join(tmpdir(), 'debrief-net-'));
  const at = (side: string, name: string) => join(folder, side, name);
  const write = (side: string, name: string, text: string | undefined) => {
    if (text !== undefined) writeFileSync(at(side, name), text);
  };
  try {
    const files = Array.from({ length: count }, (_, index) => {
      const made = chain(from + index);
      return { name: `f${index}`, seed: from + index, made, net: netChange(made.steps) };
    });
    for (const side of ['before', 'after', 'forth', 'back']) mkdirSync(join(folder, side));
    for (const { name, seed, made, net } of files) {
      assert.deepEqual([net.known, net.loose], ['net', []], `${seed} ${JSON.stringify(made.steps)}`);
      for (const side of ['before', 'forth']) write(side, name, made.before);
      for (const side of ['after', 'back']) write(side, name, made.after);
    }
    const patch = files.map(({ name, made, net }) => asPatch(name, made, net)).join('');
    writeFileSync(join(folder, 'patch'), patch);
    const apply = ['apply', '--unidiff-zero', '--whitespace=nowarn'];
    git(join(folder, 'forth'), ...apply, '../patch');
    git(join(folder, 'back'), ...apply, '--reverse', '../patch');
    const algorithms = [['--minimal', '--no-indent-heuristic'], ['--diff-algorithm=myers']];
    const counts = algorithms.map((how) => gitCounts(folder, ...how));
    for (const { name, seed, made, net } of files) {
      if (made.after) assert.equal(readFileSync(at('forth', name), 'utf8'), made.after, `${seed} forth`);
      if (made.before) assert.equal(readFileSync(at('back', name), 'utf8'), made.before, `${seed} back`);
      const ours = countLines(net);
      assert.deepEqual(ours, made.fewest, `${seed} is the shortest`);
      for (const theirs of counts) {
        const [added, removed] = theirs.get(name) ?? [0, 0];
        assert.equal(ours[0] - ours[1], added - removed, `${seed} ${ours} ${added} ${removed}`);
        if (made.isAllShown) assert.ok(ours[0] <= added, `${seed} ${ours} ${added} ${removed}`);
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
