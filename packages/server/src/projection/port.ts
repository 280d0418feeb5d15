import type { SecretEnvironment, SessionStatus } from '@debrief/contract';
import type { BriefFoldState, FindingsFoldState } from '@debrief/findings';
import type { SessionFoldState } from '@debrief/links';
import type { Findings } from '@debrief/redaction';
import type { FoldState } from '@debrief/transcript';
import { historySql } from '../domain/review/history.ts';
import { waitingSinceSql } from '../domain/review/state-sql.ts';
import type { RequestRow } from './family/request.ts';
import type { StoredJudgement } from './findings/judgement.ts';
import { markColumn, type Terms } from './findings/terms.ts';
import { type Facts, factColumns, factsSql } from './insights/facts.ts';
import type { WorkMeasures } from './insights/work.ts';
import type { FactsStep, LinkDatabase } from './links/port.ts';
import type { Progress } from './model/tables.ts';
import type { PageKey, PageKind, StoredPage } from './reading/page.ts';
import type { Chunk } from './search/chunk.ts';
import type { Waiting } from './waiting.ts';

/** A session as the fold needs it. */
export interface Subject extends Facts {
  organizationId: string;
  sessionId: string;
  agentId: string;
  title: string | null;
  /** A member gave it its title. */
  isRenamed: boolean | number;
  startedAt: number;
  /** Since when it waits to be looked at. */
  waitingSince: number;
  /** It was imported, long after it was over. */
  isHistory: boolean | number;
  eventCount: number;
  environmentId: string;
  secretEnvironment: SecretEnvironment;
  repoRoot: string | null;
  repository: string | null;
  continuesSessionId: string | null;
  /** The agent's own id of it. */
  externalId: string | null;
  status: SessionStatus;
  /** What its findings have to be judged with. */
  mark: string;
  /** How often somebody has begun to take words out of it; a step of before is not saved. */
  redactions: number;
  /** That is not finished: nothing is derived of it meanwhile. */
  isRedacting: boolean | number;
  /** That of the read model at the time; a step of another one is not saved. */
  build: string;
}

/** Columns of a subject, of the session `s`; both engines read them alike. */
export const subjectColumns = `s.session_id as "sessionId", s.organization_id as "organizationId", s.agent_id as "agentId",
  s.title, exists (select 1 from session_titles t where t.session_id = s.session_id) as "isRenamed",
  s.started_at as "startedAt", s.event_count as "eventCount", s.repo_root as "repoRoot",
  s.continues_session_id as "continuesSessionId", s.external_id as "externalId", s.status, ${markColumn} as mark,
  ${waitingSinceSql} as "waitingSince", (${historySql}) as "isHistory", s.environment_id as "environmentId",
  s.secret_environment as "secretEnvironment", s.repository, s.redactions, ${factColumns},
  exists (select 1 from redactions d where d.session_id = s.session_id and d.rewritten_at is null) as "isRedacting",
  (select m.build from projection.model m) as build`;

/** Columns of `Saved`, with the session's id to come. */
export const savedQuery = `select p.folded_to as "foldedTo", p.title, p.fault, p.last_event as "lastEvent", j.mark, i.facts
  from projection.session_statistics p left join projection.session_insights i on i.session_id = p.session_id
  left join projection.session_findings j on j.session_id = p.session_id where p.session_id =`;

/** What has to be known to go on with a session. */
export interface SavedState {
  fold: FoldState;
  leaks: Findings;
  findings: FindingsFoldState;
  brief: BriefFoldState;
  links: SessionFoldState;
}

/** Why a session was set aside: it took too long, took the thread down, or holds what cannot be read. */
export type SetAsideCause = 'slow' | 'crash' | 'unreadable';

export interface Saved {
  foldedTo: number;
  /** The title as it was made searchable. */
  title: string | null;
  fault: string | null;
  /** Digest of the event `foldedTo` (model/lineage.ts). */
  lastEvent: string | null;
  /** What its findings were judged with. */
  mark: string | null;
  /** What people had said of it when it was counted for Insights. */
  facts: string | null;
}

