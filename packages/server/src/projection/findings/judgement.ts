import { createHash } from 'node:crypto';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { type Finding, type Judgement, type Severity, severities } from '@debrief/findings';
import type { Failure } from '@debrief/lessons';
import { ruleInfo } from '../../domain/findings/known-rule.ts';
import { riskOf } from '../../domain/findings/risk.ts';

/** What is stored of a session's findings. */
export interface StoredJudgement {
  /** What it was judged with; another mark means that it has to be judged again. */
  mark: string;
  foldedTo: number;
  /** Findings that nobody has called wrong or expected. */
  counts: Record<Severity, number>;
  risk: number;
  /** JSON text: the few that a list shows. */
  top: string;
  rules: { rule: string; severity: number; count: number }[];
  /** Commands that did not work. */
  failures: readonly Failure[];
  body: Uint8Array;
}

const shownInLists = 3;
const ranks: Record<Severity, number> = { low: 1, medium: 2, high: 3 };

/** Of a session's findings, those that people have decided about. */
export type Settled = ReadonlySet<string>;

export const findingKey = ({ rule, sequence }: Pick<Finding, 'rule' | 'sequence'>): string =>
  `${rule}.${sequence}`;

/** Those that nobody has called wrong or expected. */
export const openFindings = ({ findings }: Judgement, settled: Settled): Finding[] =>
  findings.filter((finding) => !settled.has(findingKey(finding)));

export function storedJudgement(
  judgement: Judgement,
  settled: Settled,
  { mark, foldedTo, failures }: Pick<StoredJudgement, 'mark' | 'foldedTo' | 'failures'>,
): StoredJudgement {
  const open = openFindings(judgement, settled);
  const counts = { high: 0, medium: 0, low: 0 };
  for (const { severity } of open) counts[severity]++;
  return {
    mark,
    foldedTo,
    counts,
    risk: openRisk(open),
    top: JSON.stringify(topOf(open)),
    rules: rulesOf(open),
    failures,
    body: zstdCompressSync(JSON.stringify(judgement)),
  };
}

export const judgementOf = (body: Uint8Array): Judgement =>
  JSON.parse(zstdDecompressSync(body).toString()) as Judgement;

/** The same for what would be stored alike. */
export const fingerprint = ({ body, ...rest }: StoredJudgement): string =>
  createHash('sha256')
    .update(JSON.stringify({ ...rest, foldedTo: 0 }))
    .update(body)
    .digest('base64');

/** The highest severity, then how many different rules found something that severe. */
function openRisk(open: readonly Finding[]): number {
  const highest = severities.find((severity) => open.some((finding) => finding.severity === severity));
  if (highest === undefined) return 0;
  const rules = new Set(open.filter(({ severity }) => severity === highest).map(({ rule }) => rule));
  return riskOf(highest, rules.size);
}

/** One of each rule: three times the same says less than three things. */
function topOf(open: readonly Finding[]): object[] {
  const first = new Map<string, Finding>();
  for (const finding of open) if (!first.has(finding.rule)) first.set(finding.rule, finding);
  return [...first.values()].slice(0, shownInLists).map(({ rule, severity, sequence, team }) => ({
    rule,
    severity,
    sequence,
    title: team?.title ?? ruleInfo(rule)?.title ?? rule,
  }));
}

function rulesOf(open: readonly Finding[]): StoredJudgement['rules'] {
  const found = new Map<string, { rule: string; severity: number; count: number }>();
  for (const { rule, severity } of open) {
    const known = found.get(rule) ?? { rule, severity: 0, count: 0 };
    found.set(rule, { rule, severity: Math.max(known.severity, ranks[severity]), count: known.count + 1 });
  }
  return [...found.values()];
}
