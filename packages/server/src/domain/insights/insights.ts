import { DebriefError, type GetInsights, type Insights } from '@debrief/contract';
import type { MemberActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { mondayOf } from '../link/repository.ts';
import { iso, present } from '../present.ts';
import { presentContent, presentRecord } from './figures.ts';
import { contentMeasures, type Measures, measures, recordMeasures } from './measures.ts';
import { type Answer, type AskedPart, leastAuthors } from './partition.ts';
import type { WeekRange } from './ports.ts';
import { CountedWeeks, type WeekCell } from './weeks.ts';

const day = 86_400_000;
const week = 7 * day;
const usualWeeks = 12;
const mostWeeks = 53;
const mostRepositories = 50;

/** Weeks are numbered from Monday, 29 December 1969, as the projection does. */
export const weekNumber = (monday: number): number => Math.floor((monday + 3 * day) / week);
const mondayOfWeek = (number: number): number => number * week - 3 * day;

/** Only weeks that are over: of one that runs, the difference between two looks is one session. */
export function askedWeeks({ from, to }: Pick<GetInsights, 'from' | 'to'>, now: number): WeekRange {
  const end = Math.min(mondayOf(now), to === undefined ? now : mondayOf(Date.parse(to)));
  const start = from === undefined ? end - usualWeeks * week : mondayOf(Date.parse(from));
  const weeks = Math.round((end - start) / week);
  if (weeks < 1)
    throw new DebriefError('validation_error', 'from: no week that is over lies between `from` and `to`.');
  if (weeks > mostWeeks)
    throw new DebriefError('validation_error', `from: at most ${mostWeeks} weeks are shown.`);
  return { first: weekNumber(start), last: weekNumber(end) - 1 };
}

const numbersOf = ({ first, last }: WeekRange): number[] =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at);

/** What sessions come to by week: of the team, for groups of at least three authors, or the caller's own. */
export async function getInsights(
  context: Context,
  actor: MemberActor,
  input: GetInsights,
): Promise<Insights> {
  const range = askedWeeks(input, context.clock());
  const { repository, agentId } = input;
  return input.of === 'me'
    ? ownInsights(context, actor, range, { repository, agentId })
    : teamInsights(context, actor, range, { repository, agentId });
}

async function ownInsights(
  { store }: Context,
  { organizationId, userId }: MemberActor,
  range: WeekRange,
  asked: AskedPart,
): Promise<Insights> {
  const sums = await store.insight.ownSums(organizationId, userId, range, asked);
  return {
    of: 'me',
    leastAuthors,
    weeks: numbersOf(range).map((number) => {
      const own = sums.get(number);
      return presentWeek(number, { isWhole: true, record: own, content: own });
    }),
    agents: [],
    repositories: [],
  };
}

export async function teamInsights(
  context: Context,
  actor: Pick<MemberActor, 'organizationId' | 'access'>,
  range: WeekRange,
  asked: AskedPart,
): Promise<Insights> {
  const weeks = await CountedWeeks.read(context, actor, range);
  const answers = weeks.answers(asked);
  const contents = actor.access && weeks.answers(asked, true);
  const record = await weeks.sums(answers, contents ? recordMeasures : measures);
  const content = contents ? await weeks.sums(contents, ['sessions', ...contentMeasures]) : record;
  const numbers = numbersOf(range);
  return {
    of: 'team',
    leastAuthors,
    weeks: numbers.map((number) =>
      presentWeek(number, {
        isWhole: answers.get(number)?.isWhole ?? true,
        record: record.get(number),
        content: content.get(number),
      }),
    ),
    agents: weeks.agents(asked).map((one) => {
      const ofAgent = weeks.answers({ ...asked, agentId: one });
      return { agentId: one, sessions: numbers.map((number) => sessionsOf(ofAgent.get(number))) };
    }),
    repositories: asked.repository === undefined ? repositoriesOf(weeks, asked) : [],
  };
}

/** Nothing where nothing was asked for; null where it is of too few. */
function sessionsOf(answer: Answer<WeekCell> | undefined): number | null {
  if (!answer) return 0;
  if (answer.cells.length === 0) return answer.isWhole ? 0 : null;
  return answer.cells.reduce((sum, { sessions }) => sum + sessions, 0);
}

function repositoriesOf(weeks: CountedWeeks, asked: AskedPart): Insights['repositories'] {
  return weeks
    .repositories()
    .map((repository) => {
      const answers = [...weeks.answers({ ...asked, repository }).values()];
      return {
        repository,
        sessions: answers.reduce((sum, answer) => sum + (sessionsOf(answer) ?? 0), 0),
      };
    })
    .filter(({ sessions }) => sessions > 0)
    .sort((a, b) => b.sessions - a.sessions || (a.repository < b.repository ? -1 : 1))
    .slice(0, mostRepositories);
}

interface Counted {
  isWhole: boolean;
  record: Measures | undefined;
  content: Measures | undefined;
}

const presentWeek = (number: number, { isWhole, record, content }: Counted): Insights['weeks'][number] =>
  present({
    from: iso(mondayOfWeek(number)),
    isWhole,
    record: record && record.sessions > 0 ? presentRecord(record) : null,
    content: content && content.sessions > 0 ? presentContent(content) : null,
  }) as Insights['weeks'][number];
