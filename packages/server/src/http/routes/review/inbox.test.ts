import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { migratedDatabase } from '../../../../testing/engine.ts';
import { refusedWith } from '../../../../testing/request.ts';
import { databaseUrl, type TestServer, testServer } from '../../../../testing/server.ts';
import { onEveryEngine } from '../../../../testing/suite.ts';
import { aTeam, joinTeam } from '../../../../testing/team.ts';
import { deleteSession } from '../../../domain/erasure/deletion.ts';
import { type News, notify } from '../../../domain/review/notification.ts';

async function aReader(server: TestServer) {
  const team = await aTeam(server);
  const reader = await joinTeam(server, team, 'member');
  const writer = await joinTeam(server, team, 'member');
  const { organizationId, sessionId } = team;
  const tell = (news: Partial<News> = {}, context = server.running.context) =>
    notify(context, {
      organizationId,
      sessionId,
      userId: reader.userId,
      reason: 'mentioned',
      by: writer.userId,
      ...news,
    });
  return { team, reader, writer, tell };
}

onEveryEngine('the inbox', (server) => {
  it('W6 has one line for what is told of a subject, and nothing of one’s own deeds', async () => {
    const { team, reader, writer, tell } = await aReader(server());
    await Promise.all(Array.from({ length: 5 }, () => tell()));
    await tell({ reason: 'replied' });
    await tell({ by: reader.userId, reason: 'assigned' });
    await tell({ userId: 'usr_000000000000000000000000' });
    const { notifications, unread } = await reader.client.listInbox({});
    assert.deepEqual(
      notifications.map(({ reason, count, by, sessionId, title }) => [reason, count, by, sessionId, title]),
      [
        ['replied', 1, writer.userId, team.sessionId, 'Acme session'],
        ['mentioned', 5, writer.userId, team.sessionId, 'Acme session'],
      ],
    );
    assert.equal(unread, 2);
    assert.equal((await writer.client.listInbox({ state: 'all' })).notifications.length, 0);
  });

  it('W6 a line is read, done, put off and unread again; a read one does not count up', async () => {
    const { reader, tell } = await aReader(server());
    await tell();
    const [line] = (await reader.client.listInbox({})).notifications;
    const notificationId = line?.notificationId ?? '';
    const read = await reader.client.changeNotification({ notificationId, state: 'read' });
    assert.deepEqual([read.notification.state, read.unread], ['read', 0]);
    await tell();
    const [next] = (await reader.client.listInbox({})).notifications;
    assert.deepEqual([next?.notificationId, next?.count, next?.state], [notificationId, 1, 'unread']);
    const again = await reader.client.changeNotification({ notificationId, state: 'unread' });
    assert.equal(again.unread, 1);
    assert.equal((await reader.client.listInbox({ state: 'all' })).notifications.length, 1);
    const until = new Date(Date.now() + 60_000).toISOString();
    const later = await reader.client.changeNotification({ notificationId, state: 'unread', until });
    assert.deepEqual([later.unread, later.notification.snoozedUntil], [0, until]);
    assert.equal((await reader.client.listInbox({})).notifications.length, 0);
    assert.equal((await reader.client.listInbox({ state: 'all' })).notifications.length, 1);
    const done = await reader.client.changeNotification({ notificationId, state: 'done' });
    assert.equal(done.notification.snoozedUntil, undefined);
  });

  it('refuses what makes no sense, and other people’s lines', async () => {
    const { reader, writer, team, tell } = await aReader(server());
    await tell();
    const notificationId = (await reader.client.listInbox({})).notifications[0]?.notificationId ?? '';
    for (const { client } of [writer, team.owner]) {
      await assert.rejects(
        client.changeNotification({ notificationId, state: 'read' }),
        refusedWith('notification_not_found'),
      );
    }
    const soon = new Date(Date.now() + 60_000).toISOString();
    for (const wrong of [
      { state: 'read', until: soon },
      { state: 'unread', until: '2001-01-01T00:00:00Z' },
      { state: 'unread', until: '2999-01-01T00:00:00Z' },
      { state: 'gone' },
    ]) {
      await assert.rejects(
        reader.client.changeNotification({ notificationId, ...(wrong as { state: 'read' }) }),
        refusedWith('validation_error'),
      );
    }
    await assert.rejects(
      reader.client.changeNotification({ notificationId: 'x', state: 'read' }),
      refusedWith('notification_not_found'),
    );
    await assert.rejects(reader.client.listInbox({ cursor: 'x' }), refusedWith('invalid_cursor'));
  });

  it('is read in pages, and marked as read up to a moment', async () => {
    const { reader, team, tell } = await aReader(server());
    const { machine, environmentId, installationId } = team;
    for (let n = 0; n < 5; n++) {
      const { sessionId } = await machine.openSession({ environmentId, agentInstallationId: installationId });
      await tell({ sessionId });
    }
    const first = await reader.client.listInbox({ limit: 3 });
    const second = await reader.client.listInbox({ limit: 3, cursor: first.nextCursor ?? '' });
    assert.deepEqual([first.notifications.length, second.notifications.length], [3, 2]);
    assert.equal(second.nextCursor, null);
    const before = second.notifications[0]?.updatedAt ?? '';
    const { read, unread } = await reader.client.readInbox({ before });
    assert.equal(read + unread, 5);
    assert.ok(read >= 2 && unread >= 1, `${read} read`);
    assert.deepEqual((await reader.client.readInbox({})).unread, 0);
  });

  it('W7 settings per reason: nowhere, inbox, mail; unknown fields are not kept', async () => {
    const { reader, tell } = await aReader(server());
    const before = await reader.client.getInboxSettings();
    assert.deepEqual(
      [before.outlets.mentioned, before.outlets.replied, before.digest, before.sendsMail],
      ['mail', 'inbox', true, false],
    );
    const outlets = { mentioned: 'none', toString: 'mail', constructor: 'x' } as { mentioned: 'none' };
    const after = await reader.client.changeInboxSettings({ outlets, digest: false });
    assert.deepEqual(
      [after.outlets.mentioned, after.outlets.assigned, after.digest],
      ['none', 'mail', false],
    );
    await reader.client.changeInboxSettings({ outlets: { replied: 'mail' } });
    const last = await reader.client.getInboxSettings();
    assert.deepEqual([last.outlets.mentioned, last.outlets.replied, last.digest], ['none', 'mail', false]);
    await tell();
    assert.equal((await reader.client.listInbox({})).unread, 0);
    await assert.rejects(
      reader.client.changeInboxSettings({ outlets: { mentioned: 'sms' as 'mail' } }),
      refusedWith('validation_error'),
    );
  });

  it('W8 the badge follows within two seconds, also when a line that was put off comes back', async () => {
    const { reader, tell } = await aReader(server());
    await using badge = await follow(server(), reader.token);
    await badge.until(({ unread }) => unread === 0);
    await tell();
    await badge.until(({ unread }) => unread === 1);
    const notificationId = (await reader.client.listInbox({})).notifications[0]?.notificationId ?? '';
    const until = new Date(Date.now() + 700).toISOString();
    await reader.client.changeNotification({ notificationId, state: 'unread', until });
    await badge.until(({ unread }) => unread === 0);
    await badge.until(({ unread }) => unread === 1);
    // More of the same: the number stays, the moment does not.
    const { length } = badge.messages;
    await tell();
    await badge.until(() => badge.messages.length > length);
  });

  it('W8 ends when the membership does', async () => {
    const { reader, team } = await aReader(server());
    await using badge = await follow(server(), reader.token);
    await badge.until(({ unread }) => unread === 0);
    await team.owner.client.removeMember({ userId: reader.userId });
    await badge.ended(2000);
  });

  it('lines of a deleted session, or a deleted member, are gone', async () => {
    const { reader, team, tell } = await aReader(server());
    await tell();
    await deleteSession(server().running.context, team);
    assert.equal((await reader.client.listInbox({ state: 'all' })).notifications.length, 0);
  });

  it('old lines are removed, unread ones last', async () => {
    const { reader, tell } = await aReader(server());
    await tell();
    await tell({ reason: 'replied' });
    const { notifications } = await reader.client.listInbox({});
    const read = notifications.find(({ reason }) => reason === 'replied')?.notificationId ?? '';
    await reader.client.changeNotification({ notificationId: read, state: 'read' });
    const { store } = server().running.context;
    await store.notification.purge(Date.now() + 1000, 0);
    const left = (await reader.client.listInbox({ state: 'all' })).notifications;
    assert.deepEqual(
      left.map(({ reason }) => reason),
      ['mentioned'],
    );
  });
});

