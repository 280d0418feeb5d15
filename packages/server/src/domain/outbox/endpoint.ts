import {
  type AddEndpoint,
  type AddedEndpoint,
  type ChangeEndpoint,
  DebriefError,
  type DeliveryPage,
  type Endpoint,
  type EndpointDelivery,
  type EndpointList,
  endpointTypes,
  forgeKinds,
  type ListDeliveries,
  limits,
  type RotatedEndpoint,
} from '@debrief/contract';
import type { MemberActor } from '../actor.ts';
import { recordDeed } from '../audit.ts';
import type { Context } from '../context.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { isId, newId } from '../id.ts';
import { iso, isoOrNone, present } from '../present.ts';
import { faultOfForge } from './forge.ts';
import type { DeliveryRecord, EndpointRecord } from './ports.ts';
import { endpointSecret, sealCredential, sealUrl } from './sealed.ts';

const severities = ['low', 'medium', 'high'] as const;
type Severity = (typeof severities)[number];
export const severityRank = (severity: Severity): number => severities.indexOf(severity) + 1;

const rotationTime = 24 * 3_600_000;

function presentEndpoint(endpoint: EndpointRecord, now: number): Endpoint {
  const { endpointId, kind, name, shownUrl, types, severity, withTitles, previousUntil } = endpoint;
  return present({
    endpointId,
    kind,
    name,
    url: shownUrl,
    types: endpointTypes.filter((type) => types.includes(` ${type} `)),
    severity: severities[severity - 1] ?? 'high',
    withTitles: withTitles === 1,
    isOn: endpoint.offAt === null,
    offReason: endpoint.offReason,
    failingSince: isoOrNone(endpoint.failingSince),
    previousSecretUntil: isoOrNone(previousUntil > now ? previousUntil : null),
    createdBy: endpoint.createdBy,
    createdAt: iso(endpoint.createdAt),
  }) as Endpoint;
}

const typesText = (types: readonly string[]): string => ` ${[...new Set(types)].join(' ')} `;

/** Of a webhook without its query; of a channel, whose address opens it, no more than what tells two apart. */
function shownUrl(kind: EndpointRecord['kind'], text: string): string {
  const { origin, pathname } = new URL(text);
  const isSecret = kind === 'slack' || kind === 'teams';
  return (isSecret ? `${origin}/…${text.slice(-4)}` : `${origin}${pathname}`).slice(0, 300);
}

const isForge = (kind: EndpointRecord['kind']): boolean => forgeKinds.some((forge) => forge === kind);

/** What of the input cannot be, as a sentence. */
function faultOf({ kind, url, types, credential }: AddEndpoint): string | undefined {
  if (isForge(kind)) {
    if (types !== undefined) return 'types must be absent: a forge is told the gate and nothing else.';
    return faultOfForge(url, credential);
  }
  if (types === undefined) return 'types is missing.';
  return credential === undefined ? undefined : 'credential must be absent: the address opens the receiver.';
}

const notFound = () => new DebriefError('endpoint_not_found', 'No such endpoint in this organization.');

async function found(
  { store }: Context,
  { organizationId }: MemberActor,
  endpointId: string,
): Promise<EndpointRecord> {
  const endpoint = isId('ept', endpointId) ? await store.outbox.find(organizationId, endpointId) : undefined;
  if (!endpoint) throw notFound();
  return endpoint;
}

export async function addEndpoint(
  context: Context,
  actor: MemberActor,
  input: AddEndpoint,
): Promise<AddedEndpoint> {
  const { outgoing, store, pepper } = context;
  const refusal = outgoing ? outgoing.refusal(input.url) : 'This server sends nothing.';
  if (refusal !== undefined) throw new DebriefError('validation_error', `url cannot be used. ${refusal}`);
  const fault = faultOf(input);
  if (fault !== undefined) throw new DebriefError('validation_error', fault);
  const endpointId = newId('ept');
  const now = context.clock();
  const endpoint: EndpointRecord = {
    endpointId,
    organizationId: actor.organizationId,
    kind: input.kind,
    name: input.name,
    sealedUrl: sealUrl(pepper, endpointId, input.url),
    shownUrl: shownUrl(input.kind, input.url),
    sealedCredential:
      input.credential === undefined ? null : sealCredential(pepper, endpointId, input.credential),
    types: typesText(input.types ?? []),
    severity: severityRank(input.severity ?? 'high'),
    withTitles: input.withTitles ? 1 : 0,
    generation: 1,
    previousUntil: 0,
    createdBy: actor.userId,
    createdAt: now,
    offAt: null,
    offReason: null,
    failures: 0,
    failingSince: null,
    pausedUntil: 0,
    leasedBy: null,
    leasedUntil: 0,
  };
  if (!(await store.outbox.add(endpoint, limits.endpoints))) {
    throw new DebriefError(
      'limit_reached',
      `An organization has at most ${limits.endpoints} endpoints; remove one first.`,
    );
  }
  await recordDeed(context, actor, 'endpoint_added', endpointId);
  return {
    ...presentEndpoint(endpoint, now),
    ...(input.kind === 'webhook' && { secret: endpointSecret(pepper, endpoint) }),
  };
}

export async function listEndpoints(context: Context, actor: MemberActor): Promise<EndpointList> {
  const endpoints = await context.store.outbox.list(actor.organizationId);
  return { endpoints: endpoints.map((endpoint) => presentEndpoint(endpoint, context.clock())) };
}

/** Switched on again it begins as if nothing had failed. */
const switched = (isOn: boolean, now: number) =>
  isOn
    ? { offAt: null, offReason: null, failures: 0, failingSince: null, pausedUntil: 0 }
    : { offAt: now, offReason: 'admin' as const };

