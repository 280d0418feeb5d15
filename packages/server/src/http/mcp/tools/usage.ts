import { Type } from 'typebox';
import { listRepositories, listSessions } from '../../../domain/session/session-list.ts';
import { joined, said } from '../text.ts';
import { type Asked, repositoryField, repositoryOf, tool } from '../tool.ts';

const day = 86_400_000;
const usual = 7;
const mostRepositories = 10;

export const usageTool = tool<{ repository?: string; days?: number }>({
  name: 'usage',
  title: 'Tokens and cost',
  description:
    'When somebody asks what the work of agents costs: sessions, tokens and dollars by day and by repository, for the last days.',
  scope: 'sessions:read',
  isDerived: true,
  most: 4000,
  input: Type.Object({
    repository: repositoryField,
    days: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 31, description: `How many days; default ${usual}.` }),
    ),
  }),
  async run(asked, { repository: given, days = usual }) {
    const repository = repositoryOf(given);
    const today = Math.floor(asked.context.clock() / day) * day;
    const first = today - (days - 1) * day;
    const lines: string[] = [];
    for (let from = first; from <= today; from += day) {
      const totals = await totalsOf(asked, from, from + day, repository);
      lines.push(`- ${new Date(from).toISOString().slice(0, 10)}: ${wordsOf(totals)}`);
    }
    const all = await totalsOf(asked, first, today + day, repository);
    const parts = [
      `${days} days until today (UTC)${repository ? ` in ${said(repository, 120)}` : ''}: ${wordsOf(all)}`,
      `By day:\n${lines.join('\n')}`,
    ];
    if (repository === undefined) parts.push(...(await byRepository(asked, first, today + day)));
    return joined(parts, 4000);
  },
});

type Totals = { sessions: number; tokens: number; costUsd: number };

async function totalsOf(
  { context, actor }: Asked,
  from: number,
  to: number,
  repository?: string,
): Promise<Totals> {
  const { totals } = await listSessions(context, actor, {
    limit: 1,
    totals: 'true',
    startedAfter: new Date(from - 1).toISOString(),
    startedBefore: new Date(to).toISOString(),
    ...(repository !== undefined && { repository }),
  });
  return (totals as Totals | undefined) ?? { sessions: 0, tokens: 0, costUsd: 0 };
}

const wordsOf = ({ sessions, tokens, costUsd }: Totals): string =>
  sessions === 0 ? 'no session' : `${sessions} sessions, ${tokens} tokens, ${costUsd.toFixed(2)} USD`;

async function byRepository(asked: Asked, from: number, to: number): Promise<string[]> {
  const { repositories } = await listRepositories(asked.context, asked.actor);
  const recent = repositories.filter(({ lastStartedAt }) => Date.parse(lastStartedAt) >= from);
  const names = [...new Set(recent.map(({ repository }) => repository))].slice(0, mostRepositories);
  const lines: string[] = [];
  for (const name of names)
    lines.push(`- ${said(name, 160)}: ${wordsOf(await totalsOf(asked, from, to, name))}`);
  return lines.length === 0 ? [] : [`By repository:\n${lines.join('\n')}`];
}
