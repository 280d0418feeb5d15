import { isDeepStrictEqual } from 'node:util';
import { applyEdits, modify } from 'jsonc-parser';
import { MalformedConfig, readConfig } from '../hooks/json-file.ts';
import { type McpClient, serverName } from './client.ts';

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const options = { formattingOptions: { insertSpaces: true, tabSize: 2, eol: '\n' } };

const begin = '# Debrief: written by "debrief mcp install", removed by "debrief mcp remove".';
const end = '# Debrief: end.';

const block = (launcher: string): string =>
  `${begin}\n[mcp_servers.${serverName}]\ncommand = ${JSON.stringify(launcher)}\nargs = ["mcp"]\n${end}\n`;

/** What the settings hold under our name: our entry as it should be, another one, or none. */
export function stateOf(client: McpClient, text: string, launcher: string): 'installed' | 'other' | 'absent' {
  const { form, path } = client;
  if (form.kind === 'toml') {
    if (text.includes(block(launcher))) return 'installed';
    return /^[ \t]{0,40}\[mcp_servers\.(?:debrief|"debrief")\]/m.test(text) ? 'other' : 'absent';
  }
  const found = sectionOf(text, path, form.under)?.[serverName];
  if (found === undefined) return 'absent';
  return isDeepStrictEqual(found, form.entry) ? 'installed' : 'other';
}

function sectionOf(text: string, path: string, under: string): Fields | undefined {
  const section = readConfig(text, path)[under];
  if (section !== undefined && !isFields(section))
    throw new MalformedConfig(path, `"${under}" is not an object`);
  return section;
}

/** With our entry; everything else stays as it is, comments too. */
export function withEntry({ form, path }: McpClient, text: string, launcher: string): string {
  if (form.kind === 'toml') {
    const before = withoutBlock(text);
    return `${before}${before === '' || before.endsWith('\n') ? '' : '\n'}${before === '' ? '' : '\n'}${block(launcher)}`;
  }
  sectionOf(text, path, form.under);
  const whole = text.trim() === '' ? '{}\n' : text;
  return applyEdits(whole, modify(whole, [form.under, serverName], form.entry, options));
}

/** Without it. A section that has nothing else goes, too. */
export function withoutEntry({ form, path }: McpClient, text: string): string {
  if (form.kind === 'toml') return withoutBlock(text);
  const section = sectionOf(text, path, form.under) ?? {};
  const isAlone = Object.keys(section).every((name) => name === serverName);
  const at = isAlone ? [form.under] : [form.under, serverName];
  return applyEdits(text, modify(text, at, undefined, options));
}

function withoutBlock(text: string): string {
  const from = text.indexOf(begin);
  const to = from === -1 ? -1 : text.indexOf(end, from);
  if (to === -1) return text;
  const before = text.slice(0, from);
  const after = text.slice(to + end.length).replace(/^\n/, '');
  return (after === '' ? before.replace(/\n\n$/, '\n') : before) + after;
}
