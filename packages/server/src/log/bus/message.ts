import type { ClosedStatus } from '@debrief/contract';
import { headers, type MsgHdrs } from '@nats-io/transport-node';
import type { BusEntry } from './behind.ts';

/** Everything about a message but its body, in one header: several cost more to write and to read. */
const name = 'Debrief';
const none = '-';

const text = (value: string) => value || none;
const value = (part: string | undefined) => (part === undefined || part === none ? '' : part);

export function entryHeaders(entry: BusEntry): MsgHdrs {
  const made = headers();
  made.append(
    name,
    [
      entry.kind,
      entry.organizationId,
      entry.at,
      entry.first,
      entry.count,
      text(entry.keyHash),
      text(entry.fingerprint),
      entry.encoding,
      text(entry.claim),
      text(entry.status),
      entry.endedAt,
    ].join(' '),
  );
  return made;
}

/** The entry of a message, whose subject ends in the session id. */
export function entryOf(message: {
  subject: string;
  data: Uint8Array;
  header?: MsgHdrs | undefined;
}): BusEntry {
  const parts = message.header?.get(name)?.split(' ') ?? [];
  const [kind, organizationId, at, first, count, keyHash, fingerprint, encoding, claim, status, endedAt] =
    parts;
  if (kind !== 'batch' && kind !== 'close' && kind !== 'erase') {
    throw new Error(`A message on ${message.subject} is not one of ours.`);
  }
  return {
    kind,
    organizationId: organizationId ?? '',
    sessionId: message.subject.slice(message.subject.lastIndexOf('.') + 1),
    at: Number(at),
    first: Number(first),
    count: Number(count),
    keyHash: value(keyHash),
    fingerprint: value(fingerprint),
    encoding: Number(encoding),
    claim: value(claim),
    body: message.data,
    status: value(status) as ClosedStatus | '',
    endedAt: Number(endedAt),
  };
}
