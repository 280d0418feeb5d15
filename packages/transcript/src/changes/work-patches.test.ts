import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { isPresent, moreFiles, moreWorkSessions, recordedFiles, workSessions } from '../testing/corpus.ts';
import { type HeldFile, heldFiles, netChanges, ownLines } from '../testing/own-texts.ts';
import type { NetChange } from './net.ts';

/** A patch as `git apply` takes it. */
function patchOf(name: string, { change, hunks }: NetChange): string {
  const [isNew, isGone] = [change === 'add', change === 'delete'];
  return [
    `diff --git a/${name} b/${name}`,
    ...(isNew ? ['new file mode 100644'] : isGone ? ['deleted file mode 100644'] : []),
    `--- ${isNew ? '/dev/null' : `a/${name}`}`,
    `+++ ${isGone ? '/dev/null' : `b/${name}`}`,
    ...hunks.flatMap((hunk) => [
      `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`,
      ...hunk.lines,
    ]),
    '',
  ].join('\n');
}

interface WholeFile {
  where: string;
  net: NetChange;
  held: HeldFile | undefined;
}

function wholeFiles(): { files: WholeFile[]; all: number; strange: string[]; agents: Set<string> } {
  const files: WholeFile[] = [];
  const strange: string[] = [];
  const agents = new Set<string>();
  let all = 0;
  for (const sessions of [workSessions(), moreWorkSessions(), recordedFiles(), moreFiles()]) {
    for (const { agent, name, records } of sessions) {
      const held = heldFiles(records);
      const own = ownLines(records);
      const texts = [...own];
      for (const { path, net, isMoved } of netChanges(agent, records)) {
        if (net.change === 'command') continue;
        all++;
        if (net.known !== 'net') continue;
        agents.add(agent);
        const where = `${agent} ${name} ${path}`;
        for (const line of net.hunks.flatMap(({ lines }) => lines)) {
          const text = line.slice(1);
          if (line[0] !== '+' && line[0] !== '-') continue;
          // An edit within a line: its own text is a part of the line.
          const isOwn = own.has(text) || texts.some((one) => one.length > 3 && text.includes(one));
          if (!isOwn) strange.push(`${where}: ${JSON.stringify(line)}`);
        }
        if (!isMoved) files.push({ where, net, held: held.get(path) });
      }
    }
  }
  return { files, all, strange, agents };
}

test('every patch of a recorded session that is called whole has the edits’ own lines, and git applies it to the file as it was', (t) => {
  if (!isPresent) return t.skip('no recordings beside the repository');
  const { files, all, strange, agents } = wholeFiles();
  assert.deepEqual(strange, []);
  const held = files.filter((file) => file.held !== undefined && file.net.hunks.length > 0);
  const folder = mkdtempSync(join(tmpdir(), 'debrief-whole-'));
  try {
    execFileSync('git', ['init', '-q', folder]);
    for (const [at, { held: file }] of held.entries())
      if (file?.before !== undefined) writeFileSync(join(folder, `f${at}`), file.before);
    const patch = held.map(({ net }, at) => patchOf(`f${at}`, net)).join('');
    const apply = (...how: string[]) =>
      execFileSync('git', ['apply', '--whitespace=nowarn', ...how, '-'], { cwd: folder, input: patch });
    apply('--check');
    apply();
    let compared = 0;
    for (const [at, { held: file, where }] of held.entries()) {
      if (file?.after === undefined) continue;
      const path = join(folder, `f${at}`);
      assert.equal(existsSync(path) ? readFileSync(path, 'utf8') : undefined, file.after, where);
      compared++;
    }
    t.diagnostic(
      `${files.length} of ${all} files whole, of ${[...agents].sort().join(', ')}; ${held.length} applied, ${compared} compared to the byte`,
    );
    // Fewer would mean that this looks at nothing, or that whole files are no longer called so.
    assert.ok(files.length >= 470 && held.length >= 370 && compared >= 360);
    assert.ok(agents.size >= 5, [...agents].join());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
