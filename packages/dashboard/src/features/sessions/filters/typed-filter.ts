import { asValues, factsOf, factsText, type SessionsSearch, valuesIn } from '../sessions-search.ts';
import { type FilterField, fieldNamed, filterFields } from './fields.ts';

/** A value that can be chosen. */
export interface Choice {
  value: string;
  label: string;
  /** Other words for it. */
  also?: readonly string[];
}

export type ChoicesOf = (field: FilterField['field']) => readonly Choice[];

/** What may stand in the list below the bar. */
export type Suggestion =
  | { kind: 'field'; field: FilterField }
  | { kind: 'value'; field: FilterField; choice: Choice; isChosen: boolean };

/** The filter somebody is in the middle of typing: `author:ad`. */
export function openFilter(text: string): { field: FilterField; part: string; before: string } | undefined {
  const colon = text.lastIndexOf(':');
  if (colon < 0) return undefined;
  const start = text.lastIndexOf(' ', colon) + 1;
  const field = fieldNamed(text.slice(start, colon));
  return field && { field, part: text.slice(colon + 1).replaceAll('"', ''), before: text.slice(0, start) };
}

const parts = /[^\s":]+:"[^"]*"|"[^"]*"?|[^\s"]+/g;

const fieldOf = (part: string): FilterField | undefined => {
  const colon = part.startsWith('"') ? -1 : part.indexOf(':');
  return colon > 0 ? fieldNamed(part.slice(0, colon)) : undefined;
};

/** The words to search for, without filters, finished or not. */
export function wordsOf(text: string): string {
  const settled = openFilter(text)?.before ?? text;
  const words = [...settled.matchAll(parts)].map(([part]) => part);
  return words.some(fieldOf) ? words.filter((part) => !fieldOf(part)).join(' ') : settled.trim();
}

const lower = (text: string): string => text.trim().toLowerCase();

function fits({ label, value, also = [] }: Choice, part: string): boolean {
  const wanted = lower(part);
  return [label, value, ...also].some((one) => lower(one).includes(wanted));
}

/** What one value means: said in full before a beginning, a beginning before a part. */
export function resolve(choices: readonly Choice[], field: FilterField, part: string): Choice | undefined {
  const wanted = lower(part);
  if (wanted === '') return undefined;
  if (field.isFree) return { value: part.trim(), label: part.trim() };
  const words = ({ label, value, also = [] }: Choice) => [label, value, ...also].map(lower);
  return (
    choices.find((one) => words(one).includes(wanted)) ??
    choices.find((one) => words(one).some((word) => word.startsWith(wanted))) ??
    choices.find((one) => fits(one, part))
  );
}

const mostSuggestions = 60;

export function suggestionsFor(text: string, search: SessionsSearch, choicesOf: ChoicesOf): Suggestion[] {
  const suggest = (field: FilterField, choice: Choice): Suggestion => ({
    kind: 'value',
    field,
    choice,
    isChosen: chosenIn(search, field.field).includes(choice.value),
  });
  const open = openFilter(text);
  if (open) {
    const { field, part } = open;
    const free = field.isFree ? [resolve([], field, part) ?? []].flat() : [];
    return [...free, ...choicesOf(field.field).filter((one) => fits(one, part))]
      .slice(0, mostSuggestions)
      .map((choice) => suggest(field, choice));
  }
  const last = lower(text.slice(text.lastIndexOf(' ') + 1));
  if (text.trim() === '') return filterFields.map((field) => ({ kind: 'field', field }));
  if (last.length < 2) return [];
  const fields = filterFields.filter(({ typed }) => typed.some((one) => one.startsWith(last)));
  const values = filterFields.flatMap((field) =>
    choicesOf(field.field)
      .filter(({ label, also = [] }) => [label, ...also].some((one) => lower(one).startsWith(last)))
      .slice(0, 3)
      .map((choice) => suggest(field, choice)),
  );
  return [...fields.slice(0, 3).map((field) => ({ kind: 'field' as const, field })), ...values.slice(0, 6)];
}

/** The values of a filter that are on. */
export const chosenIn = (search: SessionsSearch, field: FilterField['field']): string[] =>
  field === 'has' ? factsOf(search.has) : valuesIn(search[field]);

/** A value more, or one less if it was on. */
export function toggled(search: SessionsSearch, field: FilterField, value: string): Partial<SessionsSearch> {
  const chosen = chosenIn(search, field.field);
  const isOn = chosen.includes(value);
  const next = isOn ? chosen.filter((one) => one !== value) : field.isSingle ? [value] : [...chosen, value];
  return withValues(field, next);
}

export const withValues = (field: FilterField, values: readonly string[]): Partial<SessionsSearch> =>
  ({
    [field.field]: field.field === 'has' ? factsText(factsOf(values.join())) : asValues(values),
  }) as Partial<SessionsSearch>;

/** `author:ada repo:"the shop" has:failures and words`, taken apart. What no value is known for stays text. */
export function readTyped(
  text: string,
  search: SessionsSearch,
  choicesOf: ChoicesOf,
): { search: Partial<SessionsSearch>; rest: string; unknown: string[] } {
  let changed: Partial<SessionsSearch> = {};
  const rest: string[] = [];
  const unknown: string[] = [];
  for (const [part] of text.matchAll(parts)) {
    const field = fieldOf(part);
    const values = part
      .slice(part.indexOf(':') + 1)
      .replaceAll('"', '')
      .split(',')
      .filter(Boolean);
    if (!field || values.length === 0) {
      rest.push(part);
      continue;
    }
    for (const value of values) {
      const choice = resolve(choicesOf(field.field), field, value);
      if (!choice) {
        unknown.push(`${field.typed[0]}:${value}`);
        continue;
      }
      const before = { ...search, ...changed };
      if (!chosenIn(before, field.field).includes(choice.value))
        changed = { ...changed, ...toggled(before, field, choice.value) };
    }
  }
  return { search: changed, rest: rest.join(' '), unknown };
}
