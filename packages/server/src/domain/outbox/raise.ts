import type { Context } from '../context.ts';
import { findingId } from '../findings/finding.ts';
import { severityRank } from './endpoint.ts';
import type { UnraisedSession } from './ports.ts';

const hour = 3_600_000;
const day = 24 * hour;
const silentAfter = hour;
/** Sessions that began longer ago tell nothing new. */
const lookBack = 30 * day;
const atOnce = 100;
const findingsPerSession = 100;

/** What nobody did and somebody wants to hear of: findings, and sessions that went silent. Each is told once. */
export async function raiseFindings(context: Context): Promise<void> {
  const { store, clock } = context;
  const now = clock();
  await store.outbox.noteSilent(now - silentAfter - day, now - silentAfter);
  for (const judged of await store.outbox.unraised(now - lookBack, atOnce)) await raise(context, judged);
}

async function raise({ store, clock }: Context, judged: UnraisedSession): Promise<void> {
  const { organizationId, sessionId } = judged;
  const found = await store.judgement.find(sessionId);
  const decided = new Set((await store.finding.dispositions(organizationId, sessionId)).map(findingId));
  const open = (found?.findings ?? []).filter((one) => !decided.has(findingId(one)));
  const raised = new Map(
    open.map((one) => [
      findingId(one),
      { findingId: findingId(one), severity: one.severity, rank: severityRank(one.severity) },
    ]),
  );
  const severest = [...raised.values()].sort((a, b) => b.rank - a.rank).slice(0, findingsPerSession);
  await store.outbox.raise(judged, severest, clock());
}
