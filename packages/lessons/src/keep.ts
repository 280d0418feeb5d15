import type { Act } from '@debrief/findings';
import {
  commandFits,
  isFineAtTheEnd,
  occasionsOf,
  pathFits,
  type ReadRule,
  type When,
} from '@debrief/findings/team-rule';
import type { Check, CheckedSession, KeptAt } from './check.ts';
import { failuresIn, firstTry } from './failure.ts';

/** A session as its acts were read from the record. */
export interface SessionToCheck {
  acts: readonly Act[];
  /** The branch that was checked out at the beginning. */
  branch?: string | undefined;
  /** What was found in it, for checks that want a finding to become rarer. */
  findings?: readonly { rule: string; sequence: number }[] | undefined;
}

const shown = 5;
const longestLabel = 200;

/** How each check came out, in the order of the checks. One look at every act and every new line for each of them. */
export const checkSession = (session: SessionToCheck, checks: readonly Check[]): CheckedSession[] =>
  checks.map((check) => counted(casesOf(session, check)));

function counted(cases: Iterable<KeptAt>): CheckedSession {
  const all: CheckedSession = { opportunities: 0, kept: 0, events: [] };
  for (const { sequence, isKept, label } of cases) {
    all.opportunities++;
    if (isKept) all.kept++;
    const alike = isKept ? all.kept : all.opportunities - all.kept;
    if (alike <= shown) all.events.push({ sequence, isKept, label: label.slice(0, longestLabel) });
  }
  return all;
}

function casesOf(session: SessionToCheck, check: Check): Iterable<KeptAt> {
  switch (check.form) {
    case 'rule':
      return check.unless.length > 0 ? casesOfRule(session, check) : neverDone(session, check);
    case 'done':
      return casesAtTheEnd(session, check);
    case 'code':
      return check.has.length > 0 ? casesOfCode(session, check) : neverWritten(session, check);
    case 'instead':
      return check.path === undefined ? insteadRun(session, check) : insteadWritten(session, check);
    case 'finding':
      return neverFound(session, check);
    case 'failure':
      return neverFailed(session, check);
  }
}

function* casesOfRule({ acts, branch }: SessionToCheck, rule: ReadRule): Generator<KeptAt> {
  for (const { act, what, isFine } of occasionsOf(acts, rule, branch))
    yield { sequence: act.sequence, isKept: isFine, label: what };
}

/** Each push could have gone elsewhere; anything else either happens in a session or does not. */
function* neverDone(session: SessionToCheck, { when }: ReadRule): Generator<KeptAt> {
  const { acts, branch } = session;
  const broken = new Map<Act, string>();
  for (const { act, what } of occasionsOf(acts, { when, unless: [] }, branch)) broken.set(act, what);
  if (when.act === 'push') {
    const any: ReadRule = { when: { act: 'push', branch: '*' }, unless: [] };
    for (const { act, what } of occasionsOf(acts, any, branch))
      yield { sequence: act.sequence, isKept: !broken.has(act), label: what };
    return;
  }
  yield* once(
    acts.filter((act) => couldBreak(act, when)),
    broken,
  );
}

/** One case for a session: the first that broke it, or that it could have been broken. */
function* once(could: readonly Act[], broken: ReadonlyMap<Act, string>): Generator<KeptAt> {
  const [first] = broken;
  if (first) yield { sequence: first[0].sequence, isKept: false, label: first[1] };
  else if (could[0]) yield { sequence: could[0].sequence, isKept: true, label: '' };
}

function couldBreak(act: Act, { act: what }: When): boolean {
  if (what === 'command') return act.kind === 'command';
  if (what === 'tool') return act.kind === 'step';
  if (what === 'prompt') return act.kind === 'prompt';
  if (what === 'claim') return act.kind === 'claim';
  return isEdit(act);
}

type Edit = Extract<Act, { kind: 'edit' }>;

