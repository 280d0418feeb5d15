import type { FindingsSummary, GroupBy, GroupKind, TodayGroup, TodayItem } from '@debrief/contract';

/** Changed lines of which nobody sees the whole by looking at it for a moment. */
export const manyLines = 400;

/** A session to be grouped: what is answered of it, and why it failed. */
export interface Grouped {
  item: TodayItem;
  reason: string | undefined;
  isRunning: boolean;
}

interface Place {
  kind: GroupKind;
  key: string;
  name?: string;
}

const dayOf = (startedAt: string): string => startedAt.slice(0, 10);

/** Findings of low severity are no reason to look first. */
const worstOf = (findings: FindingsSummary | undefined) =>
  findings?.top.find(({ severity }) => severity !== 'low');

const byRepository = ({ repository, repoRoot }: TodayItem): Place => ({
  kind: 'repository',
  key: repository ?? repoRoot ?? '',
});

const byDay = ({ authorUserId, startedAt }: TodayItem): Place => ({
  kind: 'day',
  key: `${authorUserId ?? ''} ${dayOf(startedAt)}`,
});

/** The first that fits: what is worst decides where a session stands. */
function placeOf({ item, reason, isRunning }: Grouped, by: GroupBy): Place {
  if (item.secretEnvironment === 'test') return { kind: 'sample', key: '' };
  if (by === 'repository') return byRepository(item);
  if (by === 'author') return byDay(item);
  const worst = worstOf(item.findings);
  if (worst) return { kind: 'finding', key: worst.rule, name: worst.title };
  if (item.outcome === 'failed' || item.status === 'failed') {
    const name = reason?.slice(0, 200) ?? '';
    return { kind: 'failure', key: name, ...(name && { name }) };
  }
  if (isRunning) return { kind: 'running', key: '' };
  if (item.lines > manyLines) return { kind: 'large', key: '' };
  if (item.outcome === 'finished' || item.outcome === 'handed over') return { kind: 'clean', key: '' };
  return item.repository === undefined && item.repoRoot === undefined ? byDay(item) : byRepository(item);
}

const order: readonly GroupKind[] = [
  'finding',
  'failure',
  'large',
  'repository',
  'day',
  'clean',
  'running',
  'sample',
];

const severities = ['high', 'medium', 'low'];
const rankOf = (item: TodayItem | undefined): number =>
  severities.indexOf(worstOf(item?.findings)?.severity ?? 'low');

function groupFrom({ kind, key, name }: Place, members: readonly Grouped[]): TodayGroup {
  const items = members.map(({ item }) => item);
  const sum = (each: (item: TodayItem) => number) => items.reduce((total, item) => total + each(item), 0);
  const [first] = items;
  return {
    kind,
    key,
    ...(name !== undefined && { name }),
    ...(kind === 'day' && first?.authorUserId && { authorUserId: first.authorUserId }),
    sessions: items.length,
    people: new Set(items.flatMap(({ authorUserId }) => authorUserId ?? [])).size,
    events: sum(({ events }) => events),
    edits: sum(({ edits }) => edits),
    costUsd: sum(({ costUsd = 0 }) => costUsd),
    items,
  };
}

/**
 * Sessions with what they have in common, each in one group: what was found first, by severity and then by how many
 * have it; what nobody needs to look at closely last. Within a group they stay in the order they came in.
 */
export function groupsOf(sessions: readonly Grouped[], by: GroupBy): TodayGroup[] {
  const places = new Map(sessions.map((session) => [session, placeOf(session, by)]));
  const place = (session: Grouped) => places.get(session) as Place;
  const found = Map.groupBy(sessions, (session) => `${place(session).kind} ${place(session).key}`);
  return [...found.values()]
    .map((members) => groupFrom(place(members[0] as Grouped), members))
    .sort(
      (a, b) =>
        order.indexOf(a.kind) - order.indexOf(b.kind) ||
        rankOf(a.items[0]) - rankOf(b.items[0]) ||
        b.sessions - a.sessions ||
        (a.key < b.key ? -1 : 1),
    );
}
