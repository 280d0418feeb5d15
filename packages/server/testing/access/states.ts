import type { AccessPolicy } from '@debrief/contract';
import { untilReleased } from '../../src/domain/access/reader.ts';
import { runStatement } from '../engine.ts';
import type { TestServer } from '../server.ts';
import type { PlantedContent } from './planted-content.ts';

/** Every state in which a session may be read by some and not by others, and who they are. */

/** Ada is a member whom it does not concern, Ben is asked to review it. */
export const people = ['author', 'ada', 'ben', 'admin'] as const;
export type Who = (typeof people)[number];

export interface AccessState {
  name: string;
  policy?: (planted: PlantedContent) => AccessPolicy;
  heldFor?: number;
  /** The author has let Ada in. */
  isAdaLetIn?: true;
  /** Who reads it. */
  readers: readonly Who[];
  /** Every member does, by rule: so it may be told to what nobody signs in to. */
  isForAll?: true;
}

const hour = 3_600_000;
const usual: AccessPolicy = { visibility: 'organization', hold: 'none', repositories: [] };
const forReviewers = () => ({ ...usual, visibility: 'reviewers' as const });

/** What is said of the session's own repository. */
const own = (
  { repository }: PlantedContent,
  visibility: 'organization' | 'reviewers' | 'members',
  members: string[] = [],
) => ({
  ...{ repository, visibility, members, hold: 'none' as const },
});

export const accessStates: AccessState[] = [
  { name: 'as it always was', readers: people, isForAll: true },
  { name: 'held until it is released', heldFor: untilReleased, readers: ['author'] },
  { name: 'held for an hour', heldFor: hour, readers: ['author'] },
  { name: 'held, whoever was let in before', heldFor: hour, isAdaLetIn: true, readers: ['author'] },
  { name: 'held for a time that is over', heldFor: 1, readers: people, isForAll: true },
  { name: 'for reviewers', policy: forReviewers, readers: ['author', 'ben', 'admin'] },
  { name: 'for reviewers, and Ada was let in', policy: forReviewers, isAdaLetIn: true, readers: people },
  {
    name: 'for reviewers, and held',
    policy: forReviewers,
    heldFor: untilReleased,
    readers: ['author'],
  },
  {
    name: 'for reviewers, its repository for everybody',
    policy: (planted) => ({ ...forReviewers(), repositories: [own(planted, 'organization')] }),
    readers: people,
    isForAll: true,
  },
  {
    name: 'for everybody, its repository for reviewers',
    policy: (planted) => ({ ...usual, repositories: [own(planted, 'reviewers')] }),
    readers: ['author', 'ben', 'admin'],
  },
  {
    name: 'for the members of a list that has Ada',
    policy: (planted) => ({ ...usual, repositories: [own(planted, 'members', [planted.ada.userId])] }),
    readers: people,
  },
  {
    name: 'for the members of an empty list',
    policy: (planted) => ({ ...usual, repositories: [own(planted, 'members')] }),
    readers: ['author', 'ben', 'admin'],
  },
];

/** Brings the planted session there, past the API: not every one of them can be reached from every other. */
export async function bring(
  { running, config }: Pick<TestServer, 'running' | 'config'>,
  planted: PlantedContent,
  { policy, heldFor, isAdaLetIn }: AccessState,
): Promise<void> {
  const { access } = running.context.store;
  const { organizationId, sessionId, ownerId: by } = planted;
  const at = Date.now();
  await access.setPolicy(organizationId, policy?.(planted) ?? usual, { by, at });
  await access.hold({ organizationId, sessionId }, heldFor ?? null, { by, at });
  await runStatement(
    config.database,
    `delete from session_grants where session_id = '${sessionId}' returning session_id`,
  );
  if (!isAdaLetIn) return;
  const { userId } = planted.ada;
  const granted = { state: 'granted' as const, askedAt: at, decidedBy: by, decidedAt: at };
  await access.decide({ organizationId, sessionId, userId, ...granted });
}
