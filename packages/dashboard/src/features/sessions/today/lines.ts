import type { TodayGroup, TodayItem } from '@debrief/contract';

/** What the keys walk over: the head of a group, and its sessions while it is open. */
export type TodayLine =
  | { kind: 'group'; id: string; group: TodayGroup }
  | { kind: 'session'; id: string; group: TodayGroup; item: TodayItem };

export const groupId = ({ kind, key }: Pick<TodayGroup, 'kind' | 'key'>): string => `${kind} ${key}`;

/** Groups in which nothing is to be read one by one stay closed until somebody wants to see them. */
const closedKinds: readonly TodayGroup['kind'][] = ['clean', 'running', 'sample'];

/** `turned`: groups that somebody opened or closed, against how they begin. */
export const isOpen = (group: TodayGroup, turned: ReadonlySet<string>): boolean =>
  closedKinds.includes(group.kind) === turned.has(groupId(group));

export const linesOf = (groups: readonly TodayGroup[], turned: ReadonlySet<string>): TodayLine[] =>
  groups.flatMap((group) => [
    { kind: 'group' as const, id: groupId(group), group },
    ...(isOpen(group, turned)
      ? group.items.map((item) => ({ kind: 'session' as const, id: item.sessionId, group, item }))
      : []),
  ]);

/** What a deed is about: what is selected, else the group or the session under the cursor. */
export function meantBy(line: TodayLine | undefined, selected: ReadonlySet<string>): string[] {
  if (selected.size > 0) return [...selected];
  if (!line) return [];
  return line.kind === 'session' ? [line.id] : line.group.items.map(({ sessionId }) => sessionId);
}
