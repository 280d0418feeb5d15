import { sentenceOf, type Why } from '@debrief/review';
import type { AssignmentRecord } from '../records.ts';

/** Why rotation asked somebody, said to whoever looks. */
export const whyOf = (
  { userId, why }: Pick<AssignmentRecord, 'userId' | 'why'>,
  reader: string,
): string | undefined =>
  why === null ? undefined : sentenceOf(JSON.parse(why) as Why, userId === reader ? 'member' : 'others');

/** The same of several sessions that rotation has asked one member about, said to them. */
export const whysOf = (userId: string, kept: ReadonlyMap<string, string>): Map<string, string> =>
  new Map([...kept].map(([sessionId, why]) => [sessionId, whyOf({ userId, why }, userId) as string]));
