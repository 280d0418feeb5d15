import { recordType } from '@debrief/transcript';
import { fields } from '../../agents/agent.ts';

const known = new Map<string, string>();

/** `recordType`, asked once per combination of the fields it looks at: there are a few dozen in a million records. */
export function eventTypeOf(record: unknown): string {
  const r = fields(record);
  if (typeof r.type !== 'string' || r.debrief !== undefined) return recordType(record);
  const plain =
    r.subtype === undefined && r.payload === undefined && r.attachment === undefined && r.data === undefined;
  const key = plain
    ? r.type
    : `${r.type}\n${r.subtype}\n${fields(r.payload).type}\n${fields(r.attachment).type}\n${fields(r.data).type}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const type = recordType(record);
  if (known.size > 1000) known.clear();
  known.set(key, type);
  return type;
}