export interface FoldStep {
  subject: Subject;
  /** Where the step began; it is discarded when somebody else has moved on from there. */
  from: number | undefined;
  to: number;
  /** Digest of the event `to`; absent when no event was read. */
  lastEvent: string | undefined;
  figures: string;
  state: { to: number; body: Uint8Array } | undefined;
  /** Present when it changed. */
  title: string | undefined;
  chunks: readonly Chunk[];
  /** Pages of the transcript that are other than before. */
  pages: readonly StoredPage[];
  /** Absent when they are as before. */
  findings: StoredJudgement | undefined;
  /** What Insights counts in it; absent while it still reads what it had read before. */
  work: WorkMeasures | undefined;
  /** Present when there is more that commits can be recognised by. */
  links: FactsStep | undefined;
  /** Requests that others may have recorded, too, and that are other than before. */
  requests: readonly RequestRow[];
}

export interface House {
  /** What was removed because no server uses it any more. */
  removed: string[];
  /** Servers of another version are running: what they append, only they fold, and not for this one. */
  hasOtherVersions: boolean;
}

/** Throws only what the database throws. */
export interface Projection {
  find(sessionId: string): Promise<{ subject: Subject; saved: Saved | undefined } | undefined>;
  /** What people said that the findings of a session depend on. */
  terms(subject: Subject): Promise<Terms>;
  /** May be older than the statistics: a large state is not written at every step. */
  state(sessionId: string): Promise<{ to: number; state: SavedState } | undefined>;
  /** Pages of a session's transcript; those that do not exist are left out. */
  pages(sessionId: string, keys: readonly PageKey[]): Promise<StoredPage[]>;
  /** Items of a list of pages. */
  length(sessionId: string, kind: PageKind, lane: number): Promise<number>;
  /** False when the session is gone or another process was first; nothing is written then. */
  save(step: FoldStep): Promise<boolean>;
  /** Counts what people say of a session now, where nothing else of it has changed. */
  note(subject: Subject): Promise<void>;
  /** Notes a session whose records cannot be read; it is left alone from then on, and its transcript is removed. */
  setAside(subject: Subject, fault: string): Promise<void>;
  /**
   * Sessions whose log is ahead of their statistics, or whose findings were judged with what has changed since: the newest of every organization, then their second newest, and so
   * on; `all` looks further back than the newest.
   */
  behind(limit: number, all: boolean): Promise<Waiting[]>;
  /** Removes what is derived from a session. */
  forget(sessionId: string): Promise<void>;
  /** Removes what is left of sessions that no longer exist. */
  sweep(): Promise<void>;
  /** Takes some of what has never been folded since everything was thrown away; nobody else gets it for a while. */
  takeWork(limit: number): Promise<Waiting[]>;
  /** It has been folded, or need not be. */
  endWork(sessionId: string): Promise<void>;
  /** How far that has come. When nothing is left, it is noted that the read model is whole. */
  progress(): Promise<Progress>;
  /** Throws everything away because it is not of this log, unless somebody else has done so since this build. */
  reset(build: string): Promise<void>;
  /** Says that this version is in use, and removes older ones that are not. */
  keepHouse(): Promise<House>;
  /** Where links are concluded from, and written to. */
  readonly links: LinkDatabase;
  close(): Promise<void>;
}

/** How far back the frequent look goes; the whole table is looked at once an hour. */
export const newestSessions = 5000;

/** Sessions that are behind, newest first; from so many of them `behind` takes its share of every organization. */
const candidates = 5000;

/** Both engines' query for `behind`, with `$1` or `?` for the limit. */
export const behindQuery = (all: boolean, limit: string): string =>
  `select session_id as "sessionId", organization_id as "organizationId" from (
    select session_id, organization_id, session_pk,
      row_number() over (partition by organization_id order by session_pk desc) as turn from (
        select s.session_id, s.organization_id, s.session_pk from sessions s
          left join projection.session_statistics p on p.session_id = s.session_id
          left join projection.session_findings j on j.session_id = s.session_id
          left join projection.session_insights i on i.session_id = s.session_id
          where ${all ? '' : `s.session_pk > (select max(session_pk) from sessions) - ${newestSessions} and`}
            (p.session_id is null or (p.fault is null and
              (p.folded_to <> s.event_count or j.mark is distinct from ${markColumn}
                or i.facts is distinct from ${factsSql})))
          order by s.session_pk desc limit ${candidates}) newest) turns
    order by turn, session_pk desc limit ${limit}`;
