import {
  applyEdits,
  type FormattingOptions,
  modify,
  type ParseError,
  parse,
  printParseErrorCode,
} from 'jsonc-parser';

/** One handler to register: in most agents inside a group of its own. */
export interface Registration {
  event: string;
  entry: Record<string, unknown>;
}

export class MalformedConfig extends Error {
  constructor(path: string, why: string) {
    super(`${path} is left as it is: ${why}. Repair it, then run "debrief hooks install".`);
    this.name = 'MalformedConfig';
  }
}

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Rejects anything that would not survive an edit; comments and trailing commas do. */
export function readConfig(text: string, path: string): Fields {
  if (text.trim() === '') return {};
  const errors: ParseError[] = [];
  const value: unknown = parse(text.replace(/^\uFEFF/, ''), errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first) throw new MalformedConfig(path, `it is not valid JSON (${printParseErrorCode(first.error)})`);
  if (!isFields(value)) throw new MalformedConfig(path, 'it is not a JSON object');
  if (value.hooks !== undefined && !isFields(value.hooks))
    throw new MalformedConfig(path, '"hooks" is not an object');
  for (const [event, list] of Object.entries(value.hooks ?? {})) {
    if (!Array.isArray(list) && event !== 'enabled' && event !== 'disabled')
      throw new MalformedConfig(path, `"hooks.${event}" is not a list`);
  }
  return value;
}

/** A handler of ours, also of former versions and moved homes. */
export const isOurs = (entry: unknown): boolean =>
  isFields(entry) &&
  [entry.command, entry.bash].some(
    (command) => typeof command === 'string' && /(?:^|[\\/'"])debrief-hook['"]?(?:\s|$)/.test(command),
  );

const holdsOurs = (entry: unknown): boolean =>
  isOurs(entry) || (isFields(entry) && Array.isArray(entry.hooks) && entry.hooks.some(isOurs));

export function hasRegistrations(config: Fields, registrations: readonly Registration[]): boolean {
  return registrations.every(({ event, entry }) => {
    const list = (config.hooks as Fields | undefined)?.[event];
    return Array.isArray(list) && list.some((one) => JSON.stringify(one) === JSON.stringify(entry));
  });
}

export const hasAnyOurs = (config: Fields): boolean =>
  Object.values((config.hooks as Fields | undefined) ?? {}).some(
    (list) => Array.isArray(list) && list.some(holdsOurs),
  );

function formatting(text: string): FormattingOptions {
  const indent = /\n([ \t]+)"/.exec(text)?.[1] ?? '  ';
  return {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
}

/** Adds each registration last, so that the places of other people's handlers stay what they were. */
export function addRegistrations(
  text: string,
  path: string,
  registrations: readonly Registration[],
  extra: Fields,
): string {
  const bom = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  let result = text.trim() === '' ? '{}\n' : text.slice(bom.length);
  const options = { formattingOptions: formatting(text) };
  for (const [key, value] of Object.entries(extra)) {
    if (readConfig(result, path)[key] === undefined)
      result = applyEdits(result, modify(result, [key], value, options));
  }
  for (const { event, entry } of registrations) {
    const list = (readConfig(result, path).hooks as Fields | undefined)?.[event];
    const edits = Array.isArray(list)
      ? modify(result, ['hooks', event, list.length], entry, { ...options, isArrayInsertion: true })
      : modify(result, ['hooks', event], [entry], options);
    result = applyEdits(result, edits);
  }
  return bom + result;
}

/** Takes every handler of ours out, then the lists, and the `hooks` object, that this left empty. */
export function removeRegistrations(text: string, path: string, created: readonly string[]): string {
  const bom = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  let result = text.slice(bom.length);
  const options = { formattingOptions: formatting(text) };
  const drop = (at: (string | number)[]) => {
    result = applyEdits(result, modify(result, at, undefined, options));
  };
  const hooks = () => (readConfig(result, path).hooks ?? {}) as Fields;
  for (const event of Object.keys(hooks())) {
    for (let i = listOf(hooks()[event]).length - 1; i >= 0; i--) {
      const entry = listOf(hooks()[event])[i];
      if (!holdsOurs(entry)) continue;
      const others = isFields(entry) ? listOf(entry.hooks).filter((one) => !isOurs(one)) : [];
      if (others.length === 0) drop(['hooks', event, i]);
      else {
        const handlers = listOf((entry as Fields).hooks);
        for (let j = handlers.length - 1; j >= 0; j--)
          if (isOurs(handlers[j])) drop(['hooks', event, i, 'hooks', j]);
      }
    }
    if (created.includes(event) && listOf(hooks()[event]).length === 0) drop(['hooks', event]);
  }
  if (created.includes('hooks') && Object.keys(hooks()).length === 0) drop(['hooks']);
  return bom + result;
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