const changeFault = (
  { kind, shownUrl: url }: EndpointRecord,
  { types, credential }: Pick<ChangeEndpoint, 'types' | 'credential'>,
): string | undefined =>
  types === undefined && credential === undefined
    ? undefined
    : faultOf({
        ...{ kind, url, name: '' },
        ...((types || !isForge(kind)) && { types: types ?? [] }),
        ...((credential !== undefined || isForge(kind)) && { credential: credential ?? 'as before' }),
      });

export async function changeEndpoint(
  context: Context,
  actor: MemberActor,
  {
    endpointId,
    name,
    types,
    severity,
    withTitles,
    credential,
    isOn,
  }: ChangeEndpoint & { endpointId: string },
): Promise<Endpoint> {
  const before = await found(context, actor, endpointId);
  const fault = changeFault(before, { types, credential });
  if (fault !== undefined) throw new DebriefError('validation_error', fault);
  const now = context.clock();
  const change = {
    ...(credential !== undefined && {
      sealedCredential: sealCredential(context.pepper, endpointId, credential),
    }),
    ...(name !== undefined && { name }),
    ...(types && { types: typesText(types) }),
    ...(severity && { severity: severityRank(severity) }),
    ...(withTitles !== undefined && { withTitles: withTitles ? 1 : 0 }),
    ...(isOn !== undefined && isOn !== (before.offAt === null) && switched(isOn, now)),
  };
  if (Object.keys(change).length === 0) return presentEndpoint(before, now);
  const changed = await context.store.outbox.change(actor.organizationId, endpointId, change);
  if (!changed) throw notFound();
  await recordDeed(context, actor, 'endpoint_changed', endpointId);
  if (isOn) context.hurry?.('deliveries');
  return presentEndpoint(changed, now);
}

export async function removeEndpoint(
  context: Context,
  actor: MemberActor,
  { endpointId }: { endpointId: string },
): Promise<Endpoint> {
  await found(context, actor, endpointId);
  const removed = await context.store.outbox.remove(actor.organizationId, endpointId);
  if (!removed) throw notFound();
  await recordDeed(context, actor, 'endpoint_removed', endpointId);
  return presentEndpoint(removed, context.clock());
}

export async function rotateEndpoint(
  context: Context,
  actor: MemberActor,
  { endpointId }: { endpointId: string },
): Promise<RotatedEndpoint> {
  const { kind, generation } = await found(context, actor, endpointId);
  if (kind !== 'webhook') throw new DebriefError('validation_error', 'Only webhooks are signed.');
  const now = context.clock();
  const change = { generation: generation + 1, previousUntil: now + rotationTime };
  const changed = await context.store.outbox.change(actor.organizationId, endpointId, change);
  if (!changed) throw notFound();
  await recordDeed(context, actor, 'endpoint_rotated', endpointId);
  return { ...presentEndpoint(changed, now), secret: endpointSecret(context.pepper, changed) };
}

export async function testEndpoint(
  context: Context,
  actor: MemberActor,
  { endpointId }: { endpointId: string },
): Promise<EndpointDelivery> {
  const endpoint = await found(context, actor, endpointId);
  const queued = await context.store.outbox.queueTest(endpoint, actor.userId, context.clock());
  await recordDeed(context, actor, 'endpoint_tested', endpointId);
  context.hurry?.('deliveries');
  return presentDelivery(queued);
}

const presentDelivery = (delivery: DeliveryRecord): EndpointDelivery => {
  const { deliveryId, type, sessionId, subjectId, attempts, lastStatus, lastFault, outcome } = delivery;
  return present({
    deliveryId,
    type,
    sessionId,
    subjectId,
    at: iso(delivery.at),
    state: outcome ?? 'waiting',
    attempts,
    nextAt: outcome === null && delivery.nextAt > 0 ? iso(delivery.nextAt) : undefined,
    lastAt: isoOrNone(delivery.lastAt),
    lastStatus,
    lastFault,
  }) as EndpointDelivery;
};

export async function listDeliveries(
  context: Context,
  actor: MemberActor,
  { endpointId, cursor }: ListDeliveries & { endpointId: string },
): Promise<DeliveryPage> {
  await found(context, actor, endpointId);
  const before = cursor === undefined ? undefined : (decodeCursor(cursor, ['number'])[0] as number);
  const limit = limits.deliveriesPage;
  const read = { limit: limit + 1, ...(before !== undefined && { before }) };
  const deliveries = await context.store.outbox.deliveries(endpointId, read);
  const page = deliveries.slice(0, limit);
  const last = page.at(-1);
  return {
    deliveries: page.map(presentDelivery),
    nextCursor: deliveries.length > limit && last ? encodeCursor([last.deliveryPk]) : null,
  };
}

export async function retryDelivery(
  context: Context,
  actor: MemberActor,
  { endpointId, deliveryId }: { endpointId: string; deliveryId: string },
): Promise<EndpointDelivery> {
  await found(context, actor, endpointId);
  const delivery = isId('dlv', deliveryId)
    ? await context.store.outbox.retry(endpointId, deliveryId)
    : undefined;
  if (!delivery) throw new DebriefError('delivery_not_found', 'No such delivery to this endpoint.');
  // Whoever presses this wants to see what comes of it now.
  await context.store.outbox.change(actor.organizationId, endpointId, { pausedUntil: 0 });
  await recordDeed(context, actor, 'delivery_retried', deliveryId);
  context.hurry?.('deliveries');
  return presentDelivery(delivery);
}