describe('the inbox behind several servers', () => {
  it('W8 a deed on one server is on the badge of another', async () => {
    const database = await migratedDatabase('postgres');
    const shared = { DATABASE_URL: databaseUrl(database), SERVER_KEY: 'ab'.repeat(32) };
    try {
      await using one = await testServer('postgres', shared);
      await using two = await testServer('postgres', { ...shared, ...(await one.issuer.env()) });
      const { reader, tell } = await aReader(one);
      await using badge = await follow(two, reader.token);
      await badge.until(({ unread }) => unread === 0);
      await tell();
      await badge.until(({ unread }) => unread === 1);
    } finally {
      await database.remove();
    }
  });
});

/** The badge of a member, as the dashboard follows it. */
async function follow(server: TestServer, token: string) {
  const messages: { unread: number }[] = [];
  const abort = new AbortController();
  const response = await fetch(`${server.url}/v1/organizations/me/inbox/stream`, {
    headers: { Authorization: `Bearer ${token}` },
    signal: abort.signal,
  });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'text/event-stream');
  const reading = (async () => {
    let text = '';
    for await (const part of response.body as ReadableStream<Uint8Array>) {
      text += new TextDecoder().decode(part);
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const data = /^event: inbox\ndata: (.*)$/.exec(block)?.[1];
        if (data) messages.push(JSON.parse(data));
      }
    }
  })().catch(() => {});
  const within = <T>(work: Promise<T>, ms: number) =>
    Promise.race([
      work,
      sleep(ms).then(() => assert.fail(`not within ${ms} ms: ${JSON.stringify(messages)}`)),
    ]);
  return {
    messages,
    ended: (ms: number) => within(reading, ms),
    /** The latest message is as asked for. */
    async until(fits: (message: { unread: number }) => boolean): Promise<void> {
      const end = Date.now() + 2000;
      while (!messages.at(-1) || !fits(messages.at(-1) as { unread: number })) {
        if (Date.now() > end) assert.fail(`not within two seconds: ${JSON.stringify(messages)}`);
        await sleep(10);
      }
    },
    async [Symbol.asyncDispose]() {
      abort.abort();
      await reading;
    },
  };
}
