import type { LessonPolicy, LessonSource, LessonState } from '@debrief/contract';
import type { Failure } from '@debrief/lessons';
import type { Reader } from '../access/reader.ts';

/** What a version says. */
export interface LessonContent {
  text: string;
  /** Null: all repositories. */
  repository: string | null;
  paths: string[];
  agents: string[];
  check: string | null;
}

export interface LessonRow {
  lessonId: string;
  organizationId: string;
  /** Empty: all repositories. */
  repository: string;
  state: LessonState;
  version: number;
  ownerId: string;
  /** JSON. */
  sources: string;
  proposedBy: string;
  proposedAt: number;
  decidedBy: string | null;
  changedAt: number;
}

export interface LessonVersionRow {
  lessonId: string;
  version: number;
  organizationId: string;
  /** JSON of `LessonContent`. */
  content: string;
  changedBy: string;
  changedAt: number;
  reason: string | null;
}

export interface LessonStepRow {
  lessonId: string;
  step: number;
  organizationId: string;
  deed: 'proposed' | 'edited' | 'adopted' | 'retired';
  version: number;
  doneBy: string;
  doneAt: number;
  reason: string | null;
}

export type LessonStepRecord = Omit<LessonStepRow, 'lessonId' | 'organizationId' | 'step'>;

/** A lesson as it is now, with all that was done with it, the latest first. */
export type LessonRecord = Omit<LessonRow, 'repository' | 'sources'> &
  LessonContent & { sources: LessonSource[]; steps: LessonStepRecord[] };

export type LessonVersionRecord = Omit<LessonVersionRow, 'content' | 'lessonId' | 'organizationId'> &
  LessonContent;

/** Who did it, when and why. */
export interface Done {
  by: string;
  at: number;
  reason: string | null;
}

/** What cannot be done: `changed`: another version or state than was seen; `full`: as many as there may be. */
export type LessonRefusal = 'changed' | 'full';

/** How many there may be. */
export interface LessonBounds {
  /** In this state and scope. */
  scope: number;
  /** Of the organization. */
  all: number;
}

/** The lessons of an organization. */
export interface LessonStore {
  /** Those that apply in a repository, or all; of one state, or of each: adopted, proposed, retired, the latest first. */
  list(
    organizationId: string,
    filter: { repository?: string; state?: LessonState },
    most: number,
  ): Promise<LessonRecord[]>;
  find(organizationId: string, lessonId: string): Promise<LessonRecord | undefined>;
  /** The newest first. */
  versions(organizationId: string, lessonId: string): Promise<LessonVersionRecord[]>;
  propose(
    lesson: { lessonId: string; organizationId: string; content: LessonContent; sources: LessonSource[] },
    done: Done,
    bounds: LessonBounds,
  ): Promise<'proposed' | LessonRefusal>;
  /** Another version, if `version` is the one that was seen; an adopted lesson stays adopted, and agents are told the new words. */
  edit(
    seen: { organizationId: string; lessonId: string; version: number; state: LessonState },
    to: { content: LessonContent; ownerId: string },
    done: Done,
    most: { scope: number; versions: number },
  ): Promise<'edited' | LessonRefusal>;
  /** Adopts or retires it, if it is as it was seen. */
  decide(
    seen: { organizationId: string; lessonId: string; version: number; state: LessonState },
    to: 'adopted' | 'retired',
    done: Done,
    /** Of the scope, in that state. */
    most?: number,
  ): Promise<'decided' | LessonRefusal>;
  /** Undefined while nobody has changed it. */
  policy(organizationId: string): Promise<LessonPolicy | undefined>;
  setPolicy(organizationId: string, policy: LessonPolicy, changed: { by: string; at: number }): Promise<void>;
  /** Whether sessions of the machine were in the repository. */
  isWorkedIn(organizationId: string, environmentId: string, repository: string): Promise<boolean>;
}

/** A command that did not work in several sessions of a repository. */
export interface RepeatedFailureRecord extends Pick<Failure, 'kind' | 'command'> {
  repository: string;
  sessions: number;
  times: number;
}

/** A session that shows it, and where. */
export interface FailedIn {
  sessionId: string;
  title: string | null;
  startedAt: number;
  sequence: number;
}

/** Sessions that the reader may read and that began after `from` and by `to`. */
interface Among {
  from: number;
  to: number;
  reader: Reader | undefined;
  limit: number;
}

/** What did not work in the sessions of an organization. */
export interface FailureStore {
  /** Those of at least so many sessions, the most first. */
  repeated(
    organizationId: string,
    among: Among & { repository?: string | undefined; fewest: number },
  ): Promise<RepeatedFailureRecord[]>;
  /** The newest first. */
  failedIn(
    organizationId: string,
    failure: Pick<RepeatedFailureRecord, 'kind' | 'command' | 'repository'>,
    among: Among,
  ): Promise<FailedIn[]>;
}
