import type { Rule } from '@debrief/contract';

const decided = ({ decisions: { confirmed, expected, wrong } }: Rule): number => confirmed + expected + wrong;

/** Those that spoke first, the ones of the last 30 days before the others; a rule that was only ever decided counts, too. */
export function spoken(rules: readonly Rule[]): { here: Rule[]; never: Rule[] } {
  const isHere = (rule: Rule) => rule.sessions > 0 || decided(rule) > 0;
  const byUse = (a: Rule, b: Rule) => b.recentSessions - a.recentSessions || b.sessions - a.sessions;
  return { here: rules.filter(isHere).sort(byUse), never: rules.filter((rule) => !isHere(rule)) };
}

/** What was said about what it raised. What people called expected or wrong no longer counts among its findings. */
export function decisionsOf(rule: Rule): string {
  const { confirmed, expected, wrong } = rule.decisions;
  const raised = rule.findings + expected + wrong;
  if (raised === 0) return 'Never here';
  if (decided(rule) === 0) return `${raised} raised, nobody has decided yet`;
  return `${raised} raised: ${confirmed} confirmed, ${expected} expected, ${wrong} wrong`;
}

/** What it contributed to the sessions in which somebody confirmed something. */
export function leadOf(rule: Rule, confirmedSessions: number): string | undefined {
  if (rule.confirmedSessions === 0 || confirmedSessions === 0) return undefined;
  return `Led to ${rule.confirmedSessions} of ${confirmedSessions} sessions with something confirmed`;
}
