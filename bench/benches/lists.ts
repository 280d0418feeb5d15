import { measures } from '../../packages/server/src/domain/insights/measures.ts';
import { factsSql } from '../../packages/server/src/projection/insights/facts.ts';
import type { Bench, Row, Setting } from '../bench.ts';
import { fillSessions, listRepositories } from '../fill.ts';
import { cpuRatioOf, type Measured, measureInTurns, told, worstOf } from '../in-turns.ts';
import { runStatements } from '../statements.ts';
import { figure } from '../statistic.ts';
import { type Kind, type Subject, startSubject } from '../subject.ts';

/** Every list, order, filter, queue, Today and page of a repository with many sessions against the same with few. */

const machines = 20;

/** Spread evenly over sessions that follow each other. */
const spread = (modulus: number, factor = 2654435761) =>
  `(((s.session_pk * ${factor}) % 4294967296) / 7 % ${modulus})`;

const figures = `'{"title":"A session","prompts":3,"tools":9,"errors":' || (case when ${spread(3)} = 0 then ${spread(40, 40503)} else 0 end)
  || ',"denials":' || (case when ${spread(30)} = 7 then 1 else 0 end)
  || ',"edits":' || (case when ${spread(4)} > 0 then ${spread(60, 69069)} else 0 end)
  || ',"material":1,"tokens":{"input":1,"output":1,"cacheRead":1,"cacheWrite":1,"total":' || ${spread(3000000, 1597334677)}
  || '},"costUsd":' || ${spread(9000, 747796405)} || ',"costIsPartial":false,"outcome":{"kind":"' || (case when ${spread(50)} = 3 then 'failed' when ${spread(900)} = 5 then 'abandoned' else 'finished' end) || '","reason":"x"},"models":["claude-sonnet-4-5"],"files":2,"linesAdded":1,"linesRemoved":1}'`;
/** So many are of high severity that also few sessions fill all rows of Today. */
const risk = `case when ${spread(5)} > 0 then 100 * (case when ${spread(10, 40503)} < 7 then 3 else 1 + ${spread(10, 40503)} % 2 end) + ${spread(8, 69069)} else 0 end`;

const counted = measures.filter((name) => name !== 'sessions');

/** What the server would have derived, and somebody's name on each session. The database makes the rows itself. */
const derived = (emptyBody: string): string[] => [
  `insert into projection.session_statistics (session_id, organization_id, folded_to, state_to, figures, started_at,
      waiting_since, agent_id, environment_id, secret_environment, repo_root, repository, events, risk, noteworthy)
    select s.session_id, s.organization_id, s.event_count, 0, ${figures}, s.started_at,
      case when s.ended_at > s.created_at then s.ended_at else s.created_at end, s.agent_id, s.environment_id,
      s.secret_environment, s.repo_root, s.repository, ${spread(5000, 1103515245)}, ${risk}, 1
    from sessions s where true on conflict (session_id) do nothing`,
  `insert into projection.session_findings (session_id, organization_id, mark, folded_to, high, medium, low, risk, top, body)
    select s.session_id, s.organization_id,
      (case when s.status = 'active' then '0' else '1' end) || '.0.0', s.event_count, 0, 1, 0, ${risk}, '[]', ${emptyBody}
    from sessions s where true on conflict (session_id) do nothing`,
  // Without it every session is behind: the server looks at all of them, one by one, while it is measured.
  `insert into projection.session_insights (session_id, organization_id, secret_environment, week, repository, agent_id,
      author_user_id, facts, ${counted.join(', ')})
    select s.session_id, s.organization_id, s.secret_environment, (s.started_at + 259200000) / 604800000,
      coalesce(s.repository, ''), s.agent_id, coalesce(s.author_user_id, ''), ${factsSql}, ${counted.map(() => 0).join(', ')}
    from sessions s where true on conflict (session_id) do nothing`,
  `insert into projection.session_rules (session_id, rule, organization_id, severity, count, started_at)
    select s.session_id, 'fs.delete-outside', s.organization_id, 3, 1, s.started_at from sessions s where ${spread(30)} = 1`,
  ...['package.json', 'src/billing/invoice.ts'].map(
    (
      path,
      at,
    ) => `insert into projection.session_files (session_id, organization_id, path, name, sequence, started_at)
      select s.session_id, s.organization_id, '${path}', '${path.split('/').at(-1)}', 1, s.started_at from sessions s
      where ${spread([2, 40][at] as number)} = 1`,
  ),
];

export async function filled(kind: Kind, count: number): Promise<Subject> {
  const subject = await startSubject(kind);
  const environmentIds: string[] = [];
  for (let n = 0; n < machines; n++) {
    const { environmentId } = await subject.machine.registerEnvironment({
      hostname: `machine-${n}`,
      platform: 'linux',
      serviceCliVersion: '1.0.0',
    });
    environmentIds.push(environmentId);
  }
  await fillSessions(subject, count, environmentIds);
  // A machine is somebody's.
  const named = environmentIds.map(
    (environmentId, n) =>
      `update sessions set author_user_id = 'usr_${n}', repository = repo_root where environment_id = '${environmentId}'`,
  );
  await runStatements(subject, [...named, ...derived(kind === 'sqlite' ? "x''" : "''")]);
  // They were changed by each session of one statement, and all those versions would be read past for ever.
  if (kind === 'postgres')
    await runStatements(
      subject,
      ['projection.repository_weeks', 'repository_roots', 'repository_sessions'].map(
        (table) => `vacuum full ${table}`,
      ),
    );
  return subject;
}

