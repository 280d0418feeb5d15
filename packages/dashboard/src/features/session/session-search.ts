/** What stands in the address of a session besides its id. */
export interface SessionSearch {
  /** What is looked for in it. */
  find?: string;
  view?: 'changes';
  /** The file whose changes are shown. */
  path?: string;
  /** The file that is read of stands beside the transcript. */
  beside?: 'code';
  /** The sub-agent that is read by itself: the id of its entry, such as `412.1`. */
  agent?: string;
}

const text = (value: unknown, max: number): string | undefined =>
  (typeof value === 'string' || typeof value === 'number') && String(value).trim() !== ''
    ? String(value).toWellFormed().slice(0, max)
    : undefined;

/** What cannot be understood is dropped: an address somebody mangled still opens the session. */
export function readSessionSearch(raw: Record<string, unknown>): SessionSearch {
  const find = text(raw.find, 200)?.replace(/\p{Cc}+/gu, ' ');
  const path = text(raw.path, 4_096);
  return {
    ...(find && { find }),
    ...(raw.view === 'changes' && { view: 'changes' as const }),
    ...(path && { path }),
    ...(raw.beside === 'code' && { beside: 'code' as const }),
    ...(typeof raw.agent === 'string' && /^\d{1,9}\.\d{1,5}$/.test(raw.agent) && { agent: raw.agent }),
  };
}
