import type { Page } from 'playwright-core';
import type { Visitor } from './browser.ts';

export const password = 'correct horse battery staple';

/** A link that makes an account (set-up or invitation): chooses a password and ends up in the dashboard. */
export async function createAccount(page: Page, link: string, email?: string): Promise<void> {
  await page.goto(link);
  if (email !== undefined) await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('New password').fill(password);
  await page.getByLabel('Repeat the password').fill(password);
  await page.getByRole('button').first().click();
  // Some links end with a page that only has a button to the dashboard.
  await page.waitForLoadState('load');
  if (page.url().includes('/idp/')) {
    const onward = page.getByRole('link').first();
    if (await onward.isVisible().catch(() => false)) await onward.click();
  }
}

export async function fillSignIn(page: Page, email: string): Promise<void> {
  await page.waitForURL(/\/idp\/interaction\//);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** The owner of a new organization, in the dashboard. */
export async function createOwner(
  { page }: Visitor,
  server: { url: string; setupLink: string },
  email = 'owner@example.com',
  organization = 'Acme',
): Promise<void> {
  await createAccount(page, server.setupLink, email);
  if (!page.url().startsWith(`${server.url}/`) || page.url().includes('/idp/')) await page.goto(server.url);
  await page.getByLabel('Organization').fill(organization);
  await page.getByRole('button', { name: 'Create the organization' }).click();
  await page.getByRole('heading', { name: 'Connect a machine' }).waitFor();
}
