import { ActionIcon, Loader, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconRefresh, IconSearch, IconX } from '@tabler/icons-react';
import { type ReactNode, type Ref, useRef } from 'react';
import { count } from '../../../ui/format.ts';
import styles from './FindBar.module.css';
import type { FindState } from './use-find.ts';

/** Find in this session: Enter goes on, Shift+Enter goes back. */
export function FindBar({ finding, field }: { finding: FindState; field: Ref<HTMLInputElement> }) {
  const own = useRef<HTMLInputElement>(null);
  const { text, isDone, isSearching, isFailed } = finding;
  return (
    <div className={styles.find}>
      <TextInput
        ref={(element) => {
          own.current = element;
          if (typeof field === 'function') field(element);
          else if (field) field.current = element;
        }}
        size="xs"
        aria-label="Find in this session"
        placeholder="Find words or “exact text”"
        leftSection={<IconSearch size={13} />}
        rightSection={text && (isSearching || !isDone) ? <Loader size={12} /> : undefined}
        value={text}
        maxLength={200}
        onChange={(event) => finding.setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            finding.go(event.shiftKey ? -1 : 1);
          } else if (event.key === 'Escape') {
            finding.setText('');
            own.current?.blur();
          }
        }}
      />
      {text.trim() !== '' && (
        <>
          <span className={styles.count} role="status">
            {countOf(finding)}
          </span>
          {isFailed ? (
            <FindButton label="Search again" onClick={() => finding.go(1)}>
              <IconRefresh size={14} />
            </FindButton>
          ) : (
            <>
              <FindButton label="Previous find" onClick={() => finding.go(-1)}>
                <IconChevronUp size={14} />
              </FindButton>
              <FindButton label="Next find" onClick={() => finding.go(1)}>
                <IconChevronDown size={14} />
              </FindButton>
            </>
          )}
          <FindButton label="Clear the find" onClick={() => finding.setText('')}>
            <IconX size={14} />
          </FindButton>
        </>
      )}
    </div>
  );
}

/** Which match it is of how many, or why there is none. */
function countOf({ matches, total, at, isComplete, isDone, isFailed }: FindState): string {
  if (matches.length > 0) return `${count(at + 1)} of ${count(total)}${isComplete ? '' : '+'}`;
  if (!isDone) return '…';
  return isFailed ? 'Failed' : 'Nothing';
}

function FindButton({ label, onClick, children }: { label: string; onClick(): void; children: ReactNode }) {
  return (
    <ActionIcon size="sm" variant="subtle" color="gray" aria-label={label} onClick={onClick}>
      {children}
    </ActionIcon>
  );
}
