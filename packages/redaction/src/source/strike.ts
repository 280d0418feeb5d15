import { isGibberish } from '../gibberish.ts';
import { isMachineMade, isMixedToken, isStandIn, isStrong, looksRandom } from '../judge.ts';
import { namesSecretVariable } from '../names.ts';
import type { SecretSource } from './source.ts';

/** What stands in the place of a value; it is told of every one, so that it is known from then on. */
export type Replace = (secret: string, rule: string) => string;

/** What agents write around the output of a command. */
const FRAME =
  /^(?:exit code:? ?-?\d{1,10}|wall time: .{1,40}|output:|stdout:|stderr:|process exited with code -?\d{1,10}|chunk id: \w{1,40}|original token count: \d{1,10}|total output lines: \d{1,10}|command: .{0,2000}|directory: .{0,400}|error: \(none\)|signal: .{1,20}|background pids: .{1,40}|process group pgid: .{1,40}|\(empty\)|<\/?[a-z_-]{2,20}>|<exited with exit code \d{1,6}>|\[.{0,20}exit code.{0,12}\]|command (?:exited|completed|finished|executed).{0,80}|```\w{0,12})$/i;
const OPENING = /^(?:(?:output|stdout|result): |<(?:stdout|output|result)>)/i;
const CLOSING = /<\/(?:stdout|output|result)>$/i;
/** What a command says instead of the secret. */
const MESSAGE =
  /^(?:\S{1,40}: ){0,3}(?:\[?(?:error|fatal|warning|warn|info|usage|hint|note)\b|(?:an? )?error|(?:command )?not found|no such|permission denied|could not|cannot|unable to|failed to|unknown |invalid |missing |not logged|you are not|please |no value|access denied|unauthori[sz]ed|forbidden|connection |timed? ?out|using |downloading|installing|loading|error from server)/i;
const WORDY = /[A-Za-z]{2,20} [A-Za-z]{2,20} [A-Za-z]{2,20}/;
const LONGEST_JSON = 1_000_000;

const isTelling = (line: string) =>
  !line.split(/\s+/).some((word) => word.length >= 8 && (looksRandom(word) || isGibberish(word)));
const isMessage = (line: string) => MESSAGE.test(line) && / /.test(line.trim()) && isTelling(line);

/** The output of a source without its values. */
export function strikeOutput(output: string, source: SecretSource, replace: Replace): string {
  if (output.trim() === '') return output;
  if (source.prints === 'bare') return strikeBare(output, source, replace);
  const strike = source.prints === 'value' ? strikeLines : strikeSettings;
  return asJson(output, source, replace) ?? strike(output, source, replace);
}

const BARE_LINE = /(^|\n)([ \t]{0,8}["']?)([^\s"']{8,400})(?=["']?[ \t\r]{0,8}(?:\n|$))/g;

/** Lines of one word that only a secret looks like. */
const strikeBare = (output: string, { rule }: SecretSource, replace: Replace): string =>
  output.replace(BARE_LINE, (line, end: string, before: string, value: string) =>
    isStrong(value) || isMachineMade(value) || (isMixedToken(value) && /^\w+$/.test(value))
      ? end + before + replace(value, rule)
      : line,
  );

function strikeLines(output: string, { rule, isAlone }: SecretSource, replace: Replace): string {
  const kept: string[] = [];
  let struck: string[] = [];
  let before = '';
  const flush = (after: string) => {
    if (struck.length > 0) kept.push(before + replace(struck.join('\n'), rule) + after);
    [struck, before] = [[], ''];
  };
  for (const line of output.split('\n')) {
    const bare = line.trim();
    if (
      bare === '' ||
      FRAME.test(bare) ||
      isMessage(bare) ||
      (!isAlone && WORDY.test(bare) && isTelling(bare))
    ) {
      // Lines of one value stay together.
      if (bare === '' && struck.length > 0) struck.push(line);
      else {
        flush('');
        kept.push(line);
      }
      continue;
    }
    const opening = OPENING.exec(line)?.[0] ?? '';
    const closing = CLOSING.exec(line)?.[0] ?? '';
    if (opening) flush('');
    before ||= opening;
    struck.push(line.slice(opening.length, line.length - closing.length));
    if (closing) flush(closing);
  }
  while (struck.length > 1 && struck.at(-1)?.trim() === '') struck.pop();
  const end = /\n[\s]{0,100}$/.exec(output)?.[0] ?? '';
  const open = struck.length > 0;
  flush('');
  return kept.join('\n') + (open ? end : '');
}

/** `NAME=value`, `NAME: value`, `| NAME | value |`, and with quotes. */
const SETTING =
  /^([\s>+|│║*-]{0,12}(?:export |declare -x |setx? |env:)?["']?)([A-Za-z_][\w.:/-]{1,120}?)(["']?\s{0,40}(?:[=:|│║]|\s{2}|\t)[\s>]{0,40}["']?)(\S.{2,8000}?)(["',;|│║\s]{0,40})$/;
const PLAIN = /^(?:true|false|yes|no|null|none|enabled|disabled|\d{1,9}|\/[\w./-]{0,300})$/i;

function strikeSettings(output: string, { rule }: SecretSource, replace: Replace): string {
  return output
    .split(/(\n|\0|\\n)/)
    .map((line) => {
      const found = line.length < 10_000 ? SETTING.exec(line) : null;
      if (!found) return line;
      const [, before, name, between, value, after] = found as unknown as [
        string,
        string,
        string,
        string,
        string,
        string,
      ];
      if (!isSecretSetting(name, value)) return line;
      return before + name + between + replace(value, rule) + after;
    })
    .join('');
}

/** Ids and sums are made by machines, too. */
const isToken = (name: string, value: string) =>
  isMachineMade(value) &&
  !value.startsWith('--') &&
  !/^[0-9a-f-]+$/i.test(value) &&
  !/hash|digest|sha|sum|id|path|url|host$/i.test(name);

const isSecretSetting = (name: string, value: string) =>
  (namesSecretVariable(name.replace(/[.\-/:]/g, '_').replace(/([a-z])([A-Z])/g, '$1_$2')) ||
    isToken(name, value)) &&
  value.length >= 4 &&
  !PLAIN.test(value) &&
  !isStandIn(value);

/** What stands beside a secret in the answers of stores. */
const BESIDE =
  /^(?:arn|name|id|kind|type|category|version|version_?id|version_?stages|created|created_?date|created_?at|updated|updated_?at|last_?modified_?date|modified|expires|expiration|expiry|exit_?code|duration|request_?id|lease_?id|api_?version|namespace|creation_?timestamp|resource_?version|uid|content_?type|data_?type|enabled|recovery_?level|attributes|tags|managed|kid|vault|title|username|user_?name|email|url|href|uris?|fields_?type|purpose|label|section|reference|region|access_?key_?id|token_?type|policies|accessor|renewable|subscription|tenant|status|warnings|wrap_?info|mount_?type|organization_?id|folder_?id|collection_?ids|object|revision_?date|sensitive|cwd|command|workdir|description|stderr|signal|is_?error|interrupted|wall_?time|wall_?time_?seconds|login_?server|registry|user|role|roleid|permissions)$/i;
const DEEPEST = 40;

/** Answers in JSON keep their shape: only values go. */
function asJson(output: string, source: SecretSource, replace: Replace): string | undefined {
  const text = output.trim();
  if (!/^[[{]/.test(text) || !/[\]}]$/.test(text) || text.length > LONGEST_JSON) return undefined;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  const clean = leaves(parsed, '', { source, replace, isSecret: source.prints === 'value' }, 0);
  return clean === parsed ? output : JSON.stringify(clean, null, /^[[{]\s*\n/.test(text) ? 2 : undefined);
}

type Leaves = { readonly source: SecretSource; readonly replace: Replace; readonly isSecret: boolean };

function leaves(value: unknown, key: string, run: Leaves, depth: number): unknown {
  if (typeof value === 'string') return leaf(value, key, run);
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return value;
  if (Array.isArray(value)) return value.map((one) => leaves(one, key, run, depth + 1));
  const fields = value as Record<string, unknown>;
  // `{ name: 'DB_PASSWORD', value: '…' }` and `{ sensitive: true, value: '…' }`.
  const named = [fields.name, fields.Name, fields.key, fields.Key].find((one) => typeof one === 'string');
  const isPair = fields.sensitive === true || (typeof named === 'string' && namesSecretVariable(named));
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const isSecret =
        run.isSecret || isSecretKey(name) || ((isPair || isSecretKey(key)) && /^(?:value|val)$/i.test(name));
      return [name, leaves(field, name, { ...run, isSecret }, depth + 1)];
    }),
  );
}

const isSecretKey = (key: string) =>
  namesSecretVariable(key.replace(/[.\-/:]/g, '_').replace(/([a-z])([A-Z])/g, '$1_$2'));

function leaf(value: string, key: string, { source, replace, isSecret }: Leaves): string {
  if (source.prints === 'settings')
    return isSecret
      ? value.length < 4 || PLAIN.test(value) || isStandIn(value)
        ? value
        : replace(value, source.rule)
      : strikeSettings(value, source, replace);
  if (value === '' || BESIDE.test(key) || value.startsWith('arn:') || value.startsWith('[REDACTED:'))
    return value;
  return asJson(value, source, replace) ?? strikeLines(value, source, replace);
}
