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
