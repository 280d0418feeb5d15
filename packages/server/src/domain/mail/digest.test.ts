import assert from 'node:assert/strict';
import { it } from 'node:test';
import { aMailbox, day, minute, noon } from '../../../testing/review/mailbox.ts';
import { onEveryEngine } from '../../../testing/suite.ts';
import { queueDigests } from './send.ts';

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
    await queueDigests(context);
    await box.send();
    assert.equal(box.mails().length, 1, 'the day of this digest is not over');
    time.now = noon - 4 * 60 * minute + day;
    for (let n = 0; n < 3; n++) {
      await Promise.all([queueDigests(context), queueDigests(context)]);
      await Promise.all([box.send(), box.send()]);
      time.now += minute;
    }
    assert.equal(box.mails().length, 2);
    const digest = box.mails()[1] ?? '';
    const body = digest.split('\r\n\r\n').slice(1).join('\r\n\r\n');
    assert.equal(body.split('\r\n')[0], 'It is your turn in one thing below.');
    assert.match(body, /somebody replied in a discussion of yours/);
    assert.match(body, /a session has grown since you accepted it/);
    assert.doesNotMatch(body, /you were mentioned/);
    assert.match(digest, /^List-Unsubscribe:\s+<http.*\.digest\./m);
    // Nothing new by the next day: no mail.
    time.now += day;
    await queueDigests(context);
    await box.send();
    assert.equal(box.mails().length, 2);
    // Whoever wants none gets none.
    await box.tell({ reason: 'finding' });
    await reader.client.changeInboxSettings({ digest: false });
    time.now += day;
    await queueDigests(context);
    await box.send();
    assert.equal(box.mails().length, 2);
  });
});