const sorts = ['startedAt', 'events', 'errors', 'edits', 'tokens', 'cost', 'risk', 'repository', 'author'];
const filters = [
  'agentId=codex',
  `repoRoot=${encodeURIComponent(listRepositories[3] as string)}`,
  'status=failed',
  'secretEnvironment=test',
  'author=usr_7',
  'has=errors',
  'has=denials',
  'severity=high',
  'rule=fs.delete-outside',
  'reviewState=unreviewed',
  'outcome=failed',
  'outcome=failed&outcome=abandoned',
  'file=invoice.ts',
  'file=package.json',
  'agentId=codex&agentId=claude-code',
  'author=usr_7&author=usr_8&author=none',
  'agentId=claude-code&status=completed&has=edits',
];
const list = '/v1/organizations/me/sessions?limit=50';
const queue = '/v1/organizations/me/reviews?limit=50';
const repository = encodeURIComponent(listRepositories[3] as string);

/** What is asked for, by the row of the report it counts for. */
export const groups: Record<string, readonly string[]> = {
  'every order of the list': sorts.flatMap((sort) =>
    ['asc', 'desc'].map((order) => `${list}&sort=${sort}&order=${order}`),
  ),
  'every filter of the list': filters.map((filter) => `${list}&${filter}`),
  'filters in the order of cost': filters.map((filter) => `${list}&sort=cost&${filter}`),
  'the queue': ['', '&order=waiting', '&order=newest', '&tab=done', '&tab=turn', '&agentId=codex'].map(
    (rest) => queue + rest,
  ),
  today: ['', '?order=waiting', '?order=newest', '?group=author', '?severity=high'].map(
    (rest) => `/v1/organizations/me/today${rest}`,
  ),
  'repositories and sums': [
    '/v1/organizations/me/repositories',
    `/v1/organizations/me/repository?repository=${repository}`,
    '/v1/organizations/me/sessions?limit=1&totals=true',
    '/v1/organizations/me/sessions?limit=1&totals=true&secretEnvironment=live',
  ],
};

interface Sizes {
  name: string;
  /** Of the sessions. */
  few: number;
  many: number;
  groups: readonly string[];
  goal: number;
}

const atTwoHundredThousand: Sizes = {
  name: 'lists',
  few: 2000,
  many: 200_000,
  groups: Object.keys(groups),
  goal: 1.5,
};
/** Nothing of these was looked at by anybody. */
const openOnes: Sizes = {
  name: 'open-sessions',
  few: 1000,
  many: 100_000,
  groups: ['the queue', 'today'],
  goal: 1.3,
};

async function measureOn(kind: Kind, sizes: Sizes, setting: Setting): Promise<Row[]> {
  const { name: bench, goal } = sizes;
  const [few, many] = setting.quick ? [100, 1000] : [sizes.few, sizes.many];
  const subjects: Subject[] = [];
  try {
    for (const size of [few, many]) {
      setting.say(`${kind}: ${size} sessions`);
      subjects.push(await filled(kind, size));
    }
    const rows: Row[] = [];
    for (const name of sizes.groups) {
      const paths = groups[name] as readonly string[];
      const measured: Measured[] = [];
      for (const path of paths) {
        const one = await measureInTurns(subjects as [Subject, Subject], { path }, setting);
        setting.say(told(one));
        measured.push(one);
      }
      const worst = worstOf(measured);
      rows.push({
        id: `${bench}-${name.replaceAll(' ', '-')}-${kind}`,
        bench: `${bench}-${kind}`,
        title: `${name}: ${many.toLocaleString('en-US')} sessions ÷ ${few.toLocaleString('en-US')}, the worst of ${paths.length}, ${kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'}`,
        floor: 'the same request with few sessions stored',
        goal: { atMost: name === 'today' || name === 'the queue' ? 1.3 : goal },
        ...figure(worst.rounds),
        cpu: cpuRatioOf(worst),
        note: `${worst.second.toFixed(1)} ms against ${worst.first.toFixed(1)} ms for ${worst.path.replace('/v1/organizations/me/', '')}`,
      });
    }
    return rows;
  } finally {
    for (const subject of subjects) await subject.stop();
  }
}

const benchOn = (kind: Kind, sizes: Sizes, summary: string): Bench => ({
  name: `${sizes.name}-${kind}`,
  summary: `${summary}, ${kind}`,
  run: async (setting) => ({ rows: await measureOn(kind, sizes, setting) }),
});

const kinds: readonly Kind[] = ['sqlite', 'postgres'];
const all = 'every list, order, filter, queue and repository page with 200 000 sessions against 2 000';
const open = 'the queue and Today with 100 000 sessions that nobody looked at against 1 000';

export const listsBenches: Bench[] = [
  ...kinds.map((kind) => benchOn(kind, atTwoHundredThousand, all)),
  ...kinds.map((kind) => benchOn(kind, openOnes, open)),
];
