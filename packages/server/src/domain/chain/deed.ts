import type { Context } from '../context.ts';
import type { ErasureRecord } from '../records.ts';
import type { RedactionRecord } from '../redaction/ports.ts';
import type { ErasedSession } from '../session/log-ports.ts';
import { erasureProof, ledgerRowDigest, nextEntry } from './entry.ts';
import type { RewrittenEvent } from './ports.ts';

/** What the service itself does with what is sealed, each with its entry; done twice it says the same. */

/** Before anything of a deleted session is removed. A deletion that the service did not write is not one. */
export async function chainErasure(
  context: Pick<Context, 'store' | 'pepper' | 'clock'>,
  erasure: ErasureRecord,
): Promise<void> {
  if (erasure.proof !== erasureProof(context.pepper, erasure)) return;
  const { sessionId, reason, requestedBy, requestedAt } = erasure;
  await context.store.chain.append(
    nextEntry(context, 'erase', { sessionId, reason, requestedBy, requestedAt }),
  );
}

/** Before these events are rewritten. */
export async function chainRewriting(
  context: Pick<Context, 'store' | 'pepper' | 'clock'>,
  redaction: ErasedSession & Pick<RedactionRecord, 'redactionId'>,
  events: readonly RewrittenEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const { redactionId, sessionId } = redaction;
  await context.store.chain.redact(redaction, events, (sealed) =>
    nextEntry(context, 'redact', {
      redactionId,
      sessionId,
      events: sealed.map(({ sequence, digest }) => [sequence, digest]),
    }),
  );
}

/** When all events of a redaction are rewritten, with what the ledger says of it. */
export async function chainRedaction(
  context: Pick<Context, 'store' | 'pepper' | 'clock'>,
  redaction: Parameters<typeof ledgerRowDigest>[0],
): Promise<void> {
  const { redactionId, sessionId } = redaction;
  const row = ledgerRowDigest(redaction);
  await context.store.chain.append(nextEntry(context, 'redacted', { redactionId, sessionId, row }));
}
