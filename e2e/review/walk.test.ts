import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@debrief/contract';
import {
  engines,
  type FreshDatabase,
  migratedDatabase,
  runStatement,
} from '../../packages/server/testing/engine.ts';
import { startMail } from '../../packages/server/testing/mail.ts';
import type { Visitor } from '../browser.ts';
import { smallSession } from '../small-session.ts';
import { aTeam, type Team } from '../team.ts';
import { card, type } from './reviewers.ts';

/** Jonas, the author, and the owner, who reviews, each at a browser, with a real mail server between them. */
const walk = (engine: (typeof engines)[number]) => () => {
  let database: FreshDatabase;
  let smtp: Awaited<ReturnType<typeof startMail>>;
  let team: Team;
  let jonas: Visitor;
  let api: Client;
  let author: string;
  let reviewer: string;
  before(async () => {
    [database, smtp] = await Promise.all([migratedDatabase(engine), startMail()]);
    const { config } = database;
    const DATABASE_URL = config.engine === 'postgres' ? config.url : `sqlite:${config.path}`;
    team = await aTeam({ DATABASE_URL, SMTP_URL: smtp.url });
    jonas = await team.join('jonas@example.com', 'member');
    api = team.server.client(jonas.watch.token() ?? '');
    const { users } = await team.api.listMembers();
    author = users.find(({ email }) => email === 'jonas@example.com')?.userId ?? '';
    reviewer = users.find(({ email }) => email !== 'jonas@example.com')?.userId ?? '';
    const { environments } = await team.api.listEnvironments();
    await team.api.setAuthor({ environmentId: environments[0]?.environmentId ?? '', userId: author });
    await api.readInbox({});
  });
  after(async () => {
    await team?.[Symbol.asyncDispose]();
    await smtp?.close();
    await database?.remove();
  });

  const send = (title: string) =>
    team.machine.send({ agentId: 'claude-code', title, records: smallSession() });
  const badgeOf = ({ page }: Visitor) => page.getByTestId('unread');
  const linesOf = async (client: Client) =>
    (await client.listInbox({})).notifications.map(({ reason, sessionId }) => [reason, sessionId]);
  const turnsOf = async (client: Client) =>
    (await client.listReviews({ tab: 'turn' })).items.map(({ session, attention }) => [
      session.sessionId,
      attention.map(({ reason }) => reason),
    ]);
  /** As if ten minutes had passed; every mail to that person since then, in full. */
  const mailsTo = async (email: string, count: number): Promise<string[]> => {
    const found = () => smtp.mails.filter((_, n) => smtp.recipients[n]?.includes(email) ?? false);
    const before = found().length;
    await runStatement(database.config, 'update due_notices set due_at = 0 where ended_at is null');
    for (let tries = 0; found().length < before + count && tries < 400; tries++) await sleep(100);
    return found().slice(before);
  };

  test('a question is asked, told, answered in the browser, and over for both; what is mailed is what still waits', async () => {
    const [answered, open] = [await send('Answered'), await send('Open')];
    await Promise.all([jonas, team.owner].map(({ page }) => page.goto(`${team.server.url}/inbox`)));
    const anchor = { sequence: 0 };
    const { thread } = await team.api.openThread({ sessionId: answered, anchor, body: 'Why backOff?' });
    await badgeOf(jonas).getByText('1').waitFor();
    assert.deepEqual(await linesOf(api), [['asked', answered]]);
    assert.deepEqual(await turnsOf(api), [[answered, ['answer']]]);
    // By the line, as anybody would.
    await jonas.page.getByRole('list', { name: 'Notifications' }).getByRole('link').first().click();
    await card(jonas.page, thread.number).getByRole('button', { name: 'Reply…' }).click();
    await type(jonas.page, 'Because of #12.');
    await badgeOf(team.owner).getByText('1').waitFor();
    await badgeOf(jonas).waitFor({ state: 'detached' });
    assert.deepEqual([await linesOf(api), await turnsOf(api)], [[], []]);
    assert.deepEqual(await linesOf(team.api), [['replied', answered]]);
    // Asked twice; and a request that is taken back before anything is sent.
    const other = await team.api.openThread({ sessionId: open, anchor, body: 'And here?' });
    await team.api.openThread({ sessionId: open, anchor: { sequence: 1 }, body: 'And this?' });
    await api.assignReviewer({ sessionId: open, userId: reviewer });
    assert.deepEqual(await linesOf(team.api), [
      ['assigned', open],
      ['replied', answered],
    ]);
    await api.removeReviewer({ sessionId: open, userId: reviewer });
    assert.deepEqual([await linesOf(team.api), await turnsOf(team.api)], [[['replied', answered]], []]);
    const [mail, ...more] = await mailsTo('jonas@example.com', 1);
    assert.deepEqual(more, []);
    assert.match(mail ?? '', /^It is your turn in 2 things\.\r$/m);
    assert.ok(!mail?.includes(answered));
    const all = smtp.recipients.filter((_, n) => smtp.mails[n]?.includes('your turn'));
    assert.deepEqual(all, [['jonas@example.com']], 'nobody else was mailed');
    // The link of the mail reads the line, too.
    const link = mail?.match(new RegExp(`http\\S+/sessions/${open}#${other.thread.threadId}`))?.[0] ?? '';
    await jonas.page.goto(link);
    await card(jonas.page, other.thread.number).waitFor();
    const isUnread = async () =>
      (await api.listInbox({})).notifications.some(({ threadId }) => threadId === other.thread.threadId);
    for (let tries = 0; (await isUnread()) && tries < 100; tries++) await sleep(100);
    assert.equal(await isUnread(), false);
    assert.deepEqual(await turnsOf(api), [[open, ['answer']]], 'read is not answered');
  });

  test('the mail on Mondays is off until somebody wants it, by the clock of their browser, and stays as they left it', async () => {
    const { page } = jonas;
    const shows = (checked: boolean) =>
      page.getByRole('switch', { name: 'Mail on Mondays', checked }).waitFor();
    const turn = async (isWanted: boolean) => {
      const kept = page.waitForResponse((response) => response.request().method() === 'PATCH');
      // What is seen of it lies over the input.
      await page.getByRole('switch', { name: 'Mail on Mondays' }).click({ force: true });
      assert.equal((await kept).status(), 200);
      await page.reload();
      await shows(isWanted);
      const { monday, timeZone } = await api.getInboxSettings({});
      assert.equal(monday, isWanted);
      return timeZone;
    };
    await page.goto(`${team.server.url}/inbox?tab=settings`);
    await shows(false);
    const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
    assert.equal(await turn(true), zone);
    assert.equal((await team.api.getInboxSettings({})).monday, false, 'nobody else gets it');
    await turn(false);
  });

  test('a deletion that races comments leaves no line, answers no 503, and takes the words off the screen', async () => {
    await Promise.all([api.readInbox({}), team.api.readInbox({})]);
    const refused: (string | undefined)[] = [];
    const noted = (error: { code?: string }) => void refused.push(error.code);
    const gone = new Set<string>();
    for (let round = 0; round < 10; round++) {
      const sessionId = await send(`Deleted ${round}`);
      gone.add(sessionId);
      if (round === 9) {
        await jonas.page.goto(`${team.server.url}/sessions/${sessionId}`);
        await jonas.page.getByTestId('transcript').getByText('Fix the retry loop').first().waitFor();
        await sleep(1_000);
      }
      const deeds = Array.from({ length: 8 }, (_, n) => [
        team.api.openThread({ sessionId, anchor: { sequence: 0 }, body: `${n} @${author} why?` }),
        api.openThread({ sessionId, anchor: { sequence: 0 }, body: `${n} @${reviewer} because` }),
      ]).flat();
      const all = deeds.map((deed) => deed.then(() => {}, noted));
      await Promise.all([...all, team.api.removeSession({ sessionId })]);
    }
    await jonas.page.getByText('Fix the retry loop').first().waitFor({ state: 'detached', timeout: 2_000 });
    assert.deepEqual(
      refused.filter((code) => code !== 'session_not_found'),
      [],
    );
    for (const client of [api, team.api]) {
      const { notifications } = await client.listInbox({ state: 'all', limit: 100 });
      assert.deepEqual(
        notifications.filter(({ sessionId }) => gone.has(sessionId ?? '')),
        [],
      );
    }
    const rows = await runStatement(
      database.config,
      `select d.notification_id from due_notices d left join notifications n on n.notification_id = d.notification_id
        where n.notification_id is null`,
    );
    assert.deepEqual(rows, []);
  });
};

for (const engine of engines) describe(`a walk of two people on ${engine}`, walk(engine));
