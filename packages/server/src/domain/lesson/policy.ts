import type { LessonPolicy } from '@debrief/contract';
import { hasRole, type MemberActor } from '../actor.ts';
import { recordDeed } from '../audit.ts';
import type { Context } from '../context.ts';

/** An instruction to every agent of the team is for admins until they say otherwise. */
const usual: LessonPolicy = { adopters: 'admins' };

export const getLessonPolicy = async (
  { store }: Context,
  { organizationId }: MemberActor,
): Promise<LessonPolicy> => (await store.lesson.policy(organizationId)) ?? usual;

export async function setLessonPolicy(
  context: Context,
  actor: MemberActor,
  { adopters }: LessonPolicy,
): Promise<LessonPolicy> {
  const { organizationId, userId } = actor;
  await context.store.lesson.setPolicy(organizationId, { adopters }, { by: userId, at: context.clock() });
  await recordDeed(context, actor, 'lesson_policy_changed', organizationId);
  return { adopters };
}

/** Nobody but a signed-in person: a program that has their token only reads. */
export async function mayAdopt(context: Context, actor: MemberActor): Promise<boolean> {
  if (actor.program || actor.terminalId) return false;
  return hasRole(actor.role, 'admin') || (await getLessonPolicy(context, actor)).adopters === 'members';
}
