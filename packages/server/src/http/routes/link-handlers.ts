import type { DeliveryQuery, linkRoutes } from '@debrief/contract';
import { reportCommits } from '../../domain/link/commit.ts';
import type { ReadReport } from '../../domain/link/commit-facts.ts';
import {
  createIntegration,
  type Delivery,
  listIntegrations,
  receiveGithub,
  receiveGitlab,
  removeIntegration,
} from '../../domain/link/integration.ts';
import {
  addLink,
  addPullLink,
  findLinks,
  listSessionLinks,
  removeLink,
  removePullLink,
} from '../../domain/link/link.ts';
import { findPriorWork } from '../../domain/link/prior-work.ts';
import { getRepository, listCommits } from '../../domain/link/repository.ts';
import type { Handlers } from './handler.ts';

/** The bytes of a delivery come beside what the contract describes. */
type Delivered = DeliveryQuery & { delivery: Delivery };

/** A report comes from the thread that read it as it is kept. */
type Reported = ReadReport & { sessionId: string };

export const linkHandlers: Pick<Handlers, keyof typeof linkRoutes> = {
  reportCommits: (context, actor, input) => reportCommits(context, actor, input as unknown as Reported),
  findLinks,
  findPriorWork,
  listSessionLinks,
  addLink,
  removeLink,
  addPullLink,
  removePullLink,
  getRepository,
  listCommits,
  createIntegration,
  listIntegrations,
  removeIntegration,
  receiveGithub: (context, _, input) => receiveGithub(context, input as Delivered),
  receiveGitlab: (context, _, input) => receiveGitlab(context, input as Delivered),
};
