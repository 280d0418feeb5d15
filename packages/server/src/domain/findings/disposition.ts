import type { DecideFinding, Finding } from '@debrief/contract';
import type { MemberActor } from '../actor.ts';
import { recordDeed } from '../audit.ts';
import type { Context } from '../context.ts';
import { findSession } from '../session/session.ts';
import { judgeAgain } from './again.ts';
import { findingNotFound, presentFinding, readFindingId } from './finding.ts';
import { isDemoted } from './policy.ts';

type Place = { sessionId: string; findingId: string };

/** The finding has to be there: nobody decides about what no rule has found. */
async function find(context: Context, actor: MemberActor, { sessionId, findingId }: Place) {
  const session = await findSession(context, actor.organizationId, sessionId);
  const { rule, sequence } = readFindingId(findingId);
  const found = await context.store.judgement.find(session.sessionId);
  const finding = found?.findings.find((one) => one.rule === rule && one.sequence === sequence);
  if (!finding) throw findingNotFound();
  return { session, finding };
}

export async function decideFinding(
  context: Context,
  actor: MemberActor,
  input: DecideFinding & Place,
): Promise<Finding> {
  const { session, finding } = await find(context, actor, input);
  const decided = {
    sessionId: session.sessionId,
    rule: finding.rule,
    sequence: finding.sequence,
    organizationId: session.organizationId,
    verdict: input.verdict,
    note: input.note || null,
    decidedBy: actor.userId,
    decidedAt: context.clock(),
  };
  const { isForAll } = await context.store.finding.decide(decided, isDemoted);
  await recordDeed(context, actor, 'finding_decided', session.sessionId);
  await judgeAgain(context, session, isForAll);
  return presentFinding(finding, decided);
}

export async function withdrawDecision(context: Context, actor: MemberActor, input: Place): Promise<Finding> {
  const { session, finding } = await find(context, actor, input);
  const withdrawn = await context.store.finding.withdraw(
    {
      organizationId: session.organizationId,
      sessionId: session.sessionId,
      rule: finding.rule,
      sequence: finding.sequence,
    },
    isDemoted,
  );
  if (withdrawn) {
    await recordDeed(context, actor, 'finding_decision_withdrawn', session.sessionId);
    await judgeAgain(context, session, withdrawn.isForAll);
  }
  return presentFinding(finding, undefined);
}
