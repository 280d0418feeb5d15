import assert from 'node:assert/strict';
import { it } from 'node:test';
import { aMailbox, day, minute, noon } from '../../../testing/review/mailbox.ts';
import { onEveryEngine } from '../../../testing/suite.ts';
import { sendDigests } from './digest.ts';

onEveryEngine('the daily digest', (server) => {
  it('W13 the daily digest has what is unread and was not mailed, once a day', async () => {
    await using box = await aMailbox(server());
    const { time, reader, context } = box;
    await box.tell({ reason: 'replied' });
    await box.tell({ reason: 'outgrown' });
    await box.tell({ reason: 'mentioned' });
    time.now += 11 * minute;
    await box.send();
    assert.equal(box.mails().length, 1, 'the mention');
    const digests = () => sendDigests(context, box.mailer, (error) => void box.errors.push(error));
    await digests();
    assert.equal(box.mails().length, 1, 'nothing came before seven today');
    time.now = noon - 4 * 60 * minute + day;
    for (let n = 0; n < 3; n++) {
      await Promise.all([digests(), digests()]);
      time.now += minute;
    }
    assert.equal(box.mails().length, 2);
    const digest = box.mails()[1] ?? '';
    const body = digest.split('\r\n\r\n').slice(1).join('\r\n\r\n');
    assert.equal(body.split('\r\n')[0], 'For your information: no review waits for you.');
    assert.match(body, /somebody answered in a discussion of yours/);
    assert.match(body, /a session has grown since you accepted it/);
    assert.doesNotMatch(body, /you were mentioned/);
    assert.match(digest, /^List-Unsubscribe:\s+<http.*\.digest\./m);
    // Nothing new by the next day: no mail.
    time.now += day;
    await digests();
    assert.equal(box.mails().length, 2);
    // Whoever wants none gets none.
    await box.tell({ reason: 'declined' });
    await reader.client.changeInboxSettings({ digest: false });
    time.now += day;
    await digests();
    assert.equal(box.mails().length, 2);
  });
});
