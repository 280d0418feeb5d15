import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { aTeam, type Team } from '../team.ts';

const shots = process.env.SCREENSHOTS;

let team: Team;
before(async () => {
  team = await aTeam();
});
after(async () => team[Symbol.asyncDispose]());

async function shoot(name: string): Promise<void> {
  if (!shots) return;
  const { page } = team.owner;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.screenshot({ path: `${shots}/${name}-${colorScheme}.png` });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.screenshot({ path: `${shots}/${name}-${colorScheme}-phone.png`, fullPage: true });
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1360, height: 860 });
}

test('the page of machines shows what each signs in with, rotates and revokes keys, and switches secrets off', async () => {
  const secret = team.server.client(team.secret);
  const named = {
    hostname: 'keyed',
    platform: 'linux',
    serviceCliVersion: '0.1.0',
    machineId: 'm1',
  } as const;
  const { environmentId } = await secret.registerEnvironment(named);
  const { machineKey } = await secret.exchangeKey({ environmentId, machineId: 'm1' });
  const machine = team.server.client(machineKey);
  await machine.beat({ environmentId });
  await secret.registerEnvironment({ ...named, hostname: 'plain', machineId: 'm2' });
  const { page } = team.owner;
  await page.goto(`${team.server.url}/environments`);
  await page.getByText('Own key', { exact: true }).waitFor();
  await page.getByText('Secret', { exact: true }).first().waitFor();
  await shoot('machines');
  await page.getByLabel('More about keyed').click();
  await page.getByRole('menuitem', { name: 'Rotate the key' }).click();
  await page.getByText('Key to be exchanged').waitFor();
  assert.equal((await machine.beat({ environmentId })).rotateKey, true);
  await page.getByLabel('More about keyed').click();
  await shoot('machine-menu');
  await page.getByRole('menuitem', { name: 'Revoke the key' }).click();
  await page.getByRole('button', { name: 'Revoke', exact: true }).last().click();
  await page.getByText('Key revoked').waitFor();
  await assert.rejects(machine.beat({ environmentId }), { code: 'secret_revoked' });
  await page.getByRole('switch').click();
  await page.getByText('On: a secret only registers machines').waitFor();
  assert.deepEqual(await team.api.getMachinePolicy(), { ownKeyOnly: true });
  await shoot('machines-strict');
});

test('the account’s page lists terminals with machine and last use, and signs them out', async () => {
  const first = await team.api.signInTerminal({ machine: 'mira@laptop' });
  await team.api.signInTerminal({ machine: 'mira@desk' });
  await team.server.client(first.token).listSessions({});
  const { page, watch } = team.owner;
  await page.goto(`${team.server.url}/account`);
  const rows = page.getByLabel('Terminals');
  await rows.getByText('mira@laptop').waitFor();
  await rows.getByText('Last used').waitFor();
  await rows.getByText('Not used yet').waitFor();
  await shoot('account');
  await rows.getByRole('button', { name: 'Sign out' }).last().click();
  await page.getByText('The terminal is signed out.').waitFor();
  await assert.rejects(team.server.client(first.token).listSessions({}), { code: 'invalid_token' });
  assert.equal((await team.api.listTerminals()).terminals.length, 1);
  assert.deepEqual([watch.violations, watch.remote], [[], []]);
});

test('a token is made on the page of the account, shown once, and revoked; an admin sees it with the organization’s', async () => {
  const { page, watch } = team.owner;
  await page.goto(`${team.server.url}/account`);
  await page.getByRole('button', { name: 'New token' }).click();
  await page.getByLabel('Name').fill('my agent');
  await page.getByLabel('Reply in threads').check();
  await shoot('new-token');
  await page.getByRole('button', { name: 'Create' }).click();
  const token = (await page
    .getByText(/^pat_[0-9A-Za-z]{38}$/)
    .first()
    .textContent()) as string;
  await shoot('issued-token');
  assert.ok(await team.server.client(token).listSessions({}));
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByText(token).waitFor({ state: 'detached' });
  await page.reload();
  const own = page.getByLabel('Tokens');
  await own.getByText('reads sessions, replies in threads').waitFor();
  await own.getByText(/^Last used \d{4}-\d\d-\d\d by the API$/).waitFor();
  await shoot('tokens');

  await page.goto(`${team.server.url}/organization`);
  const all = page.getByTestId('tokens');
  await all.getByText('my agent').waitFor();
  await all.getByRole('button', { name: 'New token for the gate' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('CI');
  await page.getByRole('button', { name: 'Create' }).click();
  await page
    .getByText(/^pat_[0-9A-Za-z]{38}$/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  await all.getByText('Of the organization: asks for the gate').waitFor();
  await all.scrollIntoViewIfNeeded();
  await shoot('organization-tokens');
  await all.getByRole('button', { name: 'Revoke' }).last().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('The token is revoked.').waitFor();
  await assert.rejects(team.server.client(token).listSessions({}), { code: 'invalid_token' });
  assert.deepEqual([watch.violations, watch.remote], [[], []]);
});
