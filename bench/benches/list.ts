import { amount, type Bench, type Row, type Setting } from '../bench.ts';
import { compare, cpuRatio, describe, describeCpu, ratios } from '../compare.ts';
import { fillSessions, listAgents, listRepositories } from '../fill.ts';
import { fillStatistics } from '../fill-statistics.ts';
import { floor } from '../floor.ts';
import { constantPlan, readPlan } from '../load/plans.ts';
import { createRandom } from '../random.ts';
import { figure } from '../statistic.ts';
import { type Kind, type Subject, startSubject } from '../subject.ts';

const machines = 20;

/** Machines of the organization, and so many sessions spread over them. */
export async function withSessions(subject: Subject, count: number): Promise<string[]> {
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
  await fillStatistics(subject);
  return environmentIds;
}

/** What people filter by: one or two of agent, status, machine, repository, kind of secret, time. */
export function filteredPaths(environmentIds: readonly string[], seed = 1): string[] {
  const random = createRandom(seed);
  const ago = (days: number) => new Date(Date.now() - days * 24 * 3600 * 1000).toISOString();
  const filters: (() => [string, string])[] = [
    () => ['agentId', random.pick(listAgents)],
    () => ['status', random.pick(['completed', 'failed', 'active'])],
    () => ['environmentId', random.pick(environmentIds)],
    () => ['repoRoot', random.pick(listRepositories)],
    () => ['secretEnvironment', random.pick(['live', 'test'])],
    () => ['startedBefore', ago(random.below(360))],
    () => ['startedAfter', ago(random.below(360))],
  ];
  return Array.from({ length: 400 }, () => {
    const first = random.below(filters.length);
    const chosen = [first, ...(random.below(2) ? [(first + 1) % filters.length] : [])];
    const query = new URLSearchParams([['limit', '50'], ...chosen.map((n) => filters[n]?.() ?? [])]);
    return `/v1/organizations/me/sessions?${query}`;
  });
}

async function measureOn(kind: Kind, setting: Setting): Promise<Row> {
  const subject = await startSubject(kind);
  try {
    const count = amount(setting, { full: 100_000, usual: 100_000, quick: 1000 });
    const paths = filteredPaths(await withSessions(subject, count));
    const constant = await constantPlan(subject, paths);
    const samples = await compare(
      {
        floor: { server: await floor(), plan: constant },
        subject: { server: subject, plan: readPlan(subject, paths) },
      },
      setting,
    );
    const cpu = cpuRatio(samples.subject, samples.floor);
    return {
      id: `list-${kind}`,
      bench: 'list',
      title: `list of 50 sessions with filters, ${count.toLocaleString('en-US')} stored, ${kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'}`,
      floor: 'bare Fastify sending a constant body of the same size',
      goal: { atLeast: 0.4 },
      ...figure(ratios(samples.subject, samples.floor)),
      ...(cpu !== undefined && { cpu }),
      note: `${constant.requests[0]?.path.split('/').at(-1)} bytes a page: ${describe(samples.subject)} against ${describe(samples.floor)}; ${describeCpu(samples.subject)}`,
    };
  } finally {
    await subject.stop();
  }
}

export const list: Bench = {
  name: 'list',
  summary: 'a list of 50 sessions with filters out of 100 000',
  async run(setting) {
    return { rows: [await measureOn('sqlite', setting), await measureOn('postgres', setting)] };
  },
};
