import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import { limits } from '@debrief/contract';
import {
  anOrganizationAlone,
  begin,
  type OrganizationAlone,
  onAStoreAlone,
} from '../../../../testing/domain/organization.ts';
import { storedSession } from '../../../../testing/record.ts';
import type { MemberActor } from '../../actor.ts';
import { setAuthor } from '../../author.ts';
import type { Context } from '../../context.ts';
import { newId } from '../../id.ts';
import { unsubscribe } from '../../mail/unsubscribe.ts';
import {
  changeInboxSettings,
  changeNotification,
  getInboxSettings,
  listInbox,
  readInbox,
} from '../../review/inbox.ts';
import { type News, notify } from '../../review/notification.ts';

const day = 86_400_000;

onAStoreAlone('the inbox of a member', (storage) => {
  let team: OrganizationAlone;
  let reader: MemberActor;
  let sessionId: string;
  beforeEach(async () => {
    team = await anOrganizationAlone(storage());
    reader = await team.member();
    ({ sessionId } = await team.session());
  });

  const tell = (news: Partial<News> = {}, context = team.context) =>
    notify(context, {
      organizationId: reader.organizationId,
      userId: reader.userId,
      reason: 'mentioned',
      sessionId,
      by: team.owner.userId,
      ...news,
    });
  const lines = async (state?: 'all') =>
    (await listInbox(team.context, reader, { ...(state && { state }) })).notifications;
  const id = async () => (await lines())[0]?.notificationId as string;

  it('a line says what, about what, by whom and when; its reader hears of it at once', async () => {
    const { members } = await team.hears(() => tell());
    assert.deepEqual(members, [reader.userId]);
    const [line] = await lines();
    const { notificationId, ...rest } = line ?? {};
    assert.match(notificationId ?? '', /^ntf_/);
    const at = new Date(begin).toISOString();
    assert.deepEqual(rest, {
      reason: 'mentioned',
      sessionId,
      by: team.owner.userId,
      count: 1,
      state: 'unread',
      createdAt: at,
      updatedAt: at,
    });
  });

  it('nobody is told of their own deeds, of nothing, or of what they want to hear nothing of', async () => {
    const quiet = async (news: Partial<News>) =>
      assert.deepEqual((await team.hears(() => tell(news))).members, []);
    await quiet({ by: reader.userId });
    await quiet({ sessionId: undefined });
    await quiet({ userId: 'usr_nobody' });
    await changeInboxSettings(team.context, reader, { outlets: { mentioned: 'none' } });
    await tell();
    assert.deepEqual(await lines('all'), []);
    assert.equal((await listInbox(team.context, reader, {})).unread, 0);
    await tell({ reason: 'assigned' });
    assert.equal((await lines()).length, 1);
    // The choice is looked at when it is read: what was hidden is there again.
    await changeInboxSettings(team.context, reader, { outlets: { mentioned: 'inbox' } });
    assert.equal((await lines()).length, 2);
  });

  it('what may go by mail is due ten minutes later, and nothing is where no mail can be sent', async () => {
    const due = async (at: number) =>
      (await team.context.store.outlet.waiting(at, { after: '', limit: 10 })).filter(
        ({ userId }) => userId === reader.userId,
      ).length;
    const later = begin + 10 * 60_000;
    await tell();
    assert.equal(await due(later), 0, 'no mail server');
    await tell({ reason: 'assigned' }, { ...team.context, sendsMail: true });
    assert.deepEqual([await due(later - 1), await due(later)], [0, 1]);
  });

  it('a line is named after its session: what was made of its title, else the one it was opened with', async () => {
    const { store } = team.context;
    const titled = await storedSession(store, team.tenant, { title: 'Given' });
    for (const session of [titled.sessionId, sessionId]) await tell({ sessionId: session });
    const titles = async (read: Map<string, { figures: string }>) => {
      const statistics = { ...store.statistics, find: async () => read };
      const context = { ...team.context, store: { ...store, statistics } } as unknown as Context;
      const { notifications } = await listInbox(context, reader, {});
      return new Map(notifications.map((line) => [line.sessionId, line.title]));
    };
    const figures = { figures: '{"title":"Read"}' };
    assert.deepEqual(
      await titles(new Map([[sessionId, figures]])),
      new Map([
        [titled.sessionId, 'Given'],
        [sessionId, 'Read'],
      ]),
    );
    assert.equal((await titles(new Map([[titled.sessionId, figures]]))).get(titled.sessionId), 'Read');
    assert.deepEqual((await titles(new Map())).get(sessionId), undefined);
  });

  it('a line is named after the machine it is about: what people call it, else its host', async () => {
    const { context, owner, tenant } = team;
    const machine = async (displayName: string | null) =>
      (
        await context.store.environment.register({
          ...tenant.environment,
          environmentId: newId('env'),
          hostname: `host of ${displayName}`,
          displayName,
        })
      ).environmentId;
    const shown = async (environmentId: string) => {
      await setAuthor(context, owner, { environmentId, userId: reader.userId });
      const line = (await lines()).find((one) => one.environmentId === environmentId);
      return [line?.reason, line?.title, line?.by];
    };
    const desk = await machine('Desk');
    assert.deepEqual(await shown(desk), ['author', 'Desk', owner.userId]);
    assert.deepEqual(await shown(await machine(null)), ['author', 'host of null', owner.userId]);
    const again = await team.hears(() => shown(desk));
    assert.deepEqual(again.members, [], 'nothing has changed');
  });

  it('a line is read, done or put off, for a year at most; other windows hear of it', async () => {
    const { context, time } = team;
    await tell();
    const notificationId = await id();
    const change = (given: object) =>
      changeNotification(context, reader, { notificationId, state: 'unread', ...given });
    const until = (ms: number) => ({ until: new Date(begin + ms).toISOString() });
    const refused = { code: 'validation_error' };
    await assert.rejects(change(until(0)), refused);
    await assert.rejects(change(until(366 * day + 1)), refused);
    await assert.rejects(change({ ...until(1000), state: 'read' }), refused);
    assert.equal((await change(until(366 * day))).unread, 0);
    const put = await team.hears(() => change(until(1000)));
    assert.deepEqual(put.members, [reader.userId]);
    assert.deepEqual(await lines(), []);
    const [line] = await lines('all');
    assert.equal(line?.snoozedUntil, new Date(begin + 1000).toISOString());
    time.now += 1000;
    assert.equal((await lines()).length, 1, 'back again');
    assert.equal((await change({ state: 'done' })).notification.state, 'done');
    const missing = { code: 'notification_not_found' };
    await assert.rejects(changeNotification(context, team.owner, { notificationId, state: 'read' }), missing);
    await assert.rejects(change({ notificationId: 'x' }), missing);
  });

  it('all lines up to a moment are read at once; nothing to read is not heard', async () => {
    const { context, time } = team;
    await tell();
    time.now += 1000;
    await tell({ reason: 'assigned' });
    const before = new Date(begin).toISOString();
    const some = await team.hears(async () =>
      assert.deepEqual(await readInbox(context, reader, { before }), { read: 1, unread: 1 }),
    );
    assert.deepEqual(some.members, [reader.userId]);
    assert.deepEqual(await readInbox(context, reader, {}), { read: 1, unread: 0 });
    const none = await team.hears(() => readInbox(context, reader, {}));
    assert.deepEqual(none.members, []);
  });

  it('lines come in pages, the newest first, with a cursor where there are more', async () => {
    const { context, time } = team;
    for (const reason of ['mentioned', 'assigned', 'replied'] as const) {
      await tell({ reason });
      time.now += 1000;
    }
    const first = await listInbox(context, reader, { limit: 2 });
    assert.deepEqual(
      [first.notifications.map(({ reason }) => reason), first.unread],
      [['replied', 'assigned'], 3],
    );
    const rest = await listInbox(context, reader, { limit: 2, cursor: first.nextCursor ?? '' });
    assert.deepEqual(
      [rest.notifications.map(({ reason }) => reason), rest.nextCursor],
      [['mentioned'], null],
    );
    assert.equal((await listInbox(context, reader, { limit: 3 })).nextCursor, null);
    const asked: number[] = [];
    const list = async (_: string, query: { limit: number }) => {
      asked.push(query.limit);
      return [];
    };
    const { store } = context;
    const noted = { ...context, store: { ...store, notification: { ...store.notification, list } } };
    await listInbox(noted, reader, {});
    await listInbox(noted, reader, { limit: 1_000_000 });
    assert.deepEqual(asked, [limits.inboxPage.default + 1, limits.inboxPage.max + 1]);
  });

  it('what a member has not chosen is as usual, and one choice changes no other', async () => {
    const { context } = team;
    const usual = await getInboxSettings(context, reader);
    assert.deepEqual([usual.digest, usual.sendsMail, usual.outlets.mentioned], [true, false, 'mail']);
    assert.deepEqual([usual.timeZone, usual.quietHours], ['UTC', null]);
    await changeInboxSettings(context, reader, { digest: false });
    await changeInboxSettings(context, reader, {
      outlets: { mentioned: 'inbox', nonsense: 'mail' } as never,
    });
    const chosen = await getInboxSettings(context, reader);
    assert.deepEqual(chosen, { ...usual, digest: false, outlets: { ...usual.outlets, mentioned: 'inbox' } });
    const kept = await context.store.notification.findSettings(reader.userId);
    assert.deepEqual([kept?.outlets, kept?.updatedAt], ['{"mentioned":"inbox"}', begin]);
    const quietHours = { from: '22:00', to: '07:30' };
    const night = await changeInboxSettings(context, reader, { timeZone: 'asia/TOKYO', quietHours });
    assert.deepEqual(night, { ...chosen, timeZone: 'Asia/Tokyo', quietHours });
    assert.deepEqual((await changeInboxSettings(context, reader, { digest: true })).quietHours, quietHours);
    assert.equal((await changeInboxSettings(context, reader, { quietHours: null })).quietHours, null);
    await assert.rejects(changeInboxSettings(context, reader, { timeZone: 'Mars/Olympus' }), {
      code: 'validation_error',
    });
  });

  it('W14 the link in a mail ends its kind alone, and says so once the member has left', async () => {
    const { context, time } = team;
    const { userId } = reader;
    time.now += 5000;
    assert.equal(await unsubscribe(context, { userId, kind: 'mentioned' }), true);
    const first = await getInboxSettings(context, reader);
    assert.deepEqual(
      [first.outlets.mentioned, first.outlets.assigned, first.digest],
      ['inbox', 'mail', true],
    );
    assert.equal(await unsubscribe(context, { userId, kind: 'digest' }), true);
    const second = await getInboxSettings(context, reader);
    assert.deepEqual(second, { ...first, digest: false });
    assert.equal(await unsubscribe(context, { userId, kind: 'assigned' }), true);
    const third = await getInboxSettings(context, reader);
    assert.deepEqual(
      [third.digest, third.outlets.assigned, third.outlets.mentioned],
      [false, 'inbox', 'inbox'],
    );
    assert.equal((await context.store.notification.findSettings(userId))?.updatedAt, begin + 5000);
    assert.equal(await unsubscribe(context, { userId: 'usr_nobody', kind: 'digest' }), false);
  });
});
