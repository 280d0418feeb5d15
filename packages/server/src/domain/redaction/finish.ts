import { limits } from '@debrief/contract';
import { chainRedaction, chainRewriting } from '../chain/deed.ts';
import type { Context } from '../context.ts';
import { added, changesOf } from './look.ts';
import type { RedactionRecord } from './ports.ts';
import { unseal } from './sealed.ts';
import { textsOf, type Wanted } from './wanted.ts';
import { strikeLine } from './words.ts';

/** Batches may be merged while one goes through them, so it is gone through again until nothing is found. */
const mostPasses = 10;

/** Rewrites the events; returns those whose words were taken out now. */
async function rewriteEvents(
  context: Context,
  redaction: RedactionRecord,
  wanted: Wanted,
): Promise<{ sequence: number; count: number }[]> {
  const { organizationId, requestedBy: person } = redaction;
  const found: { sequence: number; count: number }[] = [];
  // Everything that was taken before it was begun has arrived.
  await context.log.hasArrived(redaction, { forgets: true });
  for (let pass = 0; pass < mostPasses; pass++) {
    let isClean = true;
    const how = { wanted, isOnlyLook: false };
    for await (const change of changesOf(context, { organizationId, person }, redaction, how)) {
      await chainRewriting(
        context,
        redaction,
        change.rewritten.flatMap(({ marks }) => marks),
      );
      for (const { first, by } of change.rewritten) {
        isClean = false;
        const batch = change.batches.find((one) => one.first === first);
        if (batch && (await context.log.rewrite(redaction, batch, by)))
          found.push(
            ...change.found.filter(({ sequence }) => sequence >= first && sequence < first + batch.count),
          );
      }
    }
    if (isClean) return found;
  }
  throw new Error(`The batches of ${redaction.sessionId} are merged faster than they are rewritten.`);
}

/**
 * Takes the words out of everything that a session has. Each step may be repeated; killed in between, it is. What is
 * derived goes first: it is of the events as they were, and whoever found it beside other events would take the log for
 * another one.
 */
async function finishRedaction(context: Context, redaction: RedactionRecord): Promise<void> {
  const { redactionId, organizationId, sessionId, sealed } = redaction;
  if (sealed === null) return;
  const wanted = unseal(context.pepper, redactionId, sealed);
  // Where no event has them, only what people said may.
  const isInEvents = redaction.sequences.length > 0;
  if (isInEvents) await context.store.statistics.delete(sessionId);
  const known = new Set(redaction.sequences);
  // Of events that came while it was under way.
  const more = isInEvents
    ? added(await rewriteEvents(context, redaction, wanted)).filter(({ sequence }) => !known.has(sequence))
    : [];
  const texts = textsOf(wanted).filter((text) => text.trim().length >= 4);
  const done = {
    redactionId,
    organizationId,
    sessionId,
    count: redaction.count + (known.size < limits.redactionSequences ? total(more) : 0),
    sequences: [...redaction.sequences, ...more.map(({ sequence }) => sequence)]
      .sort((a, b) => a - b)
      .slice(0, limits.redactionSequences),
  };
  await chainRedaction(context, { ...redaction, ...done });
  // A server of another version may have derived something meanwhile.
  if (isInEvents) await context.store.statistics.delete(sessionId);
  await context.store.redaction.setRewritten(done, (text) => strikeLine(text, texts), context.clock());
  context.bell?.ring({ organizationId, sessionId });
}

const total = (found: readonly { count: number }[]): number =>
  found.reduce((sum, { count }) => sum + count, 0);

/**
 * Finishes what redactions have begun, in this process or in one that was killed: the words of each, then the bytes of
 * all of them at once. Returns how many are done for good now.
 */
export async function finishRedactions(context: Context): Promise<number> {
  const { store, clock } = context;
  const pending = await store.redaction.pending(1000);
  let fault: unknown;
  // One that cannot be done now holds up no other.
  for (const redaction of pending)
    await finishRedaction(context, redaction).catch((error: unknown) => {
      fault ??= error;
    });
  const left = await store.redaction.pending(1000);
  const rewritten = left.filter(({ rewrittenAt }) => rewrittenAt !== null);
  if (rewritten.length > 0 && (await store.erasure.scrub(rewritten)))
    await store.redaction.setErased(
      rewritten.map(({ redactionId }) => redactionId),
      clock(),
    );
  if (fault) throw fault;
  return rewritten.length;
}
