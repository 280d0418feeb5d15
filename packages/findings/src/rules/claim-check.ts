import type { Act, Claim, Edit, Run } from '../acts/act.ts';
import { outdatesTests } from '../file.ts';
import type { Evidence } from '../finding.ts';

export type Support = 'supported' | 'failed' | 'edited' | 'none' | 'partly' | 'unreadable';

/** What the session shows about a claim. */
export interface CheckedClaim {
  sequence: number;
  of: Claim['of'];
  text: string;
  support: Support;
  /** The run it rests on, if there is one. */
  run?: { sequence: number; command: string };
  evidence: Evidence[];
  /** Both sides give numbers, and they differ. */
  numbers?: { claimed: number; printed: number };
}

const maxEdits = 5;

export function checkClaims(acts: readonly Act[], { isContinued = false } = {}): CheckedClaim[] {
  const checked: CheckedClaim[] = [];
  const runs: Run[] = [];
  const edits: Edit[] = [];
  for (const act of acts) {
    if (act.kind === 'run') runs.push(act);
    else if (act.kind === 'edit' && outdatesTests(act.file) && !act.isCosmetic) edits.push(act);
    else if (act.kind === 'claim') checked.push(check(act, runs, edits, isContinued));
  }
  return checked;
}

function check(
  claim: Claim,
  runs: readonly Run[],
  edits: readonly Edit[],
  isContinued: boolean,
): CheckedClaim {
  const about = { sequence: claim.sequence, of: claim.of, text: claim.text };
  const last = runs.findLast((run) => run.of === claim.of);
  if (!last) {
    // A build or a type check may be part of any other command; only tests are missed when nobody ran them.
    const support = claim.of === 'tests' && !isContinued ? 'none' : 'unreadable';
    return { ...about, support, evidence: [] };
  }
  const run = { sequence: last.sequence, command: last.command };
  const seen: Evidence = { sequence: last.sequence, label: `run: ${last.command}` };
  const answer = (support: Support, evidence: Evidence[] = []): CheckedClaim => ({
    ...about,
    support,
    run,
    evidence: [seen, ...evidence],
    ...numbersOf(claim, last),
  });
  if (last.result === 'failed') return answer(isAboutAnotherPart(claim, last) ? 'partly' : 'failed');
  const since = editsSince(edits, last);
  if (since.length > 0) return answer('edited', since.slice(-maxEdits).map(editEvidence));
  if (last.result === 'unknown') return answer('unreadable');
  if (claim.scope !== 'all' || last.scope === 'all') return answer('supported');
  const whole = runs.findLast((one) => one.of === claim.of && one.scope === 'all');
  const isWholeGood = whole?.result === 'passed' && editsSince(edits, whole).length === 0;
  return answer(isWholeGood || isWholePart(claim, last) ? 'supported' : 'partly');
}

const editsSince = (edits: readonly Edit[], run: Run): Edit[] => {
  const since: Edit[] = [];
  for (let at = edits.length - 1; at >= 0 && (edits[at] as Edit).sequence > run.sequence; at--)
    since.unshift(edits[at] as Edit);
  return since;
};

export const editEvidence = ({ sequence, path }: Edit): Evidence => ({
  sequence,
  label: `edit ${path.slice(path.lastIndexOf('/') + 1)}`,
});

const filter = /\s(?:-run|-k|-t|-g|--grep|--filter|--tests)[ =]["']?([^"'\s]{1,100})/;
const named = /\ball (?:the |of the )?([a-z]{3,30}) tests?\b/i;
const unnamed = /^(?:new|other|existing|unit|remaining|these|those|our|the|its)$/i;

/** “All resume tests pass” after `-run TestResume`, or “all integration tests” after the whole folder of them. */
function isWholePart(claim: Claim, { command }: Run): boolean {
  const part = named.exec(claim.text)?.[1]?.toLowerCase();
  if (part === undefined || unnamed.test(part)) return false;
  const wanted = filter.exec(command)?.[1];
  if (wanted === undefined) return command.toLowerCase().includes(part);
  return wanted.replace(/^\^?(?:Test_?)?|\$$/g, '').toLowerCase() === part;
}

/** “The tests pass” is about all that ran. */
const bare =
  /^(?:\W|now|great|perfect|excellent|done|and|so|✅){0,8}(?:the |our )?tests? (?:now |all ){0,2}(?:pass|succeed|are (?:now )?(?:passing|green))/i;

/** “All 7 redaction tests pass” while another test failed is true. */
function isAboutAnotherPart(claim: Claim, run: Run): boolean {
  if (claim.scope === 'all' && !/\b(?:new|of the|for|in)\b/i.test(claim.text)) return false;
  if (bare.test(claim.text)) return false;
  const names = run.failedNames ?? [];
  if (names.length === 0) return claim.scope === 'some';
  const words = claim.text.toLowerCase();
  return !names.some((name) =>
    name.split(/[^A-Za-z0-9]+/).some((word) => word.length > 3 && words.includes(word.toLowerCase())),
  );
}

function numbersOf(claim: Claim, run: Run): { numbers?: { claimed: number; printed: number } } {
  if (claim.passed === undefined || run.passed === undefined || claim.passed <= run.passed) return {};
  return { numbers: { claimed: claim.passed, printed: run.passed } };
}
