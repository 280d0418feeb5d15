import type { BrowserContext, Page } from 'playwright-core';
import { comeIn as comeInAsBrowser, tokensOf } from '../packages/server/testing/sign-in/pages.ts';

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

/**
 * The same without pages: what a server would set in a browser is set in this one. Returns an access token of that person,
 * for programs.
 */
export async function comeIn(
  context: BrowserContext,
  server: { url: string },
  link: string,
  email?: string,
): Promise<string> {
  const browser = await comeInAsBrowser(server, link, password, email);
  const tokens = await tokensOf(server, browser);
  if (!tokens) throw new Error(`nobody is signed in: ${browser.shown.title}`);
  const { hostname } = new URL(server.url);
  await context.addCookies(
    browser.cookies.map(({ name, value, path, attributes }) => ({
      ...{ name, value, path, domain: hostname },
      httpOnly: /httponly/i.test(attributes),
      sameSite: /samesite=strict/i.test(attributes) ? 'Strict' : 'Lax',
    })),
  );
  return tokens.access_token;
}
