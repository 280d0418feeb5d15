import type { FileTotal, Summary } from '@debrief/transcript';
import { clipped } from '../acts/act.ts';
import type { Finding } from '../finding.ts';
import type { Judgement } from '../findings.ts';
import type { Intervention } from '../intervention.ts';
import type { RuleInfo } from '../rules/catalog/rule-info.ts';
import { ruleCatalog } from '../rules/catalog.ts';
import type { CheckedClaim } from '../rules/checked-claim.ts';
import {
  type Brief,
  type ChangedPath,
  type Listed,
  type Open,
  type Phase,
  type Proved,
  type SteppedIn,
  type SubagentPart,
  shown,
  type UnprovenClaim,
} from './brief.ts';
import type { ChangedPaths } from './changed-paths.ts';
import { outcomeOf, type Tail } from './outcome.ts';
import type { Proof } from './proof.ts';
import { type SavedWork, workList } from './work.ts';

/** What a session comes to besides its entries. */
export interface BriefContext {
  summary: Pick<Summary, 'files' | 'tools' | 'denials' | 'linesAdded' | 'linesRemoved'>;
  judgement: Pick<Judgement, 'claims' | 'interventions'>;
  /** Findings that nobody has called wrong or expected. */
  findings: readonly Finding[];
  proof: Proof;
}

interface Parts {
  asked: Brief['asked'];
  phases: Listed<Phase>;
  plan: Open['plan'];
  work: SavedWork;
  subagents: Listed<SubagentPart>;
  paths: ChangedPaths;
  time: Brief['time'] | undefined;
  strip: NonNullable<Brief['strip']>;
  tail: Tail | undefined;
  context: BriefContext;
}

/** Puts together what was heard of the entries and what the session was judged by. */
export function compose(parts: Parts): Brief {
  const { asked, phases, plan, work, subagents, paths, time, strip, tail, context } = parts;
  const { summary, judgement, findings, proof } = context;
  const calls = Object.values(summary.tools).reduce((sum, count) => sum + count, 0);
  const rest: Omit<Brief, 'outcome'> = {
    asked,
    did: { calls, work: workList(work, summary.tools), phases, subagents, runs: proof.runs },
    changed: {
      files: filesOf(summary.files, paths),
      linesAdded: whole(summary.linesAdded),
      linesRemoved: whole(summary.linesRemoved),
      commits: proof.commits,
      pullRequests: paths.pullRequests(),
    },
    proved: provedOf(judgement.claims, proof.checks),
    steppedIn: steppedInOf(judgement.interventions, proof.refused, whole(summary.denials)),
    open: {
      findings: findingsOf(findings),
      ...(plan && { plan }),
      ...(tail?.kind === 'decision' &&
        tail.verdict === 'waiting' && { question: { sequence: tail.sequence, text: tail.text } }),
    },
    ...(time && { time, strip }),
  };
  return { outcome: outcomeOf(tail, rest), ...rest };
}

/** Records are anybody's: a count may come out fractional, negative or absurd. */
const whole = (value: number): number =>
  Number.isFinite(value) ? Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, Math.round(value))) : 0;

function filesOf(files: readonly FileTotal[], paths: ChangedPaths): Listed<ChangedPath> {
  const largest = files
    .map((file, at) => ({ file, at }))
    .sort((a, b) => b.file.added + b.file.removed - a.file.added - a.file.removed || a.at - b.at);
  const items = largest.slice(0, shown.files).map(({ file }): ChangedPath => {
    const sequence = paths.sequenceOf(file.path);
    return {
      path: clipped(file.path.slice(-400), 400),
      added: whole(file.added),
      removed: whole(file.removed),
      edits: whole(file.edits),
      ...(sequence !== undefined && { sequence }),
    };
  });
  return { items, total: files.length };
}

function provedOf(claims: readonly CheckedClaim[], checks: Proved['checks']): Proved {
  const unproven = claims.flatMap(({ sequence, of, about, text, support, run }): UnprovenClaim[] =>
    support === 'supported'
      ? []
      : [{ sequence, of, about, text: clipped(text, 160), support, ...(run && { run: run.sequence }) }],
  );
  return {
    checks,
    claims: claims.length,
    supported: claims.length - unproven.length,
    unproven: { items: unproven.slice(-shown.unproven), total: unproven.length },
  };
}

function steppedInOf(
  interventions: readonly Intervention[],
  refused: readonly number[],
  denials: number,
): SteppedIn {
  // Another permission mode is a setting, not a word about the work.
  const told = interventions.filter(({ what }) => what !== 'mode changed');
  const count = (wanted: Intervention['what']) => told.filter(({ what }) => what === wanted).length;
  const isTold = count('denied') > 0 || refused.length === 0;
  const all = isTold
    ? told
    : [...told, ...refused.map((sequence): Intervention => ({ sequence, what: 'denied' }))].sort(
        (a, b) => a.sequence - b.sequence,
      );
  return {
    denied: Math.max(denials, count('denied')),
    interrupted: count('interrupted'),
    corrected: count('corrected'),
    sentBack: count('plan sent back'),
    items: all.slice(-shown.steppedIn).map(({ sequence, what, words, wordsAt }) => ({
      sequence,
      what,
      ...(words !== undefined && words !== '' && { words: clipped(words, 160) }),
      ...(wordsAt !== undefined && { wordsAt }),
    })),
  };
}

const ranks = { high: 0, medium: 1, low: 2 } as const;

function findingsOf(findings: readonly Finding[]): Open['findings'] {
  const first = new Map<string, Finding>();
  for (const finding of findings) {
    const known = first.get(finding.rule);
    if (!known || ranks[finding.severity] < ranks[known.severity]) first.set(finding.rule, finding);
  }
  const count = (wanted: Finding['severity']) =>
    findings.filter(({ severity }) => severity === wanted).length;
  return {
    high: count('high'),
    medium: count('medium'),
    low: count('low'),
    top: [...first.values()]
      .sort((a, b) => ranks[a.severity] - ranks[b.severity] || a.sequence - b.sequence)
      .slice(0, shown.findings)
      .map(({ rule, severity, sequence, team }) => ({
        rule,
        severity,
        sequence,
        title: team?.title ?? (ruleCatalog as Record<string, RuleInfo>)[rule]?.title ?? rule,
      })),
  };
}
