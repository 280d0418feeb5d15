/** What stands in the address of the page: where, and what a new lesson begins from, by id. Never words. */
export interface LessonsSearch {
  repository?: string;
  from?: 'thread' | 'finding' | 'review';
  sessionId?: string;
  id?: string;
}

const kinds = ['thread', 'finding', 'review'] as const;
const short = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= 100;

export function readLessonsSearch(raw: Record<string, unknown>): LessonsSearch {
  const { repository, sessionId, id } = raw;
  const from = kinds.find((kind) => kind === raw.from);
  return {
    ...(typeof repository === 'string' && repository !== '' && { repository: repository.slice(0, 2048) }),
    ...(from && short(sessionId) && short(id) && { from, sessionId, id }),
  };
}
