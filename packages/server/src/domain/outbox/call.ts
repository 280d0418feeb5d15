import type { Context } from '../context.ts';
import { bodyOf, type DeedDelivery } from './body.ts';
import { type ForgeRequest, forgeRequest, isForge } from './commit-status.ts';
import type { DeliveryRecord, EndpointRecord } from './ports.ts';
import { signed, urlOf } from './sealed.ts';

export type Call = ForgeRequest;

/** What is sent for a delivery, as things are now. */
export async function callOf(
  context: Context,
  endpoint: EndpointRecord,
  delivery: DeliveryRecord,
): Promise<Call> {
  if (isForge(endpoint)) return forgeRequest(context, endpoint, delivery);
  const body = await bodyOf(context, endpoint, delivery as DeedDelivery);
  const id = delivery.deliveryId;
  const headers =
    endpoint.kind === 'webhook' ? signed(context.pepper, endpoint, { id, body, now: context.clock() }) : {};
  return { url: urlOf(context.pepper, endpoint), headers, body };
}
