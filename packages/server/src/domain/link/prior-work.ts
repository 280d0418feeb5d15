import type { FindPriorWork, PriorSession, PriorWork } from '@debrief/contract';
import type { Brief } from '@debrief/findings';
import { type Reader, readerOf } from '../access/reader.ts';
import { sharedSession } from '../access/session.ts';
import type { MemberActor } from '../actor.ts';
import type { Context } from '../context.ts';
import type { SessionRecord } from '../records.ts';
import { withNames } from '../review/mention.ts';
import { valuesOf } from '../session/filter.ts';
import { noteReads } from '../session/note-reads.ts';
import { changedAmong } from './commit-files.ts';
import { type Linked, linksOfCommits } from './linked.ts';
import { presentLinkedSessions } from './present-link.ts';
import { type PriorCandidate, type PriorFile, rankPriorWork } from './prior-rank.ts';
import type { CommitSummary } from './records.ts';
import { normaliseRemote } from './repository-key.ts';

const defaultLimit = 5;
/** Of each file the newest sessions, and of the repository the newest commits: what is older matters little. */
const maxSessions = 100;
const maxCommits = 500;
const maxShownCommits = 5;
const maxFailed = 5;
const maxSaid = 3;
const saidLength = 200;

interface Candidate extends PriorCandidate {
  files: Map<string, TouchedFile>;
}

interface TouchedFile extends PriorFile {
  sequence?: number;
  commits: string[];
}

/** The earlier sessions that matter before one changes these files. No word of a transcript decides. */
export async function findPriorWork(
  context: Context,
  actor: MemberActor,
  input: FindPriorWork,
): Promise<PriorWork> {
  const { organizationId } = actor;
  const paths = [...new Set(valuesOf(input.file).map(plainPath))];
  const repository = normaliseRemote(input.remote ?? '') ?? input.repository;
  const until =
    input.before === undefined ? undefined : (await sharedSession(context, actor, input.before)).startedAt;
  const reader = readerOf(actor, context.clock());
  const commits = await commitsChanging(context, organizationId, repository, paths, until);
  const known = await linksOfCommits(
    context,
    organizationId,
    commits.map(({ commit }) => commit.sha),
  );
  // That time and files fit is no fact: whoever edited the files is known without it.
  const links = known.filter(({ strength }) => strength !== 'likely');
  const touched = await touchedFiles(context, organizationId, repository, paths, reader);
  addCommits(touched, commits, links);
  const sessions = await context.store.session.findAll(organizationId, [...touched.keys()]);
  // A session may be known by a commit alone: whether one may read it is asked here, too.
  const readable = reader && (await context.store.access.readable(reader, [...sessions.keys()]));
  const earlier = [...sessions.values()].filter(
    ({ sessionId, startedAt }) =>
      sessionId !== input.before &&
      readable?.has(sessionId) !== false &&
      (until === undefined || startedAt < until),
  );
  const hashes = valuesOf(input.line).map(Number);
  const written = await context.store.concludedLink.linesWritten(
    earlier.map(({ sessionId }) => sessionId),
    hashes,
  );
  const byId = new Map(written.map(({ sessionId, lines }) => [sessionId, lines]));
  const candidates = earlier.map(
    ({ sessionId, startedAt }): Candidate => ({
      sessionId,
      startedAt,
      files: touched.get(sessionId) ?? new Map(),
      linesWritten: byId.get(sessionId) ?? 0,
    }),
  );
  const first = rankPriorWork(candidates, hashes.length).slice(0, input.limit ?? defaultLimit);
  const shown = await Promise.all(
    first.map((one) => describe(context, one, sessions.get(one.sessionId) as SessionRecord, commits, links)),
  );
  // They show words of prompts and comments.
  await noteReads(
    context,
    actor,
    first.map(({ sessionId }) => sessionId),
    'find',
  );
  return { sessions: await presentLinkedSessions(context, actor, shown), total: candidates.length };
}

const plainPath = (path: string): string => path.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '');

interface ChangingCommit {
  commit: CommitSummary;
  /** Lines added, by path. */
  added: Map<string, number>;
}

/** The newest commits of the repository that changed one of these files. */
async function commitsChanging(
  context: Context,
  organizationId: string,
  repository: string | undefined,
  paths: readonly string[],
  until: number | undefined,
): Promise<ChangingCommit[]> {
  if (repository === undefined) return [];
  const newest = await context.store.commit.ofRepository(organizationId, repository, {
    limit: maxCommits,
    ...(until !== undefined && { after: { committedAt: until, sha: '' } }),
  });
  return newest.flatMap((commit) => {
    const files = changedAmong(commit.files, paths);
    return files.length === 0
      ? []
      : [{ commit, added: new Map(files.map(({ path, added }) => [path, added])) }];
  });
}

