import { ActionIcon, Button, Checkbox, Popover, Tooltip } from '@mantine/core';
import {
  IconArrowBarToDown,
  IconFilter,
  IconFocus2,
  IconLayoutSidebar,
  IconLayoutSidebarRight,
  IconListTree,
} from '@tabler/icons-react';
import type { Ref } from 'react';
import { count } from '../../ui/format.ts';
import { FindBar } from './find/FindBar.tsx';
import type { Finding } from './find/use-find.ts';
import styles from './Toolbar.module.css';
import { lenses } from './transcript/entries.ts';
import type { Review } from './transcript/use-review.ts';
import type { LiveState, Reading } from './transcript/use-transcript.ts';
import type { Panels } from './use-panels.ts';

export function Toolbar(props: {
  review: Review;
  reading: Reading;
  total: number;
  finding: Finding;
  field: Ref<HTMLInputElement>;
  panels: Panels;
  onPanels(panels: Panels): void;
  follow: boolean;
  onFollow(): void;
}) {
  const { review, panels } = props;
  const hiddenCount = review.hidden.size;
  return (
    <div className={styles.toolbar} role="toolbar" aria-label="Transcript">
      <Toggle
        label="Outline (o)"
        on={panels.outline}
        onClick={() => props.onPanels({ ...panels, outline: !panels.outline })}
      >
        <IconLayoutSidebar size={16} />
      </Toggle>
      <FindBar finding={props.finding} field={props.field} />
      <Popover position="bottom-start" shadow="md" withinPortal trapFocus>
        <Popover.Target>
          <Button size="compact-xs" variant="subtle" color="gray" leftSection={<IconFilter size={14} />}>
            {hiddenCount > 1 ? `${lenses.length - hiddenCount} of ${lenses.length} kinds` : 'Kinds'}
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
      <Toggle
        label="Only prompts and final answers (f)"
        on={review.focused}
        onClick={() => review.setFocused(!review.focused)}
      >
        <IconFocus2 size={16} />
      </Toggle>
      <Toggle label="Open or fold all (E)" on={false} onClick={review.toggleAll}>
        <IconListTree size={16} />
      </Toggle>
      <span className={styles.state} role="status">
        <Status reading={props.reading} total={props.total} />
      </span>
      {props.reading.live !== 'off' && (
        <Button
          size="compact-xs"
          variant={props.follow ? 'light' : 'default'}
          leftSection={<IconArrowBarToDown size={14} />}
          aria-pressed={props.follow}
          onClick={props.onFollow}
        >
          {props.follow ? 'Following' : 'Follow'}
        </Button>
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

function Toggle(props: { label: string; on: boolean; onClick(): void; children: React.ReactNode }) {
  return (
    <Tooltip label={props.label}>
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
    </Tooltip>
  );
}

const liveWords: Record<LiveState, string> = {
  off: '',
  connecting: 'Connecting…',
  live: 'Live',
  retrying: 'Reconnecting…',
};

function Status({ reading, total }: { reading: Reading; total: number }) {
  const { progress, live } = reading;
  if (progress.error) {
    return (
      <>
        Reading stopped at {count(progress.loadedTo)}.{' '}
        <Button size="compact-xs" variant="subtle" onClick={reading.retry}>
          Go on
        </Button>
      </>
    );
  }
  if (!progress.caughtUp && total > 0 && progress.loadedTo < total) {
    const so = `${count(progress.loadedTo)} of ${count(total)}`;
    return reading.waiting ? `The server is busy; waiting at ${so}` : `Reading ${so}`;
  }
  return (
    <span className={styles.live} data-live={live}>
      {liveWords[live]}
    </span>
  );
}
