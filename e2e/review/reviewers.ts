import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@debrief/contract';
import type { Page } from 'playwright-core';
import type { Visitor } from '../browser.ts';
import { smallSession } from '../small-session.ts';
import { aTeam, type Team } from '../team.ts';

/** The owner and Jonas, a member who reviews. */
export interface Reviewers {
  team: Team;
  jonas: Visitor;
  /** The API as Jonas. */
  api: Client;
  /** His id. */
  me: string;
  /** Sends a session that the server has read to its end, so that its review can be asked for. */
  aSession(title: string): Promise<string>;
  open(visitor: Visitor, sessionId: string, hash?: string): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function aTeamOfReviewers(): Promise<Reviewers> {
  const team = await aTeam();
  const jonas = await team.join('jonas@example.com', 'member');
  const token = jonas.watch.token();
  if (!token) throw new Error('the dashboard sent no token');
  const { users } = await team.api.listMembers();
  return {
    team,
    jonas,
    api: team.server.client(token),
    me: users.find(({ email }) => email === 'jonas@example.com')?.userId ?? '',
    async aSession(title) {
      const sessionId = await team.machine.send({ agentId: 'claude-code', title, records: smallSession() });
      for (let tries = 0; tries < 1200; tries++) {
        const { review } = await team.api.getReview({ sessionId });
        if (review.material > 0) return sessionId;
        await sleep(50);
      }
      throw new Error('the session was not read in time');
    },
    async open({ page }, sessionId, hash = '') {
      await page.goto(`${team.server.url}/sessions/${sessionId}${hash}`);
      await page.getByTestId('transcript').getByText('Fix the retry loop').first().waitFor();
      await page.getByTestId('mark').waitFor();
    },
    [Symbol.asyncDispose]: () => team[Symbol.asyncDispose](),
  };
}

export const card = (page: Page, number: number) => page.locator(`[data-thread="${number}"]`);

export async function type(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text);
  await page.keyboard.press('Control+Enter');
}
