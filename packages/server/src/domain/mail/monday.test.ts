import assert from 'node:assert/strict';
import { it } from 'node:test';
import { agents, aWorkingTeam, firstWeek, judged, work } from '../../../testing/insights/team.ts';
import { startMail } from '../../../testing/mail.ts';
import type { TestServer } from '../../../testing/server.ts';
import { onEveryEngine } from '../../../testing/suite.ts';
import { createMailer } from '../../idp/mail.ts';
import type { Context } from '../context.ts';
import { mondayDue, sendMondayMails } from './monday.ts';
import type { Mailer } from './ports.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** Monday, 29 June 2026, 00:00 UTC: eight weeks after the first. */
const monday = firstWeek + 56 * day;

/** Some people who work twice as much as before, one who wants the mail, a mail server, and a clock. */
async function aMonday(server: TestServer, people = 3) {
  const team = await aWorkingTeam(server, people);
  const ids: string[] = [];
  for (const worker of team.workers)
    for (const week of [1, 5, 5])
      ids.push(
        await work(team, { worker, agentId: agents[0], repository: 'secret-name', week, story: week }),
      );
  await judged(team.owner.client, ids);
  const [reader] = team.workers;
  assert.ok(reader);
  await reader.client.changeInboxSettings({ monday: true });
  const smtp = await startMail();
  const mailer = createMailer({ smtpUrl: smtp.url, publicUrl: server.url, version: '0.0.0' }) as Mailer;
  const time = { now: monday + 8 * hour };
  const { rebuild: _, ...running } = server.running.context;
  const context: Context = { ...running, sendsMail: true, clock: () => time.now };
  const send = (by = context) => sendMondayMails(by, mailer, (error) => assert.fail(String(error)));
  /** Tests of one server share its members. */
  const mails = () => smtp.mails.filter((mail) => mail.includes(`To: ${reader.email}`));
  return { team, reader, time, context, send, mails, [Symbol.asyncDispose]: () => smtp.close() };
}

const bodyOf = (mail = ''): string => mail.split('\r\n\r\n').slice(1).join('\r\n\r\n');

