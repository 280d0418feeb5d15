import assert from 'node:assert/strict';
import { it } from 'node:test';
import { aMailbox, minute } from '../../../testing/review/mailbox.ts';
import { onEveryEngine } from '../../../testing/suite.ts';

onEveryEngine('the link that ends mails', (server) => {
  it('W14 the link in a mail switches its kind off: by a button, or by one click of the mail program', async () => {
    await using box = await aMailbox(server());
    const { time, reader } = box;
    await box.tell();
    time.now += 11 * minute;
    await box.send();
    const [mail = ''] = box.mails();
    const url = /^List-Unsubscribe:\s+<(.*?)>\r$/m.exec(mail)?.[1] ?? '';
    assert.match(mail, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
    assert.ok(url.startsWith(`${server().url}/unsubscribe/usr_`), url);
    const outlet = async () => (await reader.client.getInboxSettings()).outlets.mentioned;
    const looked = await fetch(url);
    assert.equal(looked.status, 200);
    const html = await looked.text();
    assert.match(html, /<form method="post">/);
    assert.match(looked.headers.get('content-security-policy') ?? '', /default-src 'none'/);
    assert.equal(await outlet(), 'mail', 'looking changes nothing');
    for (let n = 0; n < 2; n++) {
      const done = await fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      });
      assert.equal(done.status, 200);
    }
    assert.equal(await outlet(), 'inbox');
    assert.equal((await reader.client.getInboxSettings()).outlets.assigned, 'mail');
    const forged = [
      url.slice(0, -1),
      url.replace('.mentioned.', '.assigned.'),
      url.replace(reader.userId, box.writer.userId),
      `${server().url}/unsubscribe/${'x'.repeat(1000)}`,
    ];
    for (const wrong of forged) {
      assert.equal((await fetch(wrong)).status, 404, wrong);
      assert.equal((await fetch(wrong, { method: 'POST' })).status, 404, wrong);
    }
    assert.equal((await box.writer.client.getInboxSettings()).outlets.mentioned, 'mail');
  });
});
