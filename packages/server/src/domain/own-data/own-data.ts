import {
  type DownloadOwnData,
  type ExportPart,
  exportParts,
  type OwnData,
  type StoredLine,
} from '@debrief/contract';
import type { MemberActor } from '../actor.ts';
import { recordDeed } from '../audit.ts';
import { type ExportLine, linesOf, sessionsAtOnce, stillMember } from '../bulk/export.ts';
import type { Context } from '../context.ts';
import { decodeCursor } from '../cursor.ts';
import { valuesOf } from '../session/filter.ts';
import { listSessions } from '../session/session-list.ts';

export async function getOwnData({ store }: Context, actor: MemberActor): Promise<OwnData> {
  const stored: OwnData['stored'] = [];
  for (const of of store.ownData.kinds) stored.push({ of, count: await store.ownData.count(of, actor) });
  return { stored };
}

const rowsAtOnce = 200;

/** Everything that is stored of the caller, made as it is read; with a cursor their sessions alone, from there on. */
export async function downloadOwnData(
  context: Context,
  actor: MemberActor,
  input: DownloadOwnData,
): Promise<AsyncGenerator<ExportLine | StoredLine>> {
  const { cursor, include } = input;
  if (cursor !== undefined) decodeCursor(cursor, ['number', 'string']);
  const parts = new Set<ExportPart>(include === undefined ? exportParts : valuesOf(include));
  const filter = { author: [actor.userId], ...(cursor !== undefined && { cursor }) };
  const first = await listSessions(context, actor, { ...filter, limit: sessionsAtOnce });
  await recordDeed(context, actor, 'own_data_downloaded', actor.userId);
  async function* lines(): AsyncGenerator<ExportLine | StoredLine> {
    if (cursor === undefined) yield* storedLines(context, actor);
    yield* linesOf(context, actor, filter, parts, first, 'member');
  }
  return lines();
}

async function* storedLines(context: Context, actor: MemberActor): AsyncGenerator<StoredLine> {
  const { ownData } = context.store;
  for (const of of ownData.kinds) {
    let after: readonly (string | number)[] | undefined;
    do {
      await stillMember(context, actor, 'member');
      const { rows, next } = await ownData.rows(of, actor, after, rowsAtOnce);
      if (rows.length > 0) yield { kind: 'stored', of, rows };
      after = next;
    } while (after);
  }
}
