import type { ManyDeed, TodayGroup } from '@debrief/contract';
import { Button, Checkbox } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { Chip, type Tone } from '../../../ui/Chip.tsx';
import { compact, dollars, plural } from '../../../ui/format.ts';
import { Person } from '../../../ui/person/Person.tsx';
import { Name } from '../../../ui/text/Name.tsx';
import { Visible } from '../../../ui/text/Visible.tsx';
import { visibleText } from '../../../ui/text/visible.ts';
import { type PlaceName, usePlaceName } from '../use-repository-name.ts';
import { groupId } from './lines.ts';
import { SessionLine } from './SessionLine.tsx';
import styles from './Today.module.css';

const names: Record<TodayGroup['kind'], string> = {
  finding: 'Found',
  failure: 'Ended failed',
  large: 'Large changes nobody has read',
  repository: 'Outside any repository',
  day: 'Without an author',
  clean: 'Clean: finished, nothing found',
  running: 'Still running',
  sample: 'Samples and tests',
};

function toneOf({ kind, items }: TodayGroup): Tone {
  if (kind === 'failure') return 'bad';
  if (kind === 'finding') return items[0]?.findings?.high ? 'bad' : 'warn';
  if (kind === 'large') return 'warn';
  return kind === 'clean' ? 'good' : 'plain';
}

/** Nothing is known of these that speaks against settling all at once. */
const isSettledWhole = ({ kind }: TodayGroup): boolean => kind === 'clean';

/** What the sessions of a group have in common, and how much of it there is. */
export function GroupSection(props: {
  group: TodayGroup;
  me: string | undefined;
  isOpen: boolean;
  cursorId: string | undefined;
  selected: ReadonlySet<string>;
  onToggle(id: string): void;
  onSelect(ids: string[]): void;
  onDeed(deed: ManyDeed, ids: string[]): void;
  onPutBack(sessionId: string): void;
}) {
  const { group, isOpen, selected } = props;
  const placeName = usePlaceName();
  const id = groupId(group);
  const ids = group.items.map(({ sessionId }) => sessionId);
  const chosen = ids.filter((one) => selected.has(one)).length;
  return (
    <section className={styles.group} data-testid="group" data-kind={group.kind}>
      <header className={styles.head} data-chosen={props.cursorId === id || undefined}>
        <Checkbox
          size="xs"
          aria-label="Select the group"
          checked={chosen === ids.length}
          indeterminate={chosen > 0 && chosen < ids.length}
          onChange={() => props.onSelect(ids)}
        />
        <button
          type="button"
          className={styles.fold}
          aria-expanded={isOpen}
          onClick={() => props.onToggle(id)}
        >
          {isOpen ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />}
          <Chip tone={toneOf(group)}>{group.sessions}</Chip>
          <h2>
            <GroupName group={group} />
          </h2>
        </button>
        <span className={styles.facts}>{factsOf(group, placeName)}</span>
        {isSettledWhole(group) && (
          <Button size="compact-sm" variant="light" onClick={() => props.onDeed('settle', ids)}>
            Settle all
          </Button>
        )}
      </header>
      {isOpen && (
        <ul>
          {group.items.map((item) => (
            <SessionLine
              key={item.sessionId}
              item={item}
              me={props.me}
              isChosen={props.cursorId === item.sessionId}
              isSelected={selected.has(item.sessionId)}
              isNamed={group.kind !== 'finding'}
              onSelect={() => props.onSelect([item.sessionId])}
              onPutBack={() => props.onPutBack(item.sessionId)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

/** Words of agents and remotes are shown as text, whatever is in them. */
function GroupName({ group }: { group: TodayGroup }) {
  const { kind, key, name, authorUserId, items } = group;
  const placeName = usePlaceName();
  if (kind === 'finding') return <Visible text={name ?? names.finding} />;
  if (kind === 'failure' && name)
    return (
      <>
        {names.failure}: <Visible text={name} />
      </>
    );
  if (kind === 'repository' && key) return <Name text={placeName(items[0] ?? {}) ?? key} />;
  if (kind === 'day')
    return (
      <>
        {authorUserId ? <Person userId={authorUserId} /> : names.day}, {key.slice(-10)}
      </>
    );
  return names[kind];
}

/** Where, of how many people, how large and how dear. */
function factsOf({ kind, items, people, events, costUsd }: TodayGroup, placeName: PlaceName): string {
  const places = Map.groupBy(items, placeName);
  const where = [...places]
    .filter(([name]) => name !== undefined)
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([name, some]) => `${visibleText(name ?? '')}${places.size > 1 ? ` ${some.length}` : ''}`);
  return [
    kind === 'repository' ? '' : where.slice(0, 3).join(', ') + (where.length > 3 ? ' …' : ''),
    kind !== 'day' && people > 1 ? plural(people, 'person', 'people') : '',
    `${compact(events)} events`,
    costUsd > 0 ? dollars(costUsd) : '',
  ]
    .filter(Boolean)
    .join(' · ');
}
