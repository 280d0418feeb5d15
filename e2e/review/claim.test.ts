import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Visitor, visitor } from '../browser.ts';
import { fillSignIn } from '../sign-in.ts';
import { smallSession } from '../small-session.ts';
import { aTeam, type Team } from '../team.ts';

const shots = process.env.SCREENSHOTS;

let team: Team;
let member: Visitor;
let environmentId: string;
before(async () => {
  team = await aTeam();
  await team.machine.send({ agentId: 'claude-code', records: smallSession() });
  member = await team.join('jonas@example.com', 'member');
  environmentId = (await team.api.listEnvironments()).environments[0]?.environmentId ?? '';
});
after(async () => team[Symbol.asyncDispose]());

const issue = () => team.server.client(team.secret).issueClaim({ environmentId });

async function shoot(name: string, { page }: Visitor): Promise<void> {
  if (!shots) return;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${shots}/${name}-${colorScheme}.png` });
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: `${shots}/${name}-phone.png` });
  await page.setViewportSize({ width: 1360, height: 860 });
}

test('the link shows the machine, one click makes it theirs from then on, and it works once', async () => {
  const { page, watch } = member;
  const { url } = await issue();
  await page.goto(url);
  await page.getByText('mira@workbench').waitFor();
  await shoot('claim', member);
  await page.getByRole('button', { name: 'Yes, it is mine' }).click();
  await page.getByRole('heading', { name: 'It is yours' }).waitFor();
  await shoot('claimed', member);
  await team.machine.send({ agentId: 'claude-code', records: smallSession() });
  await page.getByRole('link', { name: 'To your sessions' }).click();
  await page.getByRole('table').getByText('jonas', { exact: true }).waitFor();
  assert.match(page.url(), /author=usr_/);
  assert.deepEqual(await page.getByTestId('filter').allInnerTexts(), ['Author jonas']);
  await shoot('sessions', member);
  await page.getByRole('button', { name: 'Without the filter Author' }).click();
  await page.getByRole('combobox', { name: 'Search sessions', exact: true }).fill('author:nobody');
  await page.keyboard.press('Enter');
  // What was there before it was claimed is nobody's until an admin gives it to them.
  await page.getByRole('table').getByText('jonas', { exact: true }).waitFor({ state: 'detached' });
  await page.getByText('Fix the retry loop').waitFor();
  await page.goto(url);
  await page.getByText('This link does not work any more').waitFor();
  await shoot('expired', member);
  assert.deepEqual([watch.violations, watch.remote], [[], []]);
});

test('somebody who is not signed in yet comes back to the link', async () => {
  const { url } = await issue();
  const stranger = await visitor(team.browser, team.server.url);
  await stranger.page.goto(url);
  await fillSignIn(stranger.page, 'jonas@example.com');
  await stranger.page.getByRole('button', { name: 'Yes, it is mine' }).waitFor();
  assert.equal(stranger.page.url(), url);
  await stranger.context.close();
});

test('a colleague’s claim asks the author, who says yes on the page of machines', async () => {
  const colleague = await team.join('ines@example.com', 'member');
  const { url } = await issue();
  await colleague.page.goto(url);
  await colleague.page.getByRole('button', { name: 'Yes, it is mine' }).click();
  await colleague.page.getByRole('heading', { name: 'They are asked first' }).waitFor();
  await shoot('requested', colleague);
  const { page } = member;
  await page.goto(`${team.server.url}/environments`);
  const asked = page.getByLabel('Machines that are asked for');
  await asked.getByText('ines', { exact: true }).waitFor();
  await shoot('asked-for', member);
  await asked.getByRole('button', { name: 'Decline' }).click();
  await asked.waitFor({ state: 'detached' });
  const { environment } = await team.api.getEnvironment({ environmentId });
  assert.ok(environment.authorUserId);
  await colleague.context.close();
});

test('an admin says whose machine it is, and that it is nobody’s', async () => {
  const { page } = team.owner;
  await page.goto(`${team.server.url}/environments`);
  const choice = page.getByLabel(/^Author of the sessions of/);
  await choice.waitFor();
  await page.waitForFunction(() => document.querySelector('select')?.selectedOptions[0]?.text === 'jonas');
  await shoot('environments', team.owner);
  await choice.selectOption({ label: 'No author' });
  await page.getByText('Author changed.').waitFor();
  const { environment } = await team.api.getEnvironment({ environmentId });
  assert.equal(environment.authorUserId, undefined);
  await member.page.goto(`${team.server.url}/environments`);
  await member.page.getByText('No author').waitFor();
  assert.equal(await member.page.getByLabel(/^Author of the sessions of/).count(), 0);
});
