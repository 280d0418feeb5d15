import { forgeKinds } from '@debrief/contract';
import type { Context } from '../context.ts';
import { type GateBehind, gateOf } from '../gate/gate.ts';
import { apiOf, forgeOf, repositoryPrefix } from './forge.ts';
import type { CommitStatus, DeliveryRecord, EndpointRecord, StatusKey, UnstatedHead } from './ports.ts';
import { credentialOf, urlOf } from './sealed.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** Machines tell of commits within seconds; what is unknown for so long is by hand, or of a machine that is not connected. */
const patience = 10 * minute;
const lookBack = 30 * day;
const mergedFor = 3 * day;
const atOnce = 20;
const longest = 140;

export const isForge = ({ kind }: EndpointRecord): boolean => forgeKinds.some((forge) => forge === kind);

/** Looks at heads without a final state and queues what their forge is to be told. */
export async function stateCommits(context: Context): Promise<void> {
  const now = context.clock();
  for (const endpoint of await context.store.outbox.forges()) {
    const heads = await context.store.outbox.unstated(endpoint, {
      prefix: repositoryPrefix(endpoint.kind, endpoint.shownUrl),
      openSince: now - lookBack,
      mergedSince: now - mergedFor,
      limit: atOnce,
    });
    for (const head of heads) {
      const told = await judged(context, endpoint.organizationId, head);
      await context.store.outbox.look(endpoint, head, { ...told, at: context.clock() });
    }
  }
}

type Told = { state: CommitStatus['state']; detail: string };

const undecided = 'Not decided yet: the page says what is waited for';

/**
 * A final state is given once and never taken back, so it is given when nothing is open any more: no session behind it is
 * running, its commits are known or will not be, and the policy lets it pass. What the policy stops stays `pending`, because
 * a person can still decide; when it was merged all the same, it has failed.
 */
async function judged(context: Context, organizationId: string, head: UnstatedHead): Promise<Told> {
  const now = context.clock();
  const known = await context.store.pullRequest.commits(organizationId, head.url);
  const commits = [...new Set([head.headSha, ...known])];
  const unlisted = Math.max((head.commitCount ?? 0) - commits.length, 0);
  const { repository: remote } = head;
  const behind = await gateOf(context, organizationId, { commits, remote, unlisted });
  const isIncomplete = unlisted > 0 || behind.commits.some(({ isKnown }) => !isKnown);
  const isYoung = now - (head.status?.firstSeenAt ?? now) < patience;
  if (behind.isRunning || (isIncomplete && isYoung)) return { state: 'pending', detail: undecided };
  if (behind.verdict !== 'fail') return { state: 'success', detail: described(behind) };
  return head.isMerged
    ? { state: 'failure', detail: `Merged before it was decided: ${described(behind)}` }
    : { state: 'pending', detail: undecided };
}

const words: Record<string, string> = {
  unreviewed: 'not reviewed',
  openThreads: 'with open discussions',
  highFindings: 'with undecided high findings',
  unknownCommits: 'commits of unknown origin',
};

function described({ sessions, reasons }: GateBehind): string {
  const count = sessions.length;
  const behind = count === 0 ? 'No session known behind this' : `${count} session${count === 1 ? '' : 's'}`;
  return [behind, ...reasons.map(({ rule, count: of }) => `${of} ${words[rule]}`)].join(', ');
}

const keyOf = ({ endpointId, lane }: DeliveryRecord): StatusKey => {
  const [repository, headSha, baseBranch] = JSON.parse(lane) as [string, string, string];
  return { endpointId, repository, headSha, baseBranch };
};

/** What is queued for a forge waits in this lane: one commit to be merged into one branch. */
export const statusLane = ({ repository, headSha, baseBranch }: Omit<StatusKey, 'endpointId'>): string =>
  JSON.stringify([repository, headSha, baseBranch]);

export type ForgeRequest =
  | { url: string; headers: Record<string, string>; body?: string }
  | { dropped: string };

/** The call that a delivery to a forge is, or why it is none any more. */
export async function forgeRequest(
  context: Context,
  endpoint: EndpointRecord,
  delivery: DeliveryRecord,
): Promise<ForgeRequest> {
  const forge = forgeOf(endpoint.kind);
  const token = credentialOf(context.pepper, endpoint);
  if (!forge || token === undefined) throw new Error(`${endpoint.endpointId} is no forge`);
  const address = urlOf(context.pepper, endpoint);
  const api = apiOf(endpoint.kind, address);
  const headers = forge.headers(token);
  if (delivery.type !== 'commit.status') return { url: `${api}${forge.test}`, headers };
  const key = keyOf(delivery);
  const { outbox } = context.store;
  if (!(await outbox.isHead(delivery.organizationId, key))) {
    await outbox.forget(key);
    return { dropped: 'The pull request ends in another commit by now, or was closed.' };
  }
  const [state = '', ...rest] = (delivery.detail ?? '').split(' ');
  const current = await outbox.statusOf(key);
  if (current?.state !== state) return { dropped: 'Another state has taken its place.' };
  const { path, body } = forge.status({
    path: key.repository.slice(repositoryPrefix(endpoint.kind, address).length),
    sha: key.headSha,
    // The verdict is about what is between the two, so another base is another status.
    name: `debrief/${key.baseBranch.slice(0, 200)}`,
    state,
    description: rest.join(' ').slice(0, longest),
    url: `${context.publicUrl}/commit/${key.headSha}`,
  });
  return { url: `${api}${path}`, headers, body: JSON.stringify(body) };
}
