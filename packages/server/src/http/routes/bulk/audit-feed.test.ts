import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type AuditLine, auditActions } from '@debrief/contract';
import { send } from '../../../../testing/request.ts';
import { onEveryEngine } from '../../../../testing/suite.ts';
import { aTeam, joinTeam, type Team } from '../../../../testing/team.ts';
import { auditRecord } from '../../../domain/audit.ts';
import type { AuditRecord } from '../../../domain/records.ts';
import { openPostgres } from '../../../store/connection/postgres.ts';

const feed = '/v1/organizations/me/audit/feed';
const linesOf = <Line = AuditLine>(text: string): Line[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line);

onEveryEngine('the feed of the audit log', (server, engine) => {
  const read = async (team: Team, after: number, limit?: number) =>
    linesOf((await team.owner.client.followAudit({ after, ...(limit && { limit }) })) as unknown as string);

  it('has every entry once, by its number, oldest first, a page at a time', async () => {
    const team = await aTeam(server());
    for (let n = 0; n < 5; n++) await team.owner.client.renameOrganization({ name: `Acme ${n}` });
    const listed = (await team.owner.client.listAudit({ order: 'oldest', limit: 100 })).entries;
    const first = await read(team, 0, 3);
    assert.deepEqual(
      first.map(({ number }) => number),
      [1, 2, 3],
    );
    const rest = await read(team, 3);
    assert.deepEqual(
      [...first, ...rest].map(({ auditId }) => auditId),
      listed.map(({ auditId }) => auditId),
    );
    assert.equal(rest.at(-1)?.number, listed.length);
    assert.deepEqual(await read(team, listed.length), [], 'nothing more for now');
    assert.deepEqual(await read(team, 0, 3), first, 'the same again');
    // Of another organization nothing, and numbers of its own.
    const stranger = await aTeam(server());
    assert.ok((await read(stranger, 0)).every(({ targetId }) => targetId !== team.secretId));
    assert.equal((await read(stranger, 0))[0]?.number, 1);
  });

  it('nothing is skipped and nothing comes twice while many write at the same time', async () => {
    const team = await aTeam(server());
    const { store, clock } = server().running.context;
    const made = (n: number): AuditRecord => ({
      ...auditRecord({ store, clock } as never, {
        action: 'session_read',
        organizationId: team.organizationId,
        targetId: `ses_${n}`,
      }),
      // Clocks of servers differ: an entry that is written later may say that it was earlier.
      at: clock() - (n % 7) * 1000,
    });
    const wanted = new Set<string>();
    let isWriting = true;
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let n = 0; n < 25; n++) {
        const entry = made(writer * 100 + n);
        wanted.add(entry.auditId);
        await store.audit.add(entry);
      }
    });
    const readers = Array.from({ length: 3 }, async () => {
      const found: AuditLine[] = [];
      for (let isLast = false; ; ) {
        const page = await read(team, found.at(-1)?.number ?? 0, 40);
        found.push(...page);
        if (page.length > 0) continue;
        if (isLast) return found;
        isLast = !isWriting;
      }
    });
    await Promise.all(writers);
    isWriting = false;
    const all = await Promise.all(readers);
    for (const found of all) {
      assert.deepEqual(
        found.map(({ number }) => number),
        found.map((_, index) => index + 1),
      );
      const ids = found.map(({ auditId }) => auditId);
      assert.equal(new Set(ids).size, ids.length);
      for (const id of wanted) assert.ok(ids.includes(id), `${id} was skipped`);
      assert.deepEqual(found, all[0], 'every reader reads the same');
    }
  });

  if (engine === 'postgres') {
    it('an entry whose transaction is committed late comes after what was read meanwhile', async () => {
      const team = await aTeam(server());
      const { database } = server().config;
      assert.ok(database.engine === 'postgres');
      const other = openPostgres({ url: database.url });
      try {
        const { store, clock } = server().running.context;
        const deed = { action: 'session_read', organizationId: team.organizationId } as const;
        const late = auditRecord({ store, clock } as never, { ...deed, targetId: 'ses_late' });
        const client = await other.pool.connect();
        await client.query('begin');
        await client.query(
          `insert into audit_log (audit_id, organization_id, at, action, outcome, target_id) values ($1, $2, $3, $4, 'ok', $5)`,
          [late.auditId, late.organizationId, late.at - 60_000, late.action, late.targetId],
        );
        await store.audit.add(auditRecord({ store, clock } as never, { ...deed, targetId: 'ses_soon' }));
        const before = await read(team, 0);
        assert.ok(before.some(({ targetId }) => targetId === 'ses_soon'));
        await client.query('commit');
        client.release();
        const after = await read(team, before.at(-1)?.number ?? 0);
        assert.deepEqual(
          after.map(({ targetId }) => targetId),
          ['ses_late'],
        );
      } finally {
        await other.db.destroy();
      }
    });
  }

  it('an entry stays as it is: its number is given once, and nothing else changes', async () => {
    const team = await aTeam(server());
    await read(team, 0);
    const { database } = server().config;
    const statements = [
      `update audit_log set feed_number = feed_number + 1 where organization_id = '${team.organizationId}'`,
      `update audit_log set feed_number = null where organization_id = '${team.organizationId}'`,
      `update audit_log set actor_id = 'usr_x' where organization_id = '${team.organizationId}'`,
      `delete from audit_log where organization_id = '${team.organizationId}'`,
    ];
    for (const statement of statements) {
      await assert.rejects(run(database, statement), /append-only/, statement);
    }
  });

  it('tells ids alone unless values are asked for', async () => {
    const team = await aTeam(server());
    const path = `${feed}?values=`;
    const ask = async (values: string) =>
      (await send(server(), 'GET', path + values, { credential: team.owner.token })).text;
    const bare = await ask('false');
    assert.ok(!bare.includes(team.owner.email) && !bare.includes('127.0.0.1') && !bare.includes('userAgent'));
    const [line] = linesOf(await ask('true'));
    assert.equal(line?.actorEmail, team.owner.email);
    assert.equal(line?.ip, '127.0.0.1');
    assert.ok(line?.userAgent);
  });

  it('as OCSF: the class, what was done, by whom, when, and where to go on', async () => {
    const team = await aTeam(server());
    const { store, clock } = server().running.context;
    for (const action of auditActions) {
      await store.audit.add(
        auditRecord({ store, clock } as never, {
          ...{ action, organizationId: team.organizationId, actorId: 'usr_a', targetId: 'ses_b' },
          ...(action === 'sign_in_failed' && { outcome: 'refused' as const }),
        }),
      );
    }
    const text = await team.owner.client.followAudit({ format: 'ocsf' });
    const events = linesOf<OcsfEvent>(text as unknown as string);
    const plain = await read(team, 0);
    assert.equal(events.length, plain.length);
    for (const [index, event] of events.entries()) {
      const line = plain[index] as AuditLine;
      assert.equal(event.type_uid, event.class_uid * 100 + event.activity_id);
      assert.equal(event.category_uid, Math.floor(event.class_uid / 1000));
      assert.equal(event.time, Date.parse(line.at));
      assert.deepEqual([event.metadata.uid, event.metadata.sequence], [line.auditId, line.number]);
      assert.equal(event.metadata.product.name, 'Debrief');
      assert.equal(event.severity_id, 1);
      assert.equal(typeof event.activity_name, 'string', event.metadata.event_code);
      // What the schema of each class requires.
      if (event.class_uid === 3004) assert.ok(event.entity?.uid);
      else assert.ok(event.user?.uid);
      if (event.class_uid === 3002) assert.ok(event.service?.name);
      assert.ok([3001, 3002, 3004].includes(event.class_uid));
    }
    const of = (action: string) => events.findLast(({ metadata }) => metadata.event_code === action);
    assert.deepEqual(
      [of('sign_in_failed')?.class_uid, of('sign_in_failed')?.activity_id, of('sign_in_failed')?.status_id],
      [3002, 1, 2],
    );
    assert.deepEqual([of('session_read')?.class_uid, of('session_read')?.activity_id], [3004, 2]);
    assert.deepEqual(of('session_read')?.entity, { uid: 'ses_b', type: 'Session' });
    assert.deepEqual(of('session_read')?.actor, { user: { uid: 'usr_a' } });
    assert.deepEqual([of('member_removed')?.class_uid, of('member_removed')?.activity_id], [3001, 6]);
  });

  it('is for admins, and for tokens with audit:read, of a member who is one or of the organization', async () => {
    const team = await aTeam(server());
    const member = await joinTeam(server(), team, 'member');
    const ask = async (credential: string) => send(server(), 'GET', feed, { credential });
    assert.equal((await ask(member.token)).code, 'insufficient_role');
    const scopes = ['audit:read' as const];
    const own = await member.client.issueToken({ name: 'x', scopes });
    assert.equal((await ask(own.token)).code, 'insufficient_role');
    const admins = await team.owner.client.issueToken({ name: 'x', scopes });
    assert.equal((await ask(admins.token)).status, 200);
    const shared = await team.owner.client.issueToken({ name: 'x', scopes, forOrganization: true });
    assert.equal((await ask(shared.token)).status, 200);
    const gate = await team.owner.client.issueToken({
      ...{ name: 'x', scopes: ['gate:read'], forOrganization: true },
    });
    assert.equal((await ask(gate.token)).code, 'insufficient_scope');
    await assert.rejects(
      team.owner.client.issueToken({ name: 'x', scopes: ['sessions:read'], forOrganization: true }),
      { code: 'validation_error' },
    );
    for (const bad of ['after=-1', 'after=x', 'limit=0', 'format=csv', 'values=yes', 'after=1e99']) {
      const { code } = await send(server(), 'GET', `${feed}?${bad}`, { credential: shared.token });
      assert.equal(code, 'validation_error', bad);
    }
  });
});

interface OcsfEvent {
  class_uid: number;
  category_uid: number;
  activity_id: number;
  activity_name: string;
  type_uid: number;
  severity_id: number;
  status_id: number;
  time: number;
  metadata: { uid: string; sequence: number; event_code: string; product: { name: string } };
  entity?: { uid: string };
  user?: { uid: string };
  service?: { name: string };
  actor?: { user: { uid: string } };
}

async function run(
  database: { engine: 'sqlite'; path: string } | { engine: 'postgres'; url: string },
  statement: string,
): Promise<void> {
  if (database.engine === 'sqlite') {
    const { DatabaseSync } = await import('node:sqlite');
    using db = new DatabaseSync(database.path);
    db.exec(statement);
    return;
  }
  const other = openPostgres({ url: database.url });
  try {
    await other.pool.query(statement);
  } finally {
    await other.db.destroy();
  }
}
