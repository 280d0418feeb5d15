import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBrowser, visitor } from './browser.ts';
import { connectMachine } from './send-transcripts.ts';
import { startServer } from './server.ts';
import { createAccount } from './sign-in.ts';
import { smallSession } from './small-session.ts';

test('from the set-up link to the first captured session, without a reload', async (t) => {
  await using server = await startServer();
  const browser = await openBrowser();
  t.after(() => browser.close());
  const me = await visitor(browser, server.url);
  const { page, watch } = me;

  await createAccount(page, server.setupLink, 'owner@example.com');
  if (page.url().includes('/idp/')) await page.goto(server.url);
  await page.getByRole('heading', { name: 'Welcome to Debrief' }).waitFor();
  await page.getByLabel('Organization').fill('Acme');
  await page.getByRole('button', { name: 'Create the organization' }).click();

  await page.getByRole('heading', { name: 'Connect a machine' }).waitFor();
  const lines = page.getByTestId('copy-line');
  await page.getByText('Shown only now.').waitFor();
  assert.equal(await lines.nth(0).textContent(), `npx ${server.url}/cli.tgz connect`);
  const secret = (await lines.nth(1).textContent()) ?? '';
  assert.match(secret, /^sk_live_/);
  await page.getByRole('button', { name: 'Copy the command' }).click();
  assert.equal(
    await page.evaluate(() => navigator.clipboard.readText()),
    `npx ${server.url}/cli.tgz connect`,
  );

  const machine = await connectMachine(server.client(secret), { displayName: 'mira@workbench' });
  await page.getByText('mira@workbench is connected').waitFor();
  await machine.send({ agentId: 'claude-code', records: smallSession(), status: 'active' });
  await page.waitForURL(/\/sessions\/ses_/);
  await page.getByText('Fix the retry loop in the upload queue').first().waitFor();

  await page.goto(`${server.url}/secrets`);
  await page.getByText('First machine').waitFor();
  assert.equal(await page.getByText(secret).count(), 0, 'the secret is shown once only');
  assert.deepEqual(watch.violations, []);
  assert.deepEqual(watch.remote, []);
});
