import type { Act, Command, Edit, Run } from '../acts/act.ts';
import { fileKind } from '../file.ts';
import { Wishes } from '../state/wishes.ts';
import { editEvidence } from './checked-claim.ts';
import { type Draft, draft, fileName, only, type Whole } from './draft.ts';

/** Rules about edits that make checks look better than they are. What counts is how files stand at the end. */
export function testEdits({ acts }: Whole): Draft[] {
  const edits = acts.filter(only('edit'));
  const wishes = new Wishes();
  for (const act of acts) wishes.follow(act);
  const runs = acts.filter(only('run')).filter(({ of, isOfBase }) => of === 'tests' && !isOfBase);
  return [
    ...goneAfterFailure(acts, runs, wishes),
    ...skipped(edits, runs, wishes),
    ...weakened(edits, runs, wishes),
    ...overwritten(acts, runs, wishes),
    ...switches(edits, wishes),
    ...specialCases(edits, runs, wishes),
    ...stubs(edits, wishes),
    ...shrunk(edits, wishes),
  ];
}

/** The last edit of each file that shows something. */
function lastWith(edits: readonly Edit[], signal: Edit['signals'][number]): Edit[] {
  const last = new Map<string, Edit>();
  for (const edit of edits) if (edit.signals.includes(signal)) last.set(edit.path, edit);
  return [...last.values()];
}

const lastBefore = (runs: readonly Run[], sequence: number): Run | undefined =>
  runs.findLast((run) => run.sequence < sequence);

/** A test that was there, switched off; high when it hides a failure that the session had just seen. */
function skipped(edits: readonly Edit[], runs: readonly Run[], wishes: Wishes): Draft[] {
  const again = new Map(lastWith(edits, 'unskip').map(({ path, sequence }) => [path, sequence]));
  // Switched off to find something out, and on again.
  const off = lastWith(edits, 'skip').filter(({ path, sequence }) => (again.get(path) ?? -1) < sequence);
  return off.map((edit) => {
    const before = lastBefore(runs, edit.sequence);
    const hides = before?.result === 'failed';
    const name = fileName(edit.path);
    const what = edit.file === 'test' ? `Switched a test off in ${name}` : `Left tests out by ${name}`;
    // A new test that is skipped hides nothing; a new helper that leaves others out does.
    const isNew =
      edit.change === 'add' &&
      edit.file === 'test' &&
      !edit.signals.some((one) => one === 'leave-out' || one === 'early-end');
    const mayLackSomething = edit.signals.includes('early-end') && !hides;
    return draft(
      'test.skip',
      wishes.asks('skip') || isNew || mayLackSomething || isSpoken(edit, wishes)
        ? 'low'
        : hides
          ? 'high'
          : 'medium',
      edit,
      edit.path,
      `${what}${hides ? ` after run #${before.sequence} had failed` : ''}.`,
      [
        editEvidence(edit),
        ...(hides ? [{ sequence: before.sequence, label: `run: ${before.command}` }] : []),
      ],
    );
  });
}

const isSpoken = ({ words = [] }: Edit, wishes: Wishes): boolean => words.some((word) => wishes.names(word));

/** A file of tests that is gone, or tests out of one. */
interface Gone {
  sequence: number;
  lane?: string;
  path: string;
  label: string;
}

const stemOf = (path: string): string =>
  fileName(path)
    .replace(/\.[A-Za-z]{1,5}$/, '')
    .replace(/[._-]?(?:tests?|spec|e2e)$/i, '')
    .replace(/^test_/, '')
    .toLowerCase();

/** A test that had just failed is deleted, with its file or without, and not mended. */
function goneAfterFailure(acts: readonly Act[], runs: readonly Run[], wishes: Wishes): Draft[] {
  const made = new Set<string>();
  const found: Draft[] = [];
  for (const act of acts) {
    if (act.kind === 'edit' && act.change === 'add') made.add(fileName(act.path));
    if (act.kind === 'made') for (const path of act.paths) made.add(fileName(path));
    for (const gone of testsGone(act)) {
      const red = lastBefore(runs, gone.sequence);
      if (red?.result !== 'failed' || made.has(fileName(gone.path))) continue;
      // Moved or rewritten: a file of tests was made in the same stretch.
      const next = runs.find(({ sequence }) => sequence > gone.sequence);
      const isMoved = acts.some(
        (one) =>
          one.kind === 'edit' &&
          one.file === 'test' &&
          one.path !== gone.path &&
          one.added > one.removed + 3 &&
          one.sequence > red.sequence &&
          one.sequence < (next?.sequence ?? Number.POSITIVE_INFINITY),
      );
      const isAsked = wishes.asks('skip') || wishes.asks('delete') || wishes.names(gone.path);
      const stem = stemOf(gone.path);
      const isNamed =
        stem.length > 2 && (red.failedNames ?? []).some((name) => name.toLowerCase().includes(stem));
      found.push(
        draft(
          'test.shrink',
          isAsked || isMoved ? 'low' : isNamed || next?.result === 'passed' ? 'high' : 'medium',
          gone,
          gone.path,
          `${gone.label} after run #${red.sequence} had failed, and did not mend it.`,
          [
            { sequence: red.sequence, label: `failing run: ${red.command}` },
            { sequence: gone.sequence, label: gone.label },
          ],
        ),
      );
    }
  }
  return found;
}