onEveryEngine('the mail on Mondays', (server) => {
  it('says once a week, in the words of Insights, what changed; to whoever wants it', async () => {
    await using box = await aMonday(server());
    const { time, context, send, mails, team } = box;
    time.now -= minute;
    await send();
    assert.deepEqual(mails(), [], 'nothing before eight');
    for (let n = 0; n < 3; n++) {
      time.now += minute;
      // Another server is another context.
      await Promise.all([send(), send({ ...context })]);
    }
    assert.equal(mails().length, 1);
    const [mail = ''] = mails();
    assert.match(mail, /^Subject: Debrief: what changed by Monday, 2026-06-29\r$/m);
    assert.match(mail, /^List-Unsubscribe:\s+<http.*\.monday\./m);
    const body = bodyOf(mail);
    const { client } = team.owner;
    assert.match(
      body,
      /^What changed in the last four weeks of your organization, against the four before:\r\n/,
    );
    assert.match(body, /^- Sessions: 6, twice as much as before \(.* at work\)\r$/m);
    assert.match(body, new RegExp(`^Insights: ${server().url}/insights\r$`, 'm'));
    for (const { email, userId, environmentId } of team.workers)
      for (const name of [email, userId, environmentId])
        assert.ok(!body.split('\r\n--\r\n')[0]?.includes(name), 'no person and no machine');
    assert.ok(!body.includes('secret-name'), 'no repository');
    assert.equal((await client.getInboxSettings()).monday, false, 'nobody gets it who has not asked for it');
    time.now += 7 * day;
    await send();
    await send();
    assert.equal(mails().length, 2, 'the next week');
    // Then there is nothing to compare with.
    time.now += 7 * day;
    await send();
    assert.equal(mails().length, 2);
  });

  it('is sent until Tuesday night after a downtime, not in quiet hours or while away, and not later', async () => {
    await using box = await aMonday(server());
    const { time, reader, send, mails } = box;
    await reader.client.changeInboxSettings({ quietHours: { from: '07:00', to: '10:00' } });
    await send();
    assert.equal(mails().length, 0, 'quiet');
    time.now = monday + 10 * hour;
    const awayUntil = new Date(Date.now() + 30 * day).toISOString();
    await reader.client.changeInboxSettings({ awayUntil });
    const back = Date.parse(awayUntil);
    assert.ok(back > time.now);
    await send();
    assert.equal(mails().length, 0, 'away');
    await reader.client.changeInboxSettings({ awayUntil: null });
    time.now = monday + 2 * day;
    await send();
    assert.equal(mails().length, 0, 'Wednesday');
    time.now -= minute;
    await send();
    assert.equal(mails().length, 1, 'Tuesday night');
    await send();
    assert.equal(mails().length, 1);
  });

  it('says nothing of fewer than three people, and nothing while sessions are derived anew', async () => {
    await using few = await aMonday(server(), 2);
    await few.send();
    assert.deepEqual(few.mails(), []);
    await using box = await aMonday(server());
    await box.send({ ...box.context, rebuild: () => ({ percent: 99 }) });
    assert.deepEqual(box.mails(), []);
    const broken = { ...box.context.store.insight, cells: async () => Promise.reject(new Error('away')) };
    const errors: unknown[] = [];
    const without = { ...box.context, store: { ...box.context.store, insight: broken } };
    await sendMondayMails(without, { send: async () => assert.fail() }, (error) => void errors.push(error));
    assert.ok(errors.length > 0, 'what cannot be read now is tried again');
    await box.send();
    assert.equal(box.mails().length, 1);
  });

  it('comes at least once where a server dies, and then with the same Message-ID', async () => {
    await using box = await aMonday(server());
    const { time, context, send, mails, reader } = box;
    const { outlet } = context.store;
    const dying = {
      ...outlet,
      release: async (...given: Parameters<typeof outlet.release>) => {
        if (given[0] === reader.userId) throw new Error('killed');
        await outlet.release(...given);
      },
    };
    await assert.rejects(send({ ...context, store: { ...context.store, outlet: dying } }), /killed/);
    assert.equal(mails().length, 1, 'sent, and not noted');
    time.now += 4 * minute;
    await send();
    assert.equal(mails().length, 1, 'it may still be at it');
    time.now += 2 * minute;
    await send();
    await send();
    assert.equal(mails().length, 2);
    const [first, second] = mails().map((mail) => /^Message-ID: <(.*?)>/im.exec(mail)?.[1]);
    assert.equal(first, second);
    assert.ok(first?.startsWith('monday.2026-06-29.usr_'), first);
  });

  it('W14 its link ends it, and nothing else', async () => {
    await using box = await aMonday(server());
    const { time, reader, send, mails } = box;
    await send();
    const url = /^List-Unsubscribe:\s+<(.*?)>\r$/m.exec(mails()[0] ?? '')?.[1] ?? '';
    assert.match(await (await fetch(url)).text(), /<button>Stop the mail on Mondays<\/button>/);
    assert.equal((await fetch(url, { method: 'POST' })).status, 200);
    const { monday: isWanted, digest, outlets } = await reader.client.getInboxSettings();
    assert.deepEqual([isWanted, digest, outlets.mentioned], [false, true, 'mail']);
    time.now += 7 * day;
    await send();
    assert.equal(mails().length, 1);
  });
});

it('the mail on Mondays is due from eight to Tuesday night by the clock of its reader, once the week is over', () => {
  const due = (timeZone: string | null, at: number) => mondayDue({ timeZone }, monday + at * hour);
  const said = '2026-06-29';
  const cases: [string | null, number, string | undefined][] = [
    [null, 7.99, undefined],
    [null, 8, said],
    [null, 47.9, said],
    [null, 48, undefined],
    ['Europe/Berlin', 5.9, undefined],
    ['Europe/Berlin', 6, said],
    ['America/Los_Angeles', 14.9, undefined],
    ['America/Los_Angeles', 15, said],
    ['America/Los_Angeles', 54.9, said],
    ['America/Los_Angeles', 55, undefined],
    // In Auckland it is eight before the week is over in UTC.
    ['Pacific/Auckland', -1, undefined],
    ['Pacific/Auckland', 0, said],
    ['Pacific/Auckland', 36, undefined],
  ];
  for (const [timeZone, at, expected] of cases)
    assert.equal(due(timeZone, at), expected, `${timeZone} ${at}`);
});
