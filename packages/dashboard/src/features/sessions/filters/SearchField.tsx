import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useKeys } from '../../../ui/keyboard.ts';
import styles from './FilterBar.module.css';
import type { FilterProps } from './filter.ts';

/** What was typed goes into the address when the typing pauses. */
export function SearchField({ search, change }: FilterProps) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(search.q ?? '');
  const sent = useRef(search.q ?? '');
  const changeText = useDebouncedCallback((q: string) => {
    sent.current = q.trim();
    change({ q: q.trim() || undefined });
  }, 200);
  useEffect(() => {
    // The address changed under the field: a link, the palette, the back button, "Clear".
    if ((search.q ?? '') === sent.current) return;
    sent.current = search.q ?? '';
    setTyped(search.q ?? '');
  }, [search.q]);
  useKeys({ '/': () => field.current?.focus() });
  return (
    <TextInput
      ref={field}
      className={styles.text}
      size="xs"
      aria-label="Search sessions"
      placeholder="Search titles, prompts, commands, files…"
      leftSection={<IconSearch size={14} />}
      rightSection={
        typed && (
          <CloseButton
            size="xs"
            aria-label="Clear the search"
            onClick={() => {
              setTyped('');
              changeText('');
            }}
          />
        )
      }
      value={typed}
      maxLength={200}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        changeText(event.currentTarget.value);
      }}
      onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
    />
  );
}
