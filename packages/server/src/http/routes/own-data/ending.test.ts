import assert from 'node:assert/strict';
import { it } from 'node:test';
import { plantContent } from '../../../../testing/access/planted-content.ts';
import { runStatement } from '../../../../testing/engine.ts';
import { refusedWith } from '../../../../testing/request.ts';
import { inFiles, inTables } from '../../../../testing/session/planted-words.ts';
import { onEveryEngine } from '../../../../testing/suite.ts';
import { aTeam, joinTeam } from '../../../../testing/team.ts';
import type { DatabaseConfig } from '../../../config.ts';
import type { MemberActor } from '../../../domain/actor.ts';
import { endOrganizations, withdrawEnding } from '../../../domain/ending/ending.ts';
import { finishErasures } from '../../../domain/erasure/erasure.ts';

const day = 86_400_000;
const inAYear = () => new Date(Date.now() + 365 * day).toISOString();

/** Tables of ours with a row that has this text. */
async function tablesWith(database: DatabaseConfig, text: string): Promise<string[]> {
  const tables = (await runStatement(
    database,
    database.engine === 'sqlite'
      ? "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'"
      : "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname ~ '^(public|projection)'",
  )) as { name: string }[];
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await runStatement(database, `select * from ${name}`);
    if (JSON.stringify(rows).includes(text)) found.push(name.replace(/^\w+\./, ''));
  }
  return found;
}