/** Of what the work is about. */
const isEdit = (act: Act): act is Edit => act.kind === 'edit' && !act.isOutside && !act.isTemporary;

function* casesAtTheEnd(
  { acts, branch }: SessionToCheck,
  { unless }: Extract<Check, { form: 'done' }>,
): Generator<KeptAt> {
  const last = acts.findLast(isEdit);
  if (!last) return;
  const isKept = isFineAtTheEnd(acts, unless, branch);
  yield { sequence: last.sequence, isKept, label: `${last.change} ${last.path}` };
}

/** New lines of files under the path, in order. What a command wrote is not in the record. */
function* editsUnder(acts: readonly Act[], path: string): Generator<{ edit: Edit; hunks: string[][] }> {
  for (const act of acts)
    if (isEdit(act) && act.written && pathFits(act.path, path))
      yield { edit: act, hunks: act.written.map((hunk) => hunk.split('\n')) };
}

const isNew = (line: string): boolean => line.startsWith('+');

/** Each new place, with what stands there up to the next one. */
function* casesOfCode(
  { acts }: SessionToCheck,
  { adds, path, has }: Extract<Check, { form: 'code' }>,
): Generator<KeptAt> {
  for (const { edit, hunks } of editsUnder(acts, path))
    for (const hunk of hunks) {
      let open: KeptAt | undefined;
      for (const line of hunk) {
        if (line.includes(adds)) {
          if (open) yield open;
          open = isNew(line)
            ? { sequence: edit.sequence, isKept: false, label: line.slice(1).trim() }
            : undefined;
        }
        if (open && has.some((one) => line.includes(one))) open.isKept = true;
      }
      if (open) yield open;
    }
}

function* neverWritten(
  { acts }: SessionToCheck,
  { adds, path }: Extract<Check, { form: 'code' }>,
): Generator<KeptAt> {
  const [could, broken] = [[] as Act[], new Map<Act, string>()];
  for (const { edit, hunks } of editsUnder(acts, path)) {
    const lines = hunks.flat().filter(isNew);
    if (lines.length > 0) could.push(edit);
    const found = lines.find((line) => line.includes(adds));
    if (found !== undefined) broken.set(edit, found.slice(1).trim());
  }
  yield* once(could, broken);
}

function* insteadRun(
  { acts }: SessionToCheck,
  { use, not }: Extract<Check, { form: 'instead' }>,
): Generator<KeptAt> {
  for (const act of acts) {
    if (act.kind !== 'command') continue;
    const isKept = commandFits(act.line, use);
    if (isKept || commandFits(act.line, not)) yield { sequence: act.sequence, isKept, label: act.line };
  }
}

function* insteadWritten(
  { acts }: SessionToCheck,
  { use, not, path = '*' }: Extract<Check, { form: 'instead' }>,
): Generator<KeptAt> {
  for (const { edit, hunks } of editsUnder(acts, path))
    for (const line of hunks.flat().filter(isNew)) {
      const isKept = line.includes(use);
      if (isKept || line.includes(not))
        yield { sequence: edit.sequence, isKept, label: line.slice(1).trim() };
    }
}

function* neverFound(
  { acts, findings = [] }: SessionToCheck,
  { rule }: Extract<Check, { form: 'finding' }>,
): Generator<KeptAt> {
  const found = findings.find((one) => one.rule === rule);
  const any = acts.find((act) => act.kind === 'step');
  if (found) yield { sequence: found.sequence, isKept: false, label: rule };
  else if (any) yield { sequence: any.sequence, isKept: true, label: '' };
}

function* neverFailed(
  { acts }: SessionToCheck,
  { command }: Extract<Check, { form: 'failure' }>,
): Generator<KeptAt> {
  const failed = failuresIn(acts).find((one) => one.command === command);
  const tried = firstTry(acts, command);
  if (failed) yield { sequence: failed.sequence, isKept: false, label: command };
  else if (tried !== undefined) yield { sequence: tried, isKept: true, label: command };
}
