import { setImmediate } from 'node:timers/promises';
import type { Context } from '../../src/domain/context.ts';
import { lookAhead } from '../../src/domain/lesson/look-ahead.ts';
import type { Engine } from '../../src/store/database.ts';
import { connect } from '../plan.ts';
import { testServer } from '../server.ts';
import { completedSession, edits, fails, judged, reads, runs } from '../session/judged-session.ts';
import { aTeam } from '../team.ts';

/**
 * `node packages/server/testing/lesson/measure.ts [ENGINE] [SESSIONS]` measures how long the figures of the page Lessons
 * take over HTTP, at the first look, at that after it, and after the server was started anew: 52 weeks of sessions in 40 repositories, copies of a few real
 * ones, ten lessons and ten sentences of AGENTS.md.
 */

const day = 86_400_000;
const repositories = 40;
const generated = 'session_pk,risk_order,errors,denials,edits,material,tokens,cost,outcome'.split(',');
const tools = ['lint', 'fmt', 'types', 'unit', 'docs', 'schema', 'audit', 'spell', 'bench', 'smoke'];

async function measure(engine: Engine, sessions: number): Promise<void> {
  await using server = await testServer(engine);
  const team = await aTeam(server);
  const { client } = team.owner;
  await using connection = await connect(server.config.database);
  const said = tools.map((tool) => `- Run \`make ${tool}\` before every commit.`).join('\n');
  const ids: string[] = [];
  for (let at = 0; at < 20; at++) {
    const work = Array.from({ length: 30 }, (_, n) => [
      ...edits(`/repo/src/file${n}.ts`),
      ...runs(`make ${tools[(at + n) % tools.length]}`, 'ok\n'.repeat(20)),
      ...(n % 10 === 9 ? runs('git commit -m x') : []),
      ...(n === 5 && at % 7 === 0 ? fails('gh pr create', 'no') : []),
    ]).flat();
    const session = await completedSession(
      team,
      [...(at % 4 === 0 ? reads('/repo/AGENTS.md', said) : []), ...work],
      { repoRoot: '/repo', title: `Session ${at}` },
    );
    await judged(team, session);
    ids.push(session.sessionId);
  }
  const names = async (table: string) => {
    const [row = {}] = await connection.rows(`select * from ${table} limit 1`, []);
    return Object.keys(row).filter((name) => !generated.includes(name));
  };
  const copy = async (table: string, from: number, to: number, old: string) => {
    const numbers =
      engine === 'sqlite'
        ? `with recursive numbers (n) as (select ${from} union all select n + 1 from numbers where n < ${to - 1})`
        : `with numbers as (select generate_series(${from}::bigint, ${to - 1}) as n)`;
    const values: Record<string, string> = {
      session_id: `t.session_id || '_' || n`,
      repository: `'git.example/acme/r' || (n % ${repositories})`,
      started_at: `t.started_at - n * ${Math.round((364 * day) / sessions)}`,
    };
    const columns = await names(table);
    const chosen = columns.map((name) => values[name] ?? `t.${name}`).join(', ');
    await connection.rows(
      `insert into ${table} (${columns.join(', ')}) ${numbers} select ${chosen} from numbers cross join ${table} t
        where t.session_id = '${old}'`,
      [],
    );
  };
  const part = Math.ceil(sessions / ids.length / 10);
  for (let from = 1, n = 0; from <= sessions; from += part, n++) {
    // The server is in this process, and must not miss its timers.
    await setImmediate();
    const [to, old] = [Math.min(from + part, sessions + 1), ids[n % ids.length] as string];
    await copy('sessions', from, to, old);
    await copy('projection.session_statistics', from, to, old);
    await copy('projection.session_failures', from, to, old);
  }
  if (engine === 'postgres') await connection.rows('analyze', []);
  console.log(`${engine}: ${sessions} sessions in ${repositories} repositories`);
  const repository = 'git.example/acme/r3';
  for (const tool of tools) {
    const check = `when commit unless ran "make ${tool}" since the last edit`;
    const { lesson } = await client.proposeLesson({ text: `Run make ${tool}.`, repository, check });
    await client.adoptLesson({ lessonId: lesson.lessonId, version: 1 });
  }
  const asked = {
    'lessons of a repository': () => client.listLessons({ repository }),
    'what fails again and again': () => client.listRepeatedFailures({ repository }),
    'the same of all': () => client.listRepeatedFailures({}),
    'their effects': () => client.listLessonEffects({ repository }),
    'sentences that are kept': () => client.listKeptRules({ repository }),
  };
  const answered = async (rounds: number) => {
    for (const [name, ask] of Object.entries(asked)) {
      const [times, worked]: [number[], number[]] = [[], []];
      for (let round = 0; round < rounds; round++) {
        const [begun, used] = [performance.now(), process.cpuUsage()];
        await ask();
        times.push(performance.now() - begun);
        const { user, system } = process.cpuUsage(used);
        worked.push((user + system) / 1000);
      }
      const said = times.map((time, at) => `${time.toFixed(0)} (${worked[at]?.toFixed(0)})`);
      console.log(`  ${name}: ${said.join(', ')}`);
    }
  };
  console.log('Milliseconds, and of them at work. Nothing is kept yet:');
  await answered(2);
  for (const _ of [1, 2]) await lookAhead(everything(server.running.context));
  for (let restart = 1; restart <= 3; restart++) {
    await server.restart();
    console.log(`After restart ${restart}:`);
    await answered(5);
  }
}

/** What is derived of the copies is as it is. */
const everything = ({ rebuild: _, ...context }: Context): Context => context;

const [engine = 'sqlite', sessions = '200000'] = process.argv.slice(2);
if (import.meta.main) await measure(engine as Engine, Number(sessions));