onEveryEngine('the end of an organization', (server, engine) => {
  const endAfter = (days: number) =>
    endOrganizations({ ...server().running.context, clock: () => Date.now() + days * day });

  it('takes the name and an owner; in between only owners get in, and they take it back', async () => {
    const team = await aTeam(server(), 'Acme & Sons');
    const { owner, machine, sessionId } = team;
    const admin = await joinTeam(server(), team, 'admin');
    const { token } = await admin.client.issueToken({ name: 'mine', scopes: ['sessions:read'] });
    const program = server().client(token);
    await assert.rejects(admin.client.askEnding({ name: 'Acme & Sons' }), refusedWith('insufficient_role'));
    await assert.rejects(owner.client.askEnding({ name: 'Acme' }), refusedWith('validation_error'));
    assert.deepEqual(await owner.client.getEnding(), {});

    const ending = await owner.client.askEnding({ name: 'Acme & Sons' });
    assert.equal(Date.parse(ending.closesAt) - Date.parse(ending.askedAt), 7 * day);
    assert.equal((await owner.client.askEnding({ name: 'Acme & Sons' })).endingId, ending.endingId);
    await assert.rejects(admin.client.getOrganization(), refusedWith('organization_closing'));
    await assert.rejects(admin.client.listSessions({}), refusedWith('organization_closing'));
    await assert.rejects(program.listSessions({}), refusedWith('invalid_token'));
    assert.equal((await owner.client.listSessions({})).sessions.length, 1);
    // Machines go on: who takes it back misses nothing.
    await machine.appendEvents({ sessionId, events: [{ eventType: 'x' }] });
    const anybody = server().client();
    assert.equal((await anybody.getEndingReceipt({ endingId: ending.endingId })).state, 'waiting');

    await endAfter(6.9);
    assert.equal((await owner.client.withdrawEnding()).state, 'withdrawn');
    await assert.rejects(owner.client.withdrawEnding(), refusedWith('ending_not_found'));
    assert.equal((await admin.client.listSessions({})).sessions.length, 1);
    assert.equal((await program.listSessions({})).sessions.length, 1);
    await endAfter(8);
    assert.equal((await owner.client.listSessions({})).sessions.length, 1);
    assert.equal((await anybody.getEndingReceipt({ endingId: ending.endingId })).state, 'withdrawn');
    await assert.rejects(
      anybody.getEndingReceipt({ endingId: `end_${'0'.repeat(24)}` }),
      refusedWith('ending_not_found'),
    );
  });

  it('is taken back in time or not at all, and nothing ends that was taken back while it was looked at', async () => {
    const { owner, machine, sessionId } = await aTeam(server());
    const { context } = server().running;
    const { name, organizationId } = await owner.client.getOrganization();
    const ask = async () => {
      const { endingId } = await owner.client.askEnding({ name });
      const found = await context.store.ending.find(endingId);
      assert.ok(found);
      return found;
    };
    const first = await ask();
    const actor = { kind: 'member', role: 'owner', organizationId, userId: first.askedBy } as MemberActor;
    const late = { ...context, clock: () => first.closesAt };
    await assert.rejects(withdrawEnding(late, actor), refusedWith('ending_not_found'));
    await withdrawEnding({ ...context, clock: () => first.closesAt - 1 }, actor);
    assert.equal(await context.store.ending.shut(first, first.closesAt), false);
    await machine.appendEvents({ sessionId, events: [{ eventType: 'x' }] });
    const second = await ask();
    assert.equal(await context.store.ending.shut(second, second.closesAt), true);
    await assert.rejects(
      machine.appendEvents({ sessionId, events: [{ eventType: 'x' }] }),
      refusedWith('secret_revoked'),
    );
  });

  it('leaves nothing in tables and files, a receipt, and other organizations as they were', async () => {
    const planted = await plantContent(server());
    const other = await plantContent(server());
    const { owner, author, word, organizationId, machine } = planted;
    await author.client.askDeletion({ reason: `About ${word}` });
    await owner.client.setRetention({ repositories: [{ repository: planted.repository, days: 900 }] });
    const { name } = await owner.client.getOrganization();
    const { endingId } = await owner.client.askEnding({ name });
    const words = [word, author.email.split('@')[0] as string];
    const { config } = server();
    const left = () =>
      engine === 'sqlite' ? inFiles(config.dataDir ?? '', words) : inTables(config.database, words);
    assert.ok((await left()).length > 0);
    await endAfter(7.01);
    for (let tries = 0; (await left()).length > 0 && tries < 20; tries++)
      await finishErasures(server().running.context);
    assert.deepEqual(await left(), []);
    const keeps = /^(?:audit_log|erasures|organization_endings|chain_entries)$/;
    assert.deepEqual(
      (await tablesWith(config.database, organizationId)).filter((table) => !keeps.test(table)),
      [],
    );
    const receipt = await server().client().getEndingReceipt({ endingId });
    assert.deepEqual([receipt.state, receipt.sessions], ['ended', 2]);
    await assert.rejects(owner.client.getOrganization(), refusedWith('organization_not_found'));
    await assert.rejects(
      machine.openSession({
        ...{ environmentId: planted.environmentId, agentInstallationId: planted.installationId },
      }),
      refusedWith('invalid_secret'),
    );
    assert.ok((await tablesWith(config.database, other.organizationId)).length > 15, 'all of its own');
    const { events } = await other.author.client.listEvents({ sessionId: other.sessionId });
    assert.ok(JSON.stringify(events).includes(other.word));
  });

  it('a legal hold refuses it; one that is set meanwhile keeps the organization and lets everybody in', async () => {
    const team = await aTeam(server());
    const { owner, sessionId } = team;
    const member = await joinTeam(server(), team, 'member');
    const { name } = await owner.client.getOrganization();
    await owner.client.askEnding({ name });
    await owner.client.setLegalHold({
      ...{ kind: 'session', subject: sessionId, reason: 'A dispute', until: inAYear() },
    });
    await endAfter(7.01);
    assert.equal((await member.client.listSessions({})).sessions.length, 1);
    assert.deepEqual(await owner.client.getEnding(), {});
    await assert.rejects(owner.client.askEnding({ name }), refusedWith('legal_hold'));
    const { entries } = await owner.client.listAudit({ action: 'legal_hold_refused' });
    assert.equal(entries.length, 2);
  });
});
