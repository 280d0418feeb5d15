import { defaultPolicy } from '@debrief/findings';
import { pathFits } from '@debrief/findings/team-rule';
import { checkSession, parseCheck } from '@debrief/lessons';
import type { CheckQuestion, SessionChecks } from '../../domain/findings/ports.ts';
import type { EventLog } from '../../domain/session/log-ports.ts';
import { findingsOf, type TriedSession } from './backtest.ts';

export interface ChecksQuestion extends CheckQuestion {
  task: 'checks';
  sessions: readonly TriedSession[];
}

/** How checks come out in these sessions. What was kept of a session may be some events behind its log. */
export async function checksOf(
  log: Pick<EventLog, 'read'>,
  { checks: texts, paths, testCommands, sessions }: ChecksQuestion,
): Promise<SessionChecks[]> {
  const checks = texts.map(parseCheck);
  const policy = { ...defaultPolicy, testCommands: [...testCommands] };
  const asksFindings = checks.some(({ form }) => form === 'finding');
  const found: SessionChecks[] = [];
  for (const session of sessions) {
    const { sessionId, isEnded, isContinued } = session;
    const findings = await findingsOf(log, session);
    const { acts, branch } = findings.acts(policy);
    const isMeant =
      paths.length === 0 ||
      acts.some((act) => act.kind === 'edit' && paths.some((path) => pathFits(act.path, path)));
    if (!isMeant) continue;
    const judged = asksFindings ? findings.judge({ policy, isEnded, isContinued }).findings : [];
    found.push({ sessionId, checked: checkSession({ acts, branch, findings: judged }, checks) });
  }
  return found;
}
