import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AgentId, Session } from '@debrief/contract';
import { createPriceList } from '@debrief/prices';
import { splitRecord } from '@debrief/transcript';
import {
  isPresent,
  moreWorkSessions,
  type RecordedFile,
  recordedFiles,
  workSessions,
} from '../../../../transcript/src/testing/corpus.ts';
import { fixtures } from '../../../../transcript/src/testing/fixtures.ts';
import { testServer } from '../../../testing/server.ts';
import { aTeam, type Team } from '../../../testing/team.ts';
import { countedAgents, IndependentCount } from '../../../testing/usage/independent-count.ts';

/**
 * What lists, sessions and repositories say was used is what an independent count over all recordings comes to.
 * USAGE_ALL=1 takes every recording beside the repository; the suite takes some, and our own fixtures with forks of them.
 */

const isAll = process.env.USAGE_ALL === '1';
const maxEach = 6;
const maxRecords = 400;

function recordings(): RecordedFile[] {
  const all = isPresent
    ? [...recordedFiles(), ...(isAll ? [...workSessions(), ...moreWorkSessions()] : [])]
    : [];
  const taken = new Map<string, number>();
  const some = all.filter(({ agent, name, records }) => {
    if (!countedAgents.includes(agent) || !name.endsWith('.jsonl')) return false;
    if (isAll) return true;
    const count = taken.get(agent) ?? 0;
    // The one with a fork and its parent, and some others.
    const isTaken = name.includes('checkpoint-rewind') || (count < maxEach && records.length <= maxRecords);
    if (isTaken) taken.set(agent, count + 1);
    return isTaken;
  });
  const own = fixtures.filter(({ agent }) => countedAgents.includes(agent));
  return [...own, ...own.map(forkOf), ...some];
}

/** As a fork is written: everything once more, in a file of its own. */
const forkOf = (file: RecordedFile): RecordedFile => ({ ...file, name: `fork of ${file.name}` });

async function send(team: Team, { agent, name, records }: RecordedFile): Promise<void> {
  const { environmentId, machine } = team;
  const agentId = agent as AgentId;
  const { installationId } = await machine.registerInstallation({ environmentId, agentId });
  const { sessionId } = await machine.openSession({
    ...{ environmentId, agentInstallationId: installationId, agentId, externalId: name.slice(0, 200) },
    ...{ repoRoot: `/home/a/${agent}`, repoRemote: `https://git.example.com/acme/${agent}.git` },
  });
  const events = records.flatMap((record) => splitRecord(record));
  for (let at = 0; at < events.length; at += 50)
    await machine.appendEvents({ sessionId, events: events.slice(at, at + 50) });
}

async function folded(team: Team): Promise<Session[]> {
  for (const begun = Date.now(); ; await sleep(100)) {
    const found: Session[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await team.owner.client.listSessions({ limit: 100, ...(cursor && { cursor }) });
      found.push(...page.sessions);
      if (!page.nextCursor) break;
      cursor = page.nextCursor;
    }
    const isBehind = ({ statistics, eventCount }: Session) => (statistics?.foldedTo ?? -1) < eventCount;
    if (!found.some((one) => one.eventCount > 0 && isBehind(one))) return found;
    assert.ok(Date.now() - begun < (isAll ? 1_800_000 : 60_000), 'not folded in time');
  }
}

describe('usage of all recordings', () => {
  it('is the same in the list, in its sessions, by repository, and by an independent count', async (t) => {
    await using server = await testServer('sqlite', { RATE_LIMIT_SECRET: '1000000' });
    const team = await aTeam(server);
    const count = new IndependentCount();
    const files = recordings();
    for (const file of files) {
      count.add(file.agent, file.name, file.records);
      await send(team, file);
    }
    const prices = createPriceList();
    const rows = [...count.rows.values()];
    const costOf = (row: (typeof rows)[number]) =>
      row.billed || (prices.costOf(row.model, { cacheWriteLong: 0, ...row, reasoning: 0 }, row.at) ?? 0);
    const sum = <Row>(list: readonly Row[], value: (row: Row) => number | undefined) =>
      list.reduce((total, row) => total + (value(row) ?? 0), 0);
    const sessions = await folded(team);
    const { totals } = await team.owner.client.listSessions({ totals: 'true' });
    for (const part of ['input', 'output', 'cacheRead', 'cacheWrite'] as const)
      assert.equal(
        sum(sessions, (one) => one.statistics?.tokens[part]),
        sum(rows, (row) => row[part]),
        part,
      );
    const tokens = sum(rows, (row) => row.input + row.output + row.cacheRead + row.cacheWrite);
    assert.equal(totals?.tokens, tokens);
    let [inRepositories, costInRepositories] = [0, 0];
    for (const agent of new Set(files.map((file) => file.agent))) {
      const list = await team.owner.client.listSessions({ totals: 'true', repoRoot: `/home/a/${agent}` });
      inRepositories += list.totals?.tokens ?? 0;
      const repository = `git.example.com/acme/${agent}`;
      costInRepositories += (await team.owner.client.getRepository({ repository })).costUsd;
    }
    assert.equal(inRepositories, tokens);
    const inSessions = sum(sessions, (one) => one.statistics?.costUsd);
    // Each session is rounded to a millionth of a dollar.
    const isNear = (one: number, other: number) => Math.abs(one - other) < 1e-5 + sessions.length * 1e-6;
    for (const cost of [totals?.costUsd ?? 0, costInRepositories, sum(rows, costOf)])
      assert.ok(isNear(cost, inSessions), `${cost} is not ${inSessions}`);
    // What is exported of each session comes to the same.
    const exported = ((await team.owner.client.exportOrganization({})) as unknown as string)
      .split('\n')
      .filter((line) => line.startsWith('{"kind":"session"'))
      .map((line) => (JSON.parse(line) as { session: Session }).session);
    assert.equal(exported.length, sessions.length);
    for (const part of ['input', 'output', 'cacheRead', 'cacheWrite'] as const)
      assert.equal(
        sum(exported, (one) => one.statistics?.tokens[part]),
        sum(rows, (row) => row[part]),
        `exported ${part}`,
      );
    const costExported = sum(exported, (one) => one.statistics?.costUsd);
    assert.ok(isNear(costExported, inSessions), `exported: ${costExported} is not ${inSessions}`);
    const elsewhere = sum(sessions, (one) => one.statistics?.elsewhere?.tokens);
    assert.ok(elsewhere > 0);
    t.diagnostic(
      `${files.length} files, ${rows.length} requests, ${tokens} tokens, $${inSessions.toFixed(2)}; ` +
        `${elsewhere} tokens are recorded again and not counted`,
    );
  });
});