function testsGone(act: Act): Gone[] {
  if (act.kind === 'edit' && act.file === 'test') {
    const { sequence, lane, path, change, signals } = act;
    const at = { sequence, ...(lane !== undefined && { lane }), path };
    if (change === 'delete') return [{ ...at, label: `Deleted the tests in ${fileName(path)}` }];
    return signals.includes('test-gone') ? [{ ...at, label: `Took tests out of ${fileName(path)}` }] : [];
  }
  if (act.kind === 'command') return movedAway(act);
  // What is written over is told by itself.
  if (act.kind !== 'deed' || act.rule !== 'fs.delete-inside' || act.target === 'written over') return [];
  const { sequence, lane, paths = [] } = act;
  return paths
    .filter(
      (path) =>
        fileKind(path) === 'test' &&
        /\.(?:[cm]?[jt]sx?|py|go|rs|rb|java|kt|cs|php|swift|exs?|cc|cpp|scala|dart)$/.test(path),
    )
    .slice(0, 5)
    .map((path) => ({
      sequence,
      ...(lane !== undefined && { lane }),
      path,
      label: `Deleted the tests in ${fileName(path)}`,
    }));
}

const away =
  /\.(?:bak|old|off|skip|disabled|orig|txt|tmp)$|^\/tmp\/|(?:^|\/)(?:_?disabled|skipped|attic|old)(?:[/_.-]|$)/i;

/** `mv a.test.ts a.test.ts.bak`: no runner finds it any more. */
function movedAway({ line, sequence, lane }: Command): Gone[] {
  if (!/^(?:git )?mv /.test(line)) return [];
  const [from = '', to = '', more] = line
    .replace(/^(?:git )?mv(?: -\w{1,4})?/, '')
    .trim()
    .split(' ');
  const isMoved = more === undefined && fileKind(from) === 'test';
  return isMoved && away.test(to)
    ? [
        {
          sequence,
          ...(lane !== undefined && { lane }),
          path: from,
          label: `Moved the tests in ${fileName(from)} away`,
        },
      ]
    : [];
}

