import type { GivenWay, LessonLoaded } from '@debrief/contract';

/** A lesson that a session was given: its version, by which way, and whether the agent had it in front of it. */
export interface SessionLessonRecord {
  lessonId: string;
  version: number;
  way: GivenWay;
  loaded: LessonLoaded;
  notedAt: number;
}

export interface SessionLessonRow extends SessionLessonRecord {
  organizationId: string;
  sessionId: string;
}

/** Which lessons sessions were given. */
export interface SessionLessonStore {
  /**
   * Keeps those that are lessons of the organization; answers how many. Each once for each way: a later version outdoes an
   * earlier one, knowing outdoes not knowing, and what was loaded once stays so.
   */
  note(
    session: { organizationId: string; sessionId: string },
    given: readonly SessionLessonRecord[],
  ): Promise<number | 'session_gone'>;
  ofSession(sessionId: string): Promise<SessionLessonRecord[]>;
  /** The sessions that were given one of these lessons by any way, other than those that are known not to have loaded it. */
  given(organizationId: string, lessonIds: readonly string[]): Promise<SessionLessonRow[]>;
}
