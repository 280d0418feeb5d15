import { createHmac, type KeyObject } from 'node:crypto';
import {
  type CreatedIntegration,
  type CreateIntegration,
  DebriefError,
  type DeliveryAnswer,
  type Integration,
  type IntegrationList,
  type IntegrationProvider,
  limits,
} from '@debrief/contract';
import type { Caller, MemberActor } from '../actor.ts';
import { recordDeed } from '../audit.ts';
import type { Context } from '../context.ts';
import { isId, newId } from '../id.ts';
import { iso, isoOrNone, present } from '../present.ts';
import type { DeliveredPull } from './delivery.ts';
import { isSignedByGithub, isSignedByGitlab } from './delivery-signature.ts';
import type { IntegrationRecord } from './records.ts';

/**
 * Derived from the server key instead of stored: nothing that is kept, and no backup, can sign a delivery (L14). The form
 * is the one GitLab takes for a signing token; GitHub takes any text.
 */
export const integrationSecret = (pepper: KeyObject, integrationId: string): string =>
  `whsec_${createHmac('sha256', pepper).update(`integration/v1/${integrationId}`).digest('base64')}`;

function presentIntegration(context: Context, integration: IntegrationRecord): Integration {
  return present({
    ...integration,
    url: `${context.publicUrl}/v1/integrations/${integration.provider}?integration=${integration.integrationId}`,
    createdAt: iso(integration.createdAt),
    lastDeliveryAt: isoOrNone(integration.lastDeliveryAt),
  });
}

export async function createIntegration(
  context: Context,
  actor: MemberActor,
  input: CreateIntegration,
): Promise<CreatedIntegration> {
  const integration: IntegrationRecord = {
    integrationId: newId('int'),
    organizationId: actor.organizationId,
    provider: input.provider,
    createdBy: actor.userId,
    createdAt: context.clock(),
    lastDeliveryAt: null,
  };
  if (!(await context.store.integration.add(integration, limits.integrations))) {
    throw new DebriefError(
      'limit_reached',
      `An organization has at most ${limits.integrations} integrations; remove one first.`,
    );
  }
  await recordDeed(context, actor, 'integration_created', integration.integrationId);
  return {
    ...presentIntegration(context, integration),
    secret: integrationSecret(context.pepper, integration.integrationId),
  };
}

export async function listIntegrations(context: Context, actor: MemberActor): Promise<IntegrationList> {
  const found = await context.store.integration.list(actor.organizationId);
  return { integrations: found.map((integration) => presentIntegration(context, integration)) };
}

export async function removeIntegration(
  context: Context,
  actor: MemberActor,
  input: { integrationId: string },
): Promise<Integration> {
  const removed = isId('int', input.integrationId)
    ? await context.store.integration.remove(actor.organizationId, input.integrationId)
    : undefined;
  if (!removed) {
    throw new DebriefError('integration_not_found', 'No such integration in this organization.');
  }
  await recordDeed(context, actor, 'integration_removed', input.integrationId);
  return presentIntegration(context, removed);
}

/** A webhook's request as it came. */
export interface Delivery {
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
  /** What the body tells of a pull request. Asked only when the signature is good, for whom it is good. */
  read(provider: IntegrationProvider, caller: Caller): Promise<DeliveredPull | undefined>;
}

const refuse = () =>
  new DebriefError('invalid_signature', 'The delivery is not signed with the secret of an integration.');

/** The id that the sender gives a delivery and keeps when it sends it again. */
const deliveryIds: Record<IntegrationProvider, readonly string[]> = {
  github: ['x-github-delivery'],
  gitlab: ['webhook-id', 'idempotency-key', 'x-gitlab-event-uuid'],
};

/** An unknown integration, one of the other provider and a wrong signature are answered alike. */
async function verified(
  context: Context,
  provider: IntegrationProvider,
  integrationId: string | undefined,
  { headers, body }: Delivery,
): Promise<IntegrationRecord> {
  const found =
    integrationId !== undefined && isId('int', integrationId)
      ? await context.store.integration.find(integrationId)
      : undefined;
  const secret = integrationSecret(context.pepper, found?.integrationId ?? '');
  const isSigned =
    provider === 'github'
      ? isSignedByGithub(secret, headers, body)
      : isSignedByGitlab(secret, headers, body, context.clock());
  if (!found || found.provider !== provider || !isSigned) throw refuse();
  return found;
}

async function receive(
  context: Context,
  provider: IntegrationProvider,
  input: { integration?: string; delivery: Delivery },
): Promise<DeliveryAnswer> {
  const { delivery } = input;
  const { integrationId, organizationId } = await verified(context, provider, input.integration, delivery);
  const told = await delivery.read(provider, { organizationId, person: integrationId });
  const pull = isPullEvent(provider, delivery) ? told : undefined;
  const id = deliveryIds[provider].map((name) => delivery.headers[name]).find((value) => value !== undefined);
  const deliveryId = typeof id === 'string' && id.length <= 200 ? id : undefined;
  if (deliveryId !== undefined) {
    const isNew = await context.store.integration.noteDelivery(integrationId, deliveryId, context.clock());
    if (!isNew) return { outcome: 'known' };
  }
  if (!pull) return { outcome: 'ignored' };
  try {
    await context.store.pullRequest.put({ ...pull, organizationId });
    context.hurry?.('commit statuses');
  } catch (error) {
    // The sender will try again, and must then be heard.
    if (deliveryId !== undefined) await context.store.integration.forgetDelivery(integrationId, deliveryId);
    throw error;
  }
  return { outcome: 'accepted' };
}

const isPullEvent = (provider: IntegrationProvider, { headers }: Delivery): boolean =>
  provider === 'github'
    ? headers['x-github-event'] === 'pull_request'
    : headers['x-gitlab-event'] === 'Merge Request Hook';

type DeliveryInput = { integration?: string; delivery: Delivery };

export const receiveGithub = (context: Context, input: DeliveryInput): Promise<DeliveryAnswer> =>
  receive(context, 'github', input);

export const receiveGitlab = (context: Context, input: DeliveryInput): Promise<DeliveryAnswer> =>
  receive(context, 'gitlab', input);
