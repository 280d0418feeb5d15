import { ignoredPath } from '@debrief/redaction';
import { type Fields, fields } from '../../agents/agent.ts';

/** The tag of what a tool read from, or wrote to, a file that holds secrets by trade. */
export const secretFileTag = '[REDACTED:secret-file:0000]';

const pathKeys = ['filePath', 'file_path', 'path', 'absolute_path', 'filename'] as const;
const contentKeys = new Set(
  'content text output originalFile original_file oldString newString old_string new_string old_str new_str patch diff structuredPatch file_text'.split(
    ' ',
  ),
);
const deepest = 8;

/** Drops the contents of such files; the same object when there are none. Never changes in place. */
export function withoutSecretFiles(record: unknown): { record: unknown; found: number } {
  const run = { found: 0 };
  const clean = strip(record, run, 0);
  if (run.found === 0) return { record, found: 0 };
  return { record: withoutTwin(clean), found: run.found };
}

function strip(value: unknown, run: { found: number }, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > deepest) return value;
  if (Array.isArray(value)) {
    let copy = value;
    for (let i = 0; i < value.length; i++) {
      const clean = strip(value[i], run, depth + 1);
      if (clean === value[i]) continue;
      if (copy === value) copy = [...value];
      copy[i] = clean;
    }
    return copy;
  }
  const source = value as Fields;
  const secret = namesSecretFile(source);
  let copy = source;
  for (const key in source) {
    const before = source[key];
    const clean =
      secret && contentKeys.has(key) && hasContent(before) ? secretFileTag : strip(before, run, depth + 1);
    if (clean === before) continue;
    if (clean === secretFileTag) run.found++;
    if (copy === source) copy = { ...source };
    Object.defineProperty(copy, key, { value: clean, enumerable: true, configurable: true, writable: true });
  }
  return copy;
}

function namesSecretFile(source: Fields): boolean {
  for (const key of pathKeys) {
    const path = source[key];
    if (typeof path === 'string' && path.length < 4096 && ignoredPath(path)) return true;
  }
  return false;
}

const hasContent = (value: unknown): boolean =>
  (typeof value === 'string' && value !== '' && value !== secretFileTag) ||
  (Array.isArray(value) && value.length > 0);

/** Claude Code writes a result twice: structured, with the path, and as the model saw it, without. */
function withoutTwin(record: unknown): unknown {
  const r = fields(record);
  const message = fields(r.message);
  if (r.toolUseResult === undefined || !JSON.stringify(r.toolUseResult).includes(secretFileTag))
    return record;
  if (!Array.isArray(message.content)) return record;
  const content = message.content.map((block) =>
    fields(block).type === 'tool_result' ? { ...fields(block), content: secretFileTag } : block,
  );
  return { ...r, message: { ...message, content } };
}
