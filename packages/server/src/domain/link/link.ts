import { DebriefError, type FindLinks, type FoundLinks, type SessionLinks } from '@debrief/contract';
import { readerOf } from '../access/reader.ts';
import { sharedSession } from '../access/session.ts';
import type { MemberActor } from '../actor.ts';
import { recordDeed } from '../audit.ts';
import type { Context } from '../context.ts';
import { noteReads } from '../session/note-reads.ts';
import { changedAmong } from './commit-files.ts';
import { lineOrigin } from './line-origin.ts';
import { linksOfCommits, linksOfSession } from './linked.ts';
import { presentCommits, presentLinkedSessions, presentPull } from './present-link.ts';
import { addressOf, decidePull, pullsOfSession, sessionsOfPull } from './pull.ts';
import { normaliseRemote } from './repository-key.ts';

/** Links, commits and sessions that one answer holds of each. */
const maxListed = 200;
/** Commits that a short prefix may mean. */
const maxCommits = 20;

/** The sessions behind a commit, a pull request or a file. */
export async function findLinks(context: Context, actor: MemberActor, input: FindLinks): Promise<FoundLinks> {
  const asked = [input.commit, input.pull, input.path].filter((value) => value !== undefined);
  if (asked.length !== 1) {
    throw new DebriefError('validation_error', 'Give exactly one of commit, pull and path.');
  }
  if (input.commit !== undefined) return ofCommit(context, actor, input.commit, input.line);
  if (input.line !== undefined) {
    throw new DebriefError('validation_error', 'line needs a commit.');
  }
  if (input.pull !== undefined) return ofPull(context, actor, input.pull);
  const { path = '', remote = '', repository } = input;
  return ofPath(context, actor, path, normaliseRemote(remote) ?? repository);
}

async function ofCommit(
  context: Context,
  actor: MemberActor,
  prefix: string,
  line: string | undefined,
): Promise<FoundLinks> {
  const { organizationId } = actor;
  const commits = await context.store.commit.findByPrefix(organizationId, prefix.toLowerCase(), maxCommits);
  if (commits.length === 0) throw commitNotFound();
  const shas = commits.map(({ sha }) => sha);
  const links = await linksOfCommits(context, organizationId, shas);
  const pulls = await context.store.pullRequest.ofCommits(organizationId, shas);
  const origin = line === undefined ? undefined : await lineOrigin(context, actor, links, Number(line));
  // It shows words of a prompt.
  if (origin) await noteReads(context, actor, [origin.sessionId], 'find');
  return {
    commits: await presentCommits(context, organizationId, commits, links),
    links: await presentLinkedSessions(context, actor, links.slice(0, maxListed)),
    pulls: pulls.map(({ pull }) => presentPull(pull)),
    sessions: [],
    ...(origin && { line: origin }),
  };
}

async function ofPull(context: Context, actor: MemberActor, given: string): Promise<FoundLinks> {
  const { organizationId } = actor;
  const url = addressOf(given);
  const [pull] = await context.store.pullRequest.find(organizationId, [url]);
  const held = pull ? await context.store.pullRequest.commits(organizationId, url) : [];
  const shas = [...new Set([...held, ...(pull?.mergeSha ? [pull.mergeSha] : [])])];
  const commits = await context.store.commit.findAll(organizationId, shas);
  const links = await linksOfCommits(
    context,
    organizationId,
    commits.map(({ sha }) => sha),
  );
  const { sessions, refused } = await sessionsOfPull(context, organizationId, url);
  const left = links.filter(({ sessionId }) => !refused.has(sessionId));
  return {
    commits: await presentCommits(context, organizationId, commits, links),
    links: await presentLinkedSessions(context, actor, left.slice(0, maxListed)),
    pulls: pull ? [presentPull(pull)] : [],
    sessions: await presentLinkedSessions(context, actor, sessions),
  };
}

