import { setImmediate, setTimeout } from 'node:timers/promises';
import { measures } from '../../src/domain/insights/measures.ts';
import type { Engine } from '../../src/store/database.ts';
import { connect } from '../plan.ts';
import { testServer } from '../server.ts';
import { aTeam } from '../team.ts';

/**
 * `node packages/server/testing/insights/measure.ts [ENGINE] [SESSIONS]` measures how long Insights takes over HTTP for 52
 * weeks: 120 authors, each at home in one of 40 repositories and now and then elsewhere, three agents. PostgreSQL as in
 * the tests (TEST_POSTGRES_URL).
 */

const week = 7 * 86_400_000;
const [weeks, authors, repositories] = [52, 120, 40];
const agents = ['claude-code', 'codex', 'gemini-cli'];
const rounds = 20;

let drawn = 1;
const draw = (of: number): number => {
  drawn = (Math.imul(drawn, 1664525) + 1013904223) >>> 0;
  return Math.floor((drawn / 2 ** 32) * of);
};

async function measure(engine: Engine, sessions: number): Promise<void> {
  await using server = await testServer(engine);
  const { owner, organizationId } = await aTeam(server);
  await using connection = await connect(server.config.database);
  const last = Math.floor((Date.now() + 72 * 3_600_000) / week);
  const counted = measures.filter((name) => name !== 'sessions');
  for (let from = 0; from < sessions; from += 500) {
    const rows = Array.from({ length: Math.min(500, sessions - from) }, (_, at) => {
      const n = from + at;
      const author = draw(authors);
      const repository = draw(5) === 0 ? draw(repositories) : author % repositories;
      const agent = agents[draw(7) === 0 ? draw(3) : 0];
      const place = [`'ses_${n}'`, `'${organizationId}'`, "'live'", last - 1 - draw(weeks)];
      const what = [`'example.com/acme/r${repository}'`, `'${agent}'`, `'usr_${author}'`, "''"];
      return `(${[...place, ...what, ...counted.map((_name, index) => (n + index) % 5)].join(', ')})`;
    });
    // The server is in this process, and must not miss its timers.
    await setImmediate();
    await connection.rows(`insert into projection.session_insights values ${rows.join(', ')}`, []);
  }
  if (engine === 'postgres') await connection.rows('analyze', []);
  const [{ count } = { count: 0 }] = (await connection.rows(
    'select count(*) as count from projection.insight_weeks',
    [],
  )) as { count: number }[];
  console.log(`${engine}: ${sessions} sessions, ${Number(count)} sums`);
  // While rows were filled in nobody heard that the server had closed idle connections.
  await setTimeout(100);
  const from = new Date(Date.now() - weeks * week).toISOString();
  const asked = {
    'all of it': {},
    'one repository': { repository: 'example.com/acme/r3' },
    'one agent': { agentId: 'codex' },
    'one agent in one repository': { repository: 'example.com/acme/r3', agentId: 'claude-code' },
    'of oneself': { of: 'me' as const },
  };
  for (const [name, filter] of Object.entries(asked)) {
    const times: number[] = [];
    const worked: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const [begun, used] = [performance.now(), process.cpuUsage()];
      const { weeks: shown } = await owner.client.getInsights({ from, ...filter });
      times.push(performance.now() - begun);
      const { user, system } = process.cpuUsage(used);
      worked.push((user + system) / 1000);
      if (shown.length !== weeks) throw new Error(`${shown.length} weeks`);
    }
    const at = (of: number[], share: number) =>
      of.sort((a, b) => a - b)[Math.floor(share * (rounds - 1))]?.toFixed(0);
    console.log(
      `${name}: median ${at(times, 0.5)} ms, at most ${at(times, 1)} ms, of the processor ${at(worked, 0.5)} ms`,
    );
  }
}

const [engine = 'sqlite', sessions = '200000'] = process.argv.slice(2);
if (import.meta.main) await measure(engine as Engine, Number(sessions));