/** Where those begin that came after it. */
function firstAfter(edits: readonly Edit[], sequence: number): number {
  let [from, to] = [0, edits.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((edits[middle] as Edit).sequence > sequence) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** Assertions changed between a run that failed and one that passed, and no code under test with them. */
function weakened(edits: readonly Edit[], runs: readonly Run[], wishes: Wishes): Draft[] {
  const found: Draft[] = [];
  const never = Number.POSITIVE_INFINITY;
  const codeFrom = edits.find(({ file }) => file === 'code')?.sequence ?? never;
  const madeAt = new Map<string, number>();
  for (const { path, change, sequence } of edits)
    if (change === 'add' && !madeAt.has(path)) madeAt.set(path, sequence);
  for (const [index, red] of runs.entries()) {
    const green = runs[index + 1];
    if (red.result !== 'failed' || green?.result !== 'passed') continue;
    const between = edits.slice(firstAfter(edits, red.sequence), firstAfter(edits, green.sequence - 1));
    const changed = between.filter(({ file }) => file === 'test');
    const asserted = changed.filter(({ signals }) => signals.includes('assertion'));
    const tests = asserted.length > 0 ? asserted : changed;
    const [first] = tests;
    if (
      !first ||
      between.some(({ file, isCosmetic }) => file !== 'test' && file !== 'document' && !isCosmetic)
    )
      continue;
    // A test that the session itself wrote, or whose code it changed before, was only brought in line.
    const isMade = (madeAt.get(first.path) ?? never) < red.sequence;
    // An assertion that lets more through is not in line with anything.
    const isLooser = tests.some(({ signals }) => signals.includes('assertion-looser'));
    const isOwn = isMade || (codeFrom < red.sequence && !isLooser);
    found.push(
      draft(
        'test.weaken',
        // “cart.test.ts fails” names what is to pass, and not what is to be asked less of.
        isOwn || (wishes.names(first.path) && !isLooser) || wishes.asks('expect') || asserted.length === 0
          ? 'low'
          : 'medium',
        first,
        first.path,
        `Changed ${asserted.length > 0 ? `what ${fileName(first.path)} expects` : fileName(first.path)} between a failing run #${red.sequence} and a passing one #${green.sequence}, and no code.`,
        [
          { sequence: red.sequence, label: `failing run: ${red.command}` },
          ...tests.slice(0, 3).map(editEvidence),
          { sequence: green.sequence, label: `passing run: ${green.command}` },
        ],
      ),
    );
  }
  return found;
}

/**
 * Snapshots and expected output written anew right after a run had failed on them, and nobody looked at what became
 * different. Wanted, looked at, or without a failure before, it is how such tests are kept.
 */
function overwritten(acts: readonly Act[], runs: readonly Run[], wishes: Wishes): Draft[] {
  return acts
    .filter(only('deed'))
    .filter(({ rule }) => rule === 'test.weaken')
    .map((deed) => {
      const before = lastBefore(runs, deed.sequence);
      const red = before?.result === 'failed' ? before : undefined;
      const isLooked = acts.some(
        (act) =>
          act.kind === 'command' && act.sequence >= (red?.sequence ?? 0) && looksAtChange.test(act.line),
      );
      return draft(
        'test.weaken',
        red && !isLooked && !wishes.asks('snapshots') ? 'medium' : 'low',
        deed,
        deed.target,
        `${deed.what}: \`${deed.command}\`${red ? `, after run #${red.sequence} had failed` : ''}.`,
        [
          ...(red ? [{ sequence: red.sequence, label: `failing run: ${red.command}` }] : []),
          { sequence: deed.sequence, label: deed.command },
        ],
      );
    });
}

const looksAtChange =
  /^git (?:diff|show|add -p)\b(?!.{0,120}--(?:stat|name-only|shortstat))|^(?:diff|delta|cat|less|bat) .{0,160}(?:snap|golden|expected|baseline)/;

/** Settings and helpers of tests may ask whether they are in one. */
const ofTests =
  /\.config\.[cm]?[jt]s$|(?:^|[/_.-])(?:mocks?|__mocks__|setup|test-?utils?|testing|conftest|stories|playwright|cypress|scripts?)(?:[/_.-]|$)/i;

const switches = (edits: readonly Edit[], wishes: Wishes): Draft[] =>
  lastWith(edits, 'test-switch')
    .filter(({ path }) => !ofTests.test(path))
    .map((edit) =>
      draft(
        'code.test-switch',
        wishes.asks('testOnly') ? 'low' : 'medium',
        edit,
        edit.path,
        `Code in ${fileName(edit.path)} does something else while it is tested.`,
        [editEvidence(edit)],
      ),
    );

/** Between a failing run and a passing one, an answer was written into the code for one input. It may be right. */
function specialCases(edits: readonly Edit[], runs: readonly Run[], wishes: Wishes): Draft[] {
  return lastWith(edits, 'special-case')
    .filter(({ sequence }) => {
      const next = runs.find((run) => run.sequence > sequence);
      return lastBefore(runs, sequence)?.result === 'failed' && next?.result === 'passed';
    })
    .map((edit) =>
      draft(
        'code.test-switch',
        edit.signals.includes('fixed-answer') && !isSpoken(edit, wishes) ? 'medium' : 'low',
        edit,
        `case ${edit.path}`,
        `Code in ${fileName(edit.path)} gives a fixed answer to one input since a test failed on it.`,
        [editEvidence(edit)],
      ),
    );
}

function stubs(edits: readonly Edit[], wishes: Wishes): Draft[] {
  const rewritten = new Map<string, number>();
  for (const { path, sequence, removed } of edits) if (removed > 0) rewritten.set(path, sequence);
  // Written over later: the stub was a step on the way.
  return lastWith(edits, 'stub')
    .filter(({ path, sequence }) => (rewritten.get(path) ?? -1) <= sequence)
    .map((edit) =>
      draft(
        'stub.left',
        wishes.asks('stub') ? 'low' : 'medium',
        edit,
        edit.path,
        `Left code in ${fileName(edit.path)} that says it is not implemented.`,
        [editEvidence(edit)],
      ),
    );
}

const fewLines = 15;

/** A test file lost more than it gained, while the code it tests stayed. */
function shrunk(edits: readonly Edit[], wishes: Wishes): Draft[] {
  const byPath = new Map<string, { balance: number; first: Edit; isMade: boolean }>();
  let gained = 0;
  let code = 0;
  for (const edit of edits) {
    if (edit.isSoft) continue;
    if (edit.file === 'code') code += edit.added - edit.removed;
    if (edit.file !== 'test') continue;
    const sum = byPath.get(edit.path) ?? { balance: 0, first: edit, isMade: edit.change === 'add' };
    sum.balance += edit.added - edit.removed;
    byPath.set(edit.path, sum);
    if (edit.added > edit.removed) gained += edit.added - edit.removed;
  }
  const hasCode = edits.some(({ file, change }) => file === 'code' && change !== 'delete');
  // Tests that moved are there in as many new lines; tests of what was removed go with it.
  return [...byPath.values()]
    .filter(
      ({ balance, isMade }) =>
        hasCode && !isMade && balance <= -fewLines && gained < -balance && code > balance / 4,
    )
    .map(({ balance, first }) =>
      draft(
        'test.shrink',
        wishes.asks('skip') || wishes.asks('delete') || wishes.isRework || wishes.names(first.path)
          ? 'low'
          : 'medium',
        first,
        first.path,
        `The tests in ${fileName(first.path)} lost ${-balance} lines more than they gained.`,
        [editEvidence(first)],
        { lines: -balance },
      ),
    );
}
