import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type ExportLines, type OwnDataKind, ownDataKinds, type StoredLine } from '@debrief/contract';
import { plantContent } from '../../../../testing/access/planted-content.ts';
import { runStatement } from '../../../../testing/engine.ts';
import { refusedWith } from '../../../../testing/request.ts';
import { onEveryEngine } from '../../../../testing/suite.ts';
import type { Person } from '../../../../testing/team.ts';
import { untilReleased } from '../../../domain/access/reader.ts';
import { leftOut, places } from '../../../store/own-data/places.ts';

type Line = ExportLines[keyof ExportLines] | StoredLine;

async function download({ client }: Person, input: { cursor?: string } = {}): Promise<Line[]> {
  const text = (await client.downloadOwnData(input)) as unknown as string;
  const lines = text.split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Line);
}

const rowsOf = (lines: readonly Line[], kind: OwnDataKind) =>
  lines.flatMap((line) => (line.kind === 'stored' && line.of === kind ? line.rows : []));

onEveryEngine('what is stored of a member', (server, engine) => {
  it('is all downloaded by them, held sessions included, and nothing of others', async () => {
    const planted = await plantContent(server());
    const { author, ada, ben, owner, organizationId, sessionId, ownerId: by, word } = planted;
    const { access } = server().running.context.store;
    await access.hold({ organizationId, sessionId }, untilReleased, { by, at: Date.now() });
    await author.client.saveView({ name: 'mine', search: '?q=cart', page: 'sessions' });

    const { stored } = await author.client.getOwnData({});
    assert.deepEqual(
      stored.map(({ of }) => of),
      [...ownDataKinds],
    );
    const lines = await download(author);
    // The download itself is a deed, and reading the session for it makes a reader.
    for (const { of, count } of stored)
      if (of !== 'deed' && of !== 'reader') assert.equal(rowsOf(lines, of).length, count, of);
    assert.equal(rowsOf(lines, 'membership')[0]?.email, author.email);
    assert.ok(String(rowsOf(lines, 'comment')[0]?.body).includes(word));
    assert.equal(rowsOf(lines, 'machine')[0]?.environmentId, planted.environmentId);
    assert.equal(rowsOf(lines, 'view')[0]?.name, 'mine');
    assert.equal(rowsOf(lines, 'sign_in')[0]?.subject, author.subject);
    assert.match(String(rowsOf(lines, 'membership')[0]?.createdAt), /^\d{4}-\d\d-\d\dT.*Z$/);
    assert.ok(rowsOf(lines, 'deed').some(({ action }) => action === 'own_data_downloaded'));

    const events = lines.filter((line) => line.kind === 'events' && line.sessionId === sessionId);
    assert.ok(JSON.stringify(events).includes(word), 'a held session of theirs is in it');
    assert.equal(lines.at(-1)?.kind, 'complete');
    assert.equal(lines.filter(({ kind }) => kind === 'session').length, rowsOf(lines, 'session').length);

    for (const other of [ada, ben, planted.admin]) {
      const theirs = await download(other);
      assert.ok(!JSON.stringify(theirs).includes(word), 'no word of a session that is held');
      assert.equal(theirs.filter(({ kind }) => kind === 'session').length, 0);
    }
    assert.equal(rowsOf(await download(ben), 'assignment')[0]?.assignedBy, by);
    assert.equal(rowsOf(await download(ada), 'mention').length, 1);
    const hidden = JSON.stringify(await download(owner));
    assert.ok(!hidden.includes(planted.secret.slice(8)) && !/digest|sealed|password/i.test(hidden));
  });

  it('goes on with the sessions after a cursor, and pages what is much', async () => {
    const planted = await plantContent(server());
    const { author, owner, organizationId } = planted;
    const lines = await download(author);
    const end = lines.find((line) => line.kind === 'end');
    assert.ok(end?.kind === 'end');
    const rest = await download(author, { cursor: end.cursor });
    assert.equal(rest.filter(({ kind }) => kind === 'stored').length, 0);
    assert.equal(
      rest.filter(({ kind }) => kind === 'session').length,
      lines.filter(({ kind }) => kind === 'session').length - 1,
    );
    await assert.rejects(download(author, { cursor: 'x' }), refusedWith('invalid_cursor'));

    const { ownerUserId } = await owner.client.getOrganization();
    const { store } = server().running.context;
    await store.audit.addNew(
      Array.from({ length: 450 }, (_, n) => ({
        ...{ auditId: `aud_many${n}`, organizationId, at: 1, action: 'sign_in', outcome: 'ok' as const },
        ...{
          actorId: ownerUserId,
          targetId: null,
          ip: null,
          userAgent: null,
          requestId: null,
          channel: null,
        },
      })),
    );
    const deeds = rowsOf(await download(owner), 'deed').map(({ auditId }) => auditId);
    assert.equal(new Set(deeds).size, deeds.length);
    assert.equal(deeds.filter((one) => String(one).startsWith('aud_many')).length, 450);
  });

  it('every column that names a member is in a kind, or left out with a reason', async () => {
    const { config } = server();
    const named = /^(?:(?:author_)?user_id|\w+_by(?:_user_id)?|(?:owner|reviewer|actor)(?:_user)?_id)$/;
    const columns = (await runStatement(
      config.database,
      engine === 'sqlite'
        ? `select m.name as "table", p.name as "column" from sqlite_schema m join pragma_table_info(m.name) p
           where m.type = 'table'`
        : `select table_name as "table", column_name as "column" from information_schema.columns
           where table_schema = 'public'`,
    )) as { table: string; column: string }[];
    const known = (table: string, column: string) =>
      `${table}.${column}` in leftOut ||
      Object.values(places).some(
        (place) => place.mine.includes(column) && new RegExp(`(?:^| )${table}(?:$|[ )])`).test(place.table),
      ) ||
      // Whose deed it is says another column of the same row.
      Object.values(places).some((place) => place.table === table && place.shown.includes(column));
    const unknown = columns
      .filter(({ column }) => named.test(column))
      .filter(({ table, column }) => !known(table, column))
      // What is derived lies apart; where both share a file their tables have these names.
      .filter(({ table }) => !/^(?:insight_|session_statistics|leased|outbox_endpoints$)/.test(table));
    assert.deepEqual(unknown, []);
  });
});
