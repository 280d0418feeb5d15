import { useDebouncedCallback } from '@mantine/hooks';
import { IconCheck, IconSearch, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useKeys } from '../../../ui/keyboard.ts';
import { Name } from '../../../ui/text/Name.tsx';
import { hasFilters, type SessionsSearch } from '../sessions-search.ts';
import styles from './FilterBar.module.css';
import { type FilterField as Field, filterFields } from './fields.ts';
import type { FilterProps } from './filter.ts';
import {
  type ChoicesOf,
  chosenIn,
  openFilter,
  readTyped,
  type Suggestion,
  suggestionsFor,
  toggled,
  withValues,
  wordsOf,
} from './typed-filter.ts';
import { useChoices } from './use-choices.ts';

/** Chips of what is filtered by, and one field for more of it and for words. */
export function FilterField({ search, change }: FilterProps) {
  const [isOpen, setOpen] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { typed, type, isAsked } = useTyped(search, change, field);
  const { choicesOf, nameOf } = useChoices(isOpen || hasFilters(search) || isAsked);
  const suggestions = isOpen ? suggestionsFor(typed, search, choicesOf) : [];
  const [at, setAt] = useState(-1);
  const [unknown, setUnknown] = useState<string[]>([]);
  const list = useId();
  useKeys({ '/': () => field.current?.focus() });

  const { pick, onKeyDown } = useFilterKeys({
    ...{ search, change, typed, type, suggestions, at, setAt, choicesOf, setUnknown },
    isOpen,
    close: () => setOpen(false),
  });

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only to notice when the focus leaves it
    <div
      className={styles.field}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <IconSearch size={14} className={styles.icon} aria-hidden />
      {filterFields.map((one) => (
        <FilterChip
          key={one.field}
          field={one}
          values={chosenIn(search, one.field)}
          nameOf={nameOf}
          onMore={() => {
            type(`${typed ? `${typed.trim()} ` : ''}${one.typed[0]}:`);
            setOpen(true);
            field.current?.focus();
          }}
          onRemove={() => change(withValues(one, []))}
        />
      ))}
      <input
        ref={field}
        className={styles.input}
        role="combobox"
        aria-label="Search sessions"
        aria-description="Words, or filters such as author:ada repo:shop has:failures"
        aria-expanded={suggestions.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={suggestions[at] ? `${list}-${at}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={
          hasFilters(search)
            ? 'Filter or search…'
            : 'Filter or search: author, agent, finding, file, “words”…'
        }
        maxLength={400}
        value={typed}
        onFocus={() => setOpen(true)}
        onClick={() => setOpen(true)}
        onChange={(event) => {
          type(event.currentTarget.value);
          setUnknown([]);
          setAt(-1);
          setOpen(true);
        }}
        onKeyDown={onKeyDown}
      />
      {unknown.length > 0 && (
        <span className={styles.unknown} role="status">
          Nothing is called {unknown.join(', ')}
        </span>
      )}
      {suggestions.length > 0 && (
        <Suggestions id={list} suggestions={suggestions} at={at} pick={pick} hasField={!!openFilter(typed)} />
      )}
    </div>
  );
}

/** What the keys do: choose a suggestion, take what was typed apart, remove the last chip. */
function useFilterKeys(bar: {
  search: SessionsSearch;
  change: FilterProps['change'];
  typed: string;
  type(text: string, sent?: string): void;
  suggestions: readonly Suggestion[];
  at: number;
  setAt(at: number): void;
  choicesOf: ChoicesOf;
  setUnknown(unknown: string[]): void;
  isOpen: boolean;
  close(): void;
}) {
  const { search, change, typed, type, suggestions, at } = bar;
  const pick = (suggestion: Suggestion) => {
    const before = openFilter(typed)?.before ?? typed.slice(0, typed.lastIndexOf(' ') + 1);
    bar.setAt(-1);
    if (suggestion.kind === 'field') return type(`${before}${suggestion.field.typed[0]}:`);
    change(toggled(search, suggestion.field, suggestion.choice.value));
    type(before);
  };
  const enter = () => {
    const isOnlyFilter = openFilter(typed)?.part && openFilter(typed)?.before === '';
    const chosen = suggestions[at] ?? (isOnlyFilter ? suggestions[0] : undefined);
    if (chosen) return pick(chosen);
    const read = readTyped(typed, search, bar.choicesOf);
    bar.setUnknown(read.unknown);
    change({ ...read.search, q: read.rest || undefined });
    type([read.rest, ...read.unknown].filter(Boolean).join(' '), read.rest);
    bar.close();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && suggestions.length > 0) {
      event.preventDefault();
      const next = at < 0 && step < 0 ? suggestions.length - 1 : at + step;
      bar.setAt((next + suggestions.length) % suggestions.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      enter();
    } else if (event.key === 'Escape') {
      if (bar.isOpen && suggestions.length > 0) bar.close();
      else event.currentTarget.blur();
    } else if (event.key === 'Backspace' && typed === '') {
      const last = filterFields.findLast((one) => chosenIn(search, one.field).length > 0);
      if (last) change(withValues(last, chosenIn(search, last.field).slice(0, -1)));
    }
  };
  return { pick, onKeyDown };
}

/** What stands in the field. The words of it go into the address when the typing pauses. */
function useTyped(
  search: SessionsSearch,
  change: FilterProps['change'],
  field: { current: HTMLInputElement | null },
): { typed: string; type(text: string, sent?: string): void; isAsked: boolean } {
  const [typed, setTyped] = useState(search.q ?? '');
  const sent = useRef(search.q ?? '');
  const latest = useRef(search.q ?? '');
  const send = useDebouncedCallback((text: string) => {
    // Meanwhile it was taken apart, or replaced.
    if (text !== latest.current) return;
    const words = wordsOf(text).slice(0, 200);
    if (words === sent.current) return;
    sent.current = words;
    change({ q: words || undefined });
  }, 200);
  useEffect(() => {
    // The address changed under the field: a link, the palette, the back button, "Clear".
    if ((search.q ?? '') === sent.current) return;
    sent.current = search.q ?? '';
    latest.current = search.q ?? '';
    setTyped(search.q ?? '');
  }, [search.q]);
  return {
    typed,
    type(text, words) {
      setTyped(text);
      latest.current = text;
      if (words === undefined) send(text);
      else sent.current = words;
      field.current?.focus();
    },
    isAsked: typed !== '',
  };
}

function FilterChip(props: {
  field: Field;
  values: readonly string[];
  nameOf(field: keyof SessionsSearch, value: string): string;
  onMore(): void;
  onRemove(): void;
}) {
  const { field, values } = props;
  if (values.length === 0) return null;
  const names = values.map((value) => props.nameOf(field.field, value)).join(', ');
  return (
    <span className={styles.chip} data-testid="filter">
      <button type="button" className={styles.more} onClick={props.onMore} title={`${field.name}: ${names}`}>
        <span className={styles.chipName}>{field.name}</span> <Name text={names} />
      </button>
      <button
        type="button"
        className={styles.remove}
        onClick={props.onRemove}
        aria-label={`Without the filter ${field.name}`}
      >
        <IconX size={12} aria-hidden />
      </button>
    </span>
  );
}

function Suggestions(props: {
  id: string;
  suggestions: readonly Suggestion[];
  at: number;
  pick(suggestion: Suggestion): void;
  /** All are values of the one filter that is being typed. */
  hasField: boolean;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  });
  return (
    <div className={styles.suggestions} role="listbox" id={props.id} aria-label="Filters" ref={box}>
      {props.suggestions.map((suggestion, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus
        <div
          key={
            suggestion.kind === 'field'
              ? suggestion.field.field
              : `${suggestion.field.field} ${suggestion.choice.value}`
          }
          id={`${props.id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === props.at}
          className={styles.suggestion}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => props.pick(suggestion)}
        >
          {suggestion.kind === 'field' ? (
            <>
              <span className={styles.typed}>{suggestion.field.typed[0]}:</span>
              <span className={styles.meaning}>{suggestion.field.meaning}</span>
            </>
          ) : (
            <>
              {!props.hasField && <span className={styles.typed}>{suggestion.field.typed[0]}:</span>}
              <span className={styles.value}>
                <Name text={suggestion.choice.label} />
              </span>
              {suggestion.isChosen && <IconCheck size={14} aria-label="chosen" />}
            </>
          )}
        </div>
      ))}
    </div>
  );
}