async function ofPath(
  context: Context,
  actor: MemberActor,
  path: string,
  repository: string | undefined,
): Promise<FoundLinks> {
  const { organizationId } = actor;
  const touched = await context.store.concludedLink.sessionsTouching(
    organizationId,
    repository,
    path,
    maxListed,
    readerOf(actor, context.clock()),
  );
  const linked = await Promise.all(
    touched.slice(0, 50).map(({ sessionId }) => linksOfSession(context, organizationId, sessionId)),
  );
  const links = linked.flat();
  const commits = await context.store.commit.findAll(organizationId, [
    ...new Set(links.slice(0, 500).map(({ sha }) => sha)),
  ]);
  const changing = commits.filter(({ files }) => changedAmong(files, [path]).length > 0).slice(0, maxListed);
  const shas = new Set(changing.map(({ sha }) => sha));
  const shown = links.filter(({ sha }) => shas.has(sha));
  return {
    commits: await presentCommits(context, organizationId, changing, shown),
    links: await presentLinkedSessions(context, actor, shown.slice(0, maxListed)),
    pulls: [],
    sessions: await presentLinkedSessions(context, actor, touched),
  };
}

/** The commits and pull requests that a session led to. */
export async function listSessionLinks(
  context: Context,
  actor: MemberActor,
  input: { sessionId: string },
): Promise<SessionLinks> {
  const { organizationId } = actor;
  const { sessionId } = await sharedSession(context, actor, input.sessionId);
  const links = await linksOfSession(context, organizationId, sessionId);
  const shas = [...new Set(links.map(({ sha }) => sha))];
  const found = await context.store.commit.findAll(organizationId, shas.slice(0, 1000));
  const commits = found.toSorted((a, b) => b.committedAt - a.committedAt).slice(0, maxListed);
  const all = await linksOfCommits(
    context,
    organizationId,
    commits.map(({ sha }) => sha),
  );
  const presented = await presentCommits(context, organizationId, commits, all);
  const bySha = new Map(links.map((link) => [link.sha, link]));
  const sure = links.filter(({ strength }) => strength !== 'likely').map(({ sha }) => sha);
  return {
    links: presented.flatMap((commit) => {
      const link = bySha.get(commit.sha);
      if (!link) return [];
      const { sessionId: _, matched: __, ...rest } = link;
      return [{ ...rest, commit }];
    }),
    pulls: await pullsOfSession(context, organizationId, sessionId, sure.slice(0, 1000)),
  };
}

/** A person says that a session led to a commit. */
export const addLink = (
  context: Context,
  actor: MemberActor,
  input: { sessionId: string; sha: string },
): Promise<SessionLinks> => decide(context, actor, input, 'linked');

/** A person says that it did not. */
export const removeLink = (
  context: Context,
  actor: MemberActor,
  input: { sessionId: string; sha: string },
): Promise<SessionLinks> => decide(context, actor, input, 'unlinked');

/** A person says that a session led to a pull request. */
export const addPullLink = async (
  context: Context,
  actor: MemberActor,
  input: { sessionId: string; url: string },
): Promise<SessionLinks> =>
  listSessionLinks(context, actor, await decidePull(context, actor, input, 'linked'));

/** A person says that it did not. */
export const removePullLink = async (
  context: Context,
  actor: MemberActor,
  input: { sessionId: string; url: string },
): Promise<SessionLinks> =>
  listSessionLinks(context, actor, await decidePull(context, actor, input, 'unlinked'));

async function decide(
  context: Context,
  actor: MemberActor,
  input: { sessionId: string; sha: string },
  verdict: 'linked' | 'unlinked',
): Promise<SessionLinks> {
  const { organizationId } = actor;
  const { sessionId } = await sharedSession(context, actor, input.sessionId);
  const [commit] = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(input.sha)
    ? await context.store.commit.findAll(organizationId, [input.sha])
    : [];
  if (!commit) throw commitNotFound();
  await context.store.link.decide({
    organizationId,
    sha: commit.sha,
    sessionId,
    verdict,
    decidedBy: actor.userId,
    decidedAt: context.clock(),
  });
  await recordDeed(context, actor, verdict === 'linked' ? 'link_added' : 'link_removed', sessionId);
  return listSessionLinks(context, actor, { sessionId });
}

const commitNotFound = () =>
  new DebriefError('commit_not_found', 'No machine of this organization has told of such a commit.');
