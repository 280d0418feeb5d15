import { DebriefError, type DecideFinding, type Finding } from '@debrief/contract';
import type { Finding as Found } from '@debrief/findings';
import { sharedSession } from '../access/session.ts';
import { hasRole, type MemberActor } from '../actor.ts';
import { recordDeed } from '../audit.ts';
import type { Context } from '../context.ts';
import type { SessionRecord } from '../records.ts';
import { notify } from '../review/notification.ts';
import { judgeAgain } from './again.ts';
import { findingNotFound, presentFinding, readFindingId } from './finding.ts';
import { isDemoted } from './policy.ts';
import type { ForAll } from './ports.ts';

type Place = { sessionId: string; findingId: string };

/** The finding has to be there: nobody decides about what no rule has found. */
async function find(context: Context, actor: MemberActor, { sessionId, findingId }: Place) {
  const session = await sharedSession(context, actor, sessionId);
  const { rule, sequence } = readFindingId(findingId);
  const found = await context.store.judgement.find(session.sessionId);
  const finding = found?.findings.find((one) => one.rule === rule && one.sequence === sequence);
  if (!finding) throw findingNotFound();
  return { session, finding };
}

/** The author may say what they think, but not in the place of what somebody else has said about their session. */
async function mayReplace(
  context: Context,
  actor: MemberActor,
  { organizationId, sessionId, authorUserId }: SessionRecord,
  { rule, sequence }: Found,
): Promise<void> {
  if (authorUserId !== actor.userId) return;
  const known = await context.store.finding.dispositions(organizationId, sessionId);
  const other = known.find((one) => one.rule === rule && one.sequence === sequence);
  if (other && other.decidedBy !== actor.userId) {
    throw new DebriefError('not_yours', 'Somebody else has decided about this finding of your session.');
  }
}

/** A rule that goes quiet, or is heard again, is news for admins, whoever brought it about. */
async function announce(
  context: Context,
  actor: MemberActor,
  { organizationId, sessionId }: SessionRecord,
  rule: string,
  forAll: ForAll,
): Promise<void> {
  if (forAll === undefined) return;
  await recordDeed(context, actor, forAll === 'quiet' ? 'rule_quieted' : 'rule_restored', rule);
  if (forAll !== 'quiet') return;
  for (const { userId, role, status } of await context.store.member.list(organizationId)) {
    if (status !== 'active' || !hasRole(role, 'admin')) continue;
    await notify(context, { organizationId, userId, reason: 'rule', sessionId });
  }
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
  await mayReplace(context, actor, session, finding);
  const { forAll } = await context.store.finding.decide(decided, isDemoted);
  await recordDeed(context, actor, 'finding_decided', session.sessionId);
  await announce(context, actor, session, finding.rule, forAll);
  await judgeAgain(context, session, forAll !== undefined);
  return presentFinding(finding, decided);
}

export async function withdrawDecision(context: Context, actor: MemberActor, input: Place): Promise<Finding> {
  const { session, finding } = await find(context, actor, input);
  await mayReplace(context, actor, session, finding);
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
    await announce(context, actor, session, finding.rule, withdrawn.forAll);
    await judgeAgain(context, session, withdrawn.forAll !== undefined);
  }
  return presentFinding(finding, undefined);
}
