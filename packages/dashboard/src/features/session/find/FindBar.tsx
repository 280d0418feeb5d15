import { ActionIcon, Loader, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconSearch, IconX } from '@tabler/icons-react';
import { type Ref, useRef } from 'react';
import styles from './FindBar.module.css';
import type { Finding } from './use-find.ts';

/** Find in this session: Enter goes on, Shift+Enter goes back. */
export function FindBar({ finding, field }: { finding: Finding; field: Ref<HTMLInputElement> }) {
  const own = useRef<HTMLInputElement>(null);
  const { text, found, at, done } = finding;
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
        placeholder="Find"
        leftSection={<IconSearch size={13} />}
        rightSection={text && !done ? <Loader size={12} /> : undefined}
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
            {found.length === 0 ? (done ? 'Nothing' : '…') : `${at + 1} of ${found.length}`}
          </span>
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-label="Previous find"
            onClick={() => finding.go(-1)}
          >
            <IconChevronUp size={14} />
          </ActionIcon>
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-label="Next find"
            onClick={() => finding.go(1)}
          >
            <IconChevronDown size={14} />
          </ActionIcon>
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-label="Clear the find"
            onClick={() => finding.setText('')}
          >
            <IconX size={14} />
          </ActionIcon>
        </>
      )}
    </div>
  );
}
