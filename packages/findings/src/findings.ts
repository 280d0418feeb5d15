import type { Entry } from '@debrief/transcript';
import type { Act, Intervention } from './acts/act.ts';
import { actsOf } from './acts/entry.ts';
import { type Finding, mostEvidence, mostSequences, type NotJudged, severities } from './finding.ts';
import { defaultPolicy, type FindingPolicy } from './policy.ts';
import { type CheckedClaim, checkClaims } from './rules/claim-check.ts';
import { courseRules } from './rules/course-rules.ts';
import { deedRules } from './rules/deed-rules.ts';
import type { Draft, Whole } from './rules/draft.ts';
import { editRules } from './rules/edit-rules.ts';
import { truthRules } from './rules/truth-rules.ts';

export interface FindingsContext {
  /** The repository's folder, or the folder the session ran in. */
  root?: string | undefined;
  isContinued?: boolean;
  policy?: FindingPolicy;
}

/** JSON through and through; private to this package. */
export interface FindingsState {
  entries: [id: string, acts: Act[]][];
  partial: number;
  isFull: boolean;
}

export interface Findings {
  /** Entries that are new or have changed, in any pieces: the result is the same. */
  feed(entries: Iterable<Entry>): void;
  /** `isEnded`: nothing more will come, so what is missing is missing. */
  findings(isEnded: boolean): Finding[];
  claims(): CheckedClaim[];
  /** What people did about it, in order: navigation, not risk. */
  interventions(): Intervention[];
  notJudged(): NotJudged[];
  state(): FindingsState;
}

/** Beyond this a session is judged by what it did until then, and says so. */
const mostEntries = 20_000;
const mostFindings = 500;

export function createFindings(context: FindingsContext = {}, state?: FindingsState): Findings {
  const policy = context.policy ?? defaultPolicy;
  const around = { root: context.root, policy };
  const entries = new Map<string, Act[]>(structuredClone(state?.entries ?? []));
  let partial = state?.partial ?? 0;
  let isFull = state?.isFull ?? false;
  let ordered: Act[] | undefined;
  const acts = () => {
    ordered ??= [...entries.values()].flat().sort((a, b) => a.sequence - b.sequence);
    return ordered;
  };
  return {
    feed(changed) {
      for (const entry of changed) {
        const { acts: found, isPartial } = actsOf(entry, around);
        if (isPartial && !entries.has(entry.id)) partial++;
        if (found.length === 0 && !entries.has(entry.id)) continue;
        if (entries.size >= mostEntries && !entries.has(entry.id)) {
          isFull = true;
          continue;
        }
        entries.set(entry.id, found);
        ordered = undefined;
      }
    },
    findings: (isEnded) =>
      evaluate({
        acts: acts(),
        policy,
        isEnded,
        isContinued: context.isContinued ?? false,
      }),
    claims: () => checkClaims(acts(), { isContinued: context.isContinued ?? false }),
    interventions: () => acts().filter((act) => act.kind === 'intervention'),
    notJudged: () => notJudged(acts(), partial, isFull),
    state: () => structuredClone({ entries: [...entries], partial, isFull }),
  };
}

function evaluate(whole: Whole): Finding[] {
  const drafts = [...deedRules(whole), ...editRules(whole), ...truthRules(whole), ...courseRules(whole)];
  const byCause = new Map<string, Draft[]>();
  for (const draft of drafts) {
    const key = `${draft.rule}\u0000${draft.target}\u0000${draft.lane ?? ''}`;
    const same = byCause.get(key);
    if (same) same.push(draft);
    else byCause.set(key, [draft]);
  }
  const found = [...byCause.values()].flatMap((same) => folded(same, whole.policy));
  return found.sort(byRisk).slice(0, mostFindings);
}

/** Repeats of one cause are one finding, as severe as the worst of them. */
function folded(same: readonly Draft[], policy: FindingPolicy): Finding[] {
  const [first, ...rest] = [...same].sort((a, b) => a.sequence - b.sequence);
  if (!first) return [];
  const wanted = Object.hasOwn(policy.rules, first.rule) ? policy.rules[first.rule] : undefined;
  if (wanted === 'off') return [];
  const worst = same.reduce(
    (a, b) => (severities.indexOf(b.severity) < severities.indexOf(a.severity) ? b : a),
    first,
  );
  const sequences = [...new Set([first, ...rest].map(({ sequence }) => sequence))].slice(0, mostSequences);
  const { target: _, ...finding } = worst;
  return [
    {
      ...finding,
      severity: wanted ?? worst.severity,
      sequence: first.sequence,
      sequences,
      evidence: worst.evidence.slice(0, mostEvidence),
    },
  ];
}

/** The highest first, then in the order they happened. */
const byRisk = (a: Finding, b: Finding): number =>
  severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
  a.sequence - b.sequence ||
  (a.rule < b.rule ? -1 : 1);

function notJudged(acts: readonly Act[], partial: number, isFull: boolean): NotJudged[] {
  const missing: NotJudged[] = [];
  const steps = acts.filter((act) => act.kind === 'step');
  if (steps.length >= 3 && steps.every(({ outcome }) => outcome === 'unknown')) {
    missing.push({ what: 'Test results', because: 'this agent does not record what its calls answered' });
  }
  if (partial > 0)
    missing.push({
      what: `${partial} ${partial === 1 ? 'command' : 'commands'}`,
      because: 'too long, or not written for a shell that can be read',
    });
  if (isFull)
    missing.push({
      what: 'The rest of the session',
      because: `only the first ${mostEntries} steps are judged`,
    });
  return missing;
}
