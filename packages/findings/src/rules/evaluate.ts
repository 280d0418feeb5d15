import { type Finding, maxEvidence, maxSequences, severities } from '../finding.ts';
import type { FindingPolicy } from '../policy.ts';
import { withScripts } from '../state/scripted.ts';
import { teamRules } from '../team-rule/evaluate.ts';
import { courseRules } from './course-rules.ts';
import { deedRules } from './deed-rules.ts';
import type { Draft, Whole } from './draft.ts';
import { editRules } from './edit-rules.ts';
import { fetchedRule } from './fetched-rule.ts';
import { oneForEachCause } from './one-cause.ts';
import { permissionRules } from './permission-rules.ts';
import { scopeRules } from './scope/scope-rules.ts';
import { truthRules } from './truth-rules.ts';

const maxFindings = 500;

/** All rules over all acts of a session. */
export function evaluate(given: Whole): Finding[] {
  const whole = { ...given, acts: withScripts(given.acts) };
  const drafts = [
    ...deedRules(whole),
    ...editRules(whole),
    ...truthRules(whole),
    ...courseRules(whole),
    ...permissionRules(whole),
    ...scopeRules(whole),
    ...fetchedRule(whole),
    ...teamRules(whole),
  ];
  const byCause = new Map<string, Draft[]>();
  for (const draft of drafts) {
    const key = `${draft.rule}\u0000${draft.target}\u0000${draft.lane ?? ''}`;
    const same = byCause.get(key);
    if (same) same.push(draft);
    else byCause.set(key, [draft]);
  }
  const found = [...byCause.values()].flatMap((same) => folded(same, whole.policy));
  return oneForEachPlace(oneForEachCause(found).sort(byRisk)).slice(0, maxFindings);
}

/** A finding is known by its rule and its first sequence: two of one rule at one place are one. */
function oneForEachPlace(findings: readonly Finding[]): Finding[] {
  const seen = new Set<string>();
  return findings.filter(({ rule, sequence }) => {
    const key = `${rule}.${sequence}`;
    return !seen.has(key) && seen.add(key);
  });
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
  const sequences = [...new Set([first, ...rest].map(({ sequence }) => sequence))].slice(0, maxSequences);
  const { target: _, ...finding } = worst;
  return [
    {
      ...finding,
      severity: wanted ?? worst.severity,
      sequence: first.sequence,
      sequences,
      evidence: worst.evidence.slice(0, maxEvidence),
    },
  ];
}

/** The highest first, then in the order they happened. */
const byRisk = (a: Finding, b: Finding): number =>
  severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
  a.sequence - b.sequence ||
  (a.rule < b.rule ? -1 : a.rule > b.rule ? 1 : 0);
