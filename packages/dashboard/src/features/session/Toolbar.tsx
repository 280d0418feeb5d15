import { ActionIcon, Button, Checkbox, Popover, SegmentedControl } from '@mantine/core';
import {
  IconArrowBarToDown,
  IconFileCode,
  IconFilter,
  IconFocus2,
  IconFold,
  IconLayoutSidebar,
  IconLayoutSidebarRight,
  IconListTree,
} from '@tabler/icons-react';
import type { Ref } from 'react';
import { count } from '../../ui/format.ts';
import { Hint } from '../../ui/Hint.tsx';
import type { SessionState } from '../../ui/session/session-state.ts';
import { FindBar } from './find/FindBar.tsx';
import type { FindState } from './find/use-find.ts';
import styles from './Toolbar.module.css';
import { lenses } from './transcript/entries.ts';
import type { LiveState, SessionReading } from './transcript/use-reading.ts';
import type { ReadingView } from './transcript/use-review.ts';
import type { Panels } from './use-panels.ts';

export function Toolbar(props: {
  review: ReadingView;
  reading: SessionReading;
  state: SessionState;
  finding: FindState;
  field: Ref<HTMLInputElement>;
  panels: Panels;
  onPanels(panels: Panels): void;
  isFollowing: boolean;
  onFollow(): void;
  view: 'changes' | undefined;
  onView(view: 'changes' | undefined): void;
  hasCode: boolean;
  onCode(): void;
}) {
  const { review, panels } = props;
  return (
    <div className={styles.toolbar} role="toolbar" aria-label="Transcript">
      <Toggle
        label="Outline (o)"
        on={panels.outline}
        onClick={() => props.onPanels({ ...panels, outline: !panels.outline })}
      >
        <IconLayoutSidebar size={16} />
      </Toggle>
      <SegmentedControl
        size="xs"
        aria-label="View"
        value={props.view ?? 'transcript'}
        onChange={(value) => props.onView(value === 'changes' ? 'changes' : undefined)}
        data={[
          { value: 'transcript', label: 'Transcript' },
          { value: 'changes', label: 'Changes' },
        ]}
      />
      <div className={styles.find}>
        <FindBar finding={props.finding} field={props.field} />
      </div>
      {props.view === undefined && <EntryTools review={review} />}
      <span className={styles.state} role="status">
        <Status reading={props.reading} isRunning={props.state === 'running'} />
      </span>
      {props.reading.live !== 'off' && props.state !== 'stale' && (
        <Button
          size="compact-xs"
          variant={props.isFollowing ? 'light' : 'default'}
          leftSection={<IconArrowBarToDown size={14} />}
          aria-pressed={props.isFollowing}
          onClick={props.onFollow}
        >
          {props.isFollowing ? 'Following' : 'Follow'}
        </Button>
      )}
      {props.view === undefined && (
        <Toggle label="Code beside the transcript (a)" on={props.hasCode} onClick={props.onCode}>
          <IconFileCode size={16} />
        </Toggle>
      )}
      <Toggle
        label="Details (u)"
        on={panels.details}
        onClick={() => props.onPanels({ ...panels, details: !panels.details })}
      >
        <IconLayoutSidebarRight size={16} />
      </Toggle>
    </div>
  );
}

/** What decides which entries are drawn, and how much of each. */
const EntryTools = ({ review }: { review: ReadingView }) => (
  <>
    <Kinds review={review} />
    <Toggle
      label="Only prompts and final answers (f)"
      on={review.isFocused}
      onClick={() => review.setFocused(!review.isFocused)}
    >
      <IconFocus2 size={16} />
    </Toggle>
    <Toggle label="Fold the turns (Z)" on={review.areTurnsFolded} onClick={review.toggleTurns}>
      <IconFold size={16} />
    </Toggle>
    <Toggle label="Open or fold all entries (E)" on={false} onClick={review.toggleAll}>
      <IconListTree size={16} />
    </Toggle>
  </>
);

/** Which kinds of entries are shown. */
function Kinds({ review }: { review: ReadingView }) {
  const hiddenCount = review.hidden.size;
  return (
    <Popover position="bottom-start" shadow="md" withinPortal trapFocus>
      <Popover.Target>
        <Button size="compact-xs" variant="subtle" color="gray" leftSection={<IconFilter size={14} />}>
          <span className={styles.word}>
            {hiddenCount > 1 ? `${lenses.length - hiddenCount} of ${lenses.length} kinds` : 'Kinds'}
          </span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <fieldset className={styles.lenses}>
          <legend>Show</legend>
          {lenses.map((lens) => (
            <Checkbox
              key={lens.id}
              size="xs"
              label={lens.name}
              checked={!review.hidden.has(lens.id)}
              onChange={() => review.toggleLens(lens.id)}
            />
          ))}
        </fieldset>
      </Popover.Dropdown>
    </Popover>
  );
}

function Toggle(props: { label: string; on: boolean; onClick(): void; children: React.ReactNode }) {
  return (
    <Hint label={props.label}>
      <ActionIcon
        size="md"
        variant={props.on ? 'light' : 'subtle'}
        color={props.on ? 'indigo' : 'gray'}
        aria-label={props.label}
        aria-pressed={props.on}
        onClick={props.onClick}
      >
        {props.children}
      </ActionIcon>
    </Hint>
  );
}

const liveWords: Record<LiveState, string> = {
  off: '',
  connecting: 'Connecting…',
  live: 'Live',
  retrying: 'Reconnecting…',
};

function Status({ reading, isRunning }: { reading: SessionReading; isRunning: boolean }) {
  const { model, live } = reading;
  // Where the server is away, it is the cause of whatever else is waited for.
  if (live !== 'retrying') {
    if (reading.isWaiting) return 'The server is busy; waiting for it';
    if (model.error) return 'Some entries could not be loaded; scroll to try again';
    if (model.reading?.state === 'behind')
      return `Reading up to #${count(model.reading.foldedTo)} of ${count(model.reading.eventCount)}`;
  }
  return (
    <span className={isRunning || live !== 'live' ? styles.live : undefined} data-live={live}>
      {live === 'live' && !isRunning ? '' : liveWords[live]}
    </span>
  );
}