async function touchedFiles(
  context: Context,
  organizationId: string,
  repository: string | undefined,
  paths: readonly string[],
  reader: Reader | undefined,
): Promise<Map<string, Map<string, TouchedFile>>> {
  const touched = new Map<string, Map<string, TouchedFile>>();
  for (const path of paths) {
    const { concludedLink } = context.store;
    const found = await concludedLink.sessionsTouching(organizationId, repository, path, maxSessions, reader);
    for (const { sessionId, sequence } of found) fileOf(touched, sessionId, path).sequence = sequence;
  }
  return touched;
}

function fileOf(
  touched: Map<string, Map<string, TouchedFile>>,
  sessionId: string,
  path: string,
): TouchedFile {
  const files = touched.get(sessionId) ?? new Map<string, TouchedFile>();
  touched.set(sessionId, files);
  const file = files.get(path) ?? { commits: [] };
  files.set(path, file);
  return file;
}

/** A file that a command changed is known by the commit alone. A commit that was rebased is there twice: it counts once. */
function addCommits(
  touched: Map<string, Map<string, TouchedFile>>,
  commits: readonly ChangingCommit[],
  links: readonly Linked[],
): void {
  const bySha = Map.groupBy(links, ({ sha }) => sha);
  for (const { commit, added } of commits) {
    for (const { sessionId } of bySha.get(commit.sha) ?? []) {
      for (const [path, lines] of added) {
        const file = fileOf(touched, sessionId, path);
        file.lines = Math.max(file.lines ?? 0, lines);
        file.commits.push(commit.sha);
      }
    }
  }
}

type Described = Omit<PriorSession, 'session'> & { sessionId: string };

async function describe(
  context: Context,
  { sessionId, files, linesWritten }: Candidate,
  { startedAt, organizationId }: SessionRecord,
  commits: readonly ChangingCommit[],
  links: readonly Linked[],
): Promise<Described> {
  const text = await context.store.transcript.brief(sessionId);
  const brief = text === undefined ? undefined : (JSON.parse(text) as Brief);
  const own = new Set(links.filter((link) => link.sessionId === sessionId).map(({ sha }) => sha));
  return {
    sessionId,
    files: [...files].map(([path, { sequence, lines = 0, commits }]) => ({
      path,
      ...(sequence !== undefined && { sequence }),
      lines,
      commits: commits.slice(0, maxShownCommits),
    })),
    linesWritten,
    ...(brief?.asked.first && { asked: brief.asked.first }),
    ...(brief && { outcome: brief.outcome }),
    failed: brief ? failedIn(brief) : [],
    said: await saidOf(context, organizationId, sessionId),
    commitsSince: commits.filter(({ commit }) => commit.committedAt > startedAt && !own.has(commit.sha))
      .length,
  };
}

/** What stood failed at the end, then what the rules found. */
function failedIn({ proved, open }: Brief): PriorSession['failed'] {
  const checks = proved.checks.flatMap(({ of, state, run }) =>
    state === 'failed' ? [{ sequence: run.sequence, text: `${of} failed` }] : [],
  );
  const findings = open.findings.top.flatMap(({ severity, sequence, title }) =>
    severity === 'low' ? [] : [{ sequence, text: title }],
  );
  return [...checks, ...findings].slice(0, maxFailed);
}

async function saidOf(
  context: Context,
  organizationId: string,
  sessionId: string,
): Promise<PriorSession['said']> {
  const standing = await context.store.review.standing(sessionId);
  if (!standing || standing.threads === 0) return [];
  const { threads } = await context.store.thread.list(sessionId, { after: 0, limit: 20, bytes: 64 * 1024 });
  const said = threads
    .flatMap(({ threadId, anchor, state, comments }) => {
      const text = comments.find(({ body }) => body !== '')?.body;
      if (text === undefined) return [];
      return [
        {
          threadId,
          ...(anchor.sequence !== undefined && { sequence: anchor.sequence }),
          isOpen: state === 'open',
          text,
        },
      ];
    })
    .sort((a, b) => Number(b.isOpen) - Number(a.isOpen))
    .slice(0, maxSaid);
  return Promise.all(
    said.map(async (one) => {
      const text = await withNames(context, organizationId, one.text);
      return { ...one, text: [...text].slice(0, saidLength).join('') };
    }),
  );
}
