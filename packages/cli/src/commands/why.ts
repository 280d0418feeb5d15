import {
  agentCatalog,
  type Client,
  createClient,
  DebriefError,
  type FindLinks,
  type FoundLinks,
} from '@debrief/contract';
import { lineHash } from '@debrief/links';
import { sessionAddress } from '../address.ts';
import { exitCodes, Failure } from '../failure.ts';
import { type Blamed, blame, type RepositoryFile, repositoryFile } from '../git/blame.ts';
import { homeOf } from '../home.ts';
import { isId } from '../id.ts';
import { sendableRemote } from '../recorder/commits/commits-made.ts';
import { worktreeOf } from '../recorder/commits/worktree.ts';
import { createFetch } from '../recorder/send/http.ts';
import { readSettings } from '../settings.ts';
import { memberToken } from '../sign-in/member-token.ts';
import { ago, paint, say, sayJson } from '../terminal.ts';
import { oneLine } from '../text.ts';
import { history } from './history.ts';

/** Why a line is there: the session behind it, with the event that wrote it and the prompt that asked for it. */
export interface Answer {
  file: string;
  line?: number;
  text?: string;
  /** Absent for a line that is not committed, and for a whole file. */
  commit?: { sha: string; authoredAt: string; subject: string };
  /** Whether a session is known at all; `reason` says why not. */
  known: boolean;
  reason?: string;
  /** The event that wrote the line. */
  origin?: { sessionId: string; sequence: number; url: string; prompt?: string };
  sessions: LinkedSession[];
}

interface LinkedSession {
  sessionId: string;
  title?: string;
  agent: string;
  startedAt: string;
  /** `stated`, `seen`, `matched` or `likely`; absent where only the file is known. */
  strength?: string;
  /** Lines of the commit that the session wrote. */
  lines?: number;
  url: string;
}

export async function why(place: string, options: { json?: boolean; history?: boolean }): Promise<void> {
  const [given, line] = placeIn(place);
  const file = await repositoryFile(given);
  const home = homeOf();
  const fetch = createFetch();
  const [token, blamed] = await Promise.all([
    memberToken(home, fetch),
    line === undefined ? undefined : blame(file, line),
  ]);
  const client = createClient({ baseUrl: token.server, credential: () => token.accessToken, fetch });
  if (options.history) {
    const repository = await repositoryOf(file, token.server);
    return history(
      { client, server: token.server, repository, path: file.path, text: blamed?.text },
      options,
    );
  }
  const answer: Answer = {
    file: file.path,
    known: false,
    sessions: [],
    ...(line !== undefined && { line }),
    ...(blamed && { text: blamed.text }),
  };
  if (blamed?.commit) await ofCommit(client, token.server, answer, blamed.commit);
  else await ofFile(client, token.server, answer, file, blamed !== undefined);
  if (options.json) sayJson(answer);
  else tell(answer);
}

/** `src/app.ts:12`; a file may have a colon in its name, too. */
function placeIn(place: string): [file: string, line: number | undefined] {
  const [, file, line] = /^(.+):(\d{1,9})$/s.exec(place) ?? [];
  if (file === undefined) return [place, undefined];
  if (Number(line) < 1) throw new Failure('Lines are counted from 1.', exitCodes.usage);
  return [file, Number(line)];
}

async function ofCommit(client: Client, server: string, answer: Answer, commit: Blamed): Promise<void> {
  const { sha, subject, authoredAt } = commit;
  answer.commit = { sha, subject, authoredAt: new Date(authoredAt).toISOString() };
  const hash = lineHash(answer.text ?? '');
  const found = await ask(client, { commit: sha, ...(hash !== undefined && { line: String(hash) }) });
  if (!found) {
    answer.reason =
      'The server was never told of this commit: no session ran in this folder at that time, or the commit came from another machine.';
    return;
  }
  answer.sessions = found.links.flatMap(({ session, strength, lines }) =>
    sessionOf(server, session, { strength, lines }),
  );
  answer.known = answer.sessions.length > 0;
  if (!answer.known) answer.reason = 'No session fits this commit. It may be work by hand.';
  const { line } = found;
  if (line && isId('session', line.sessionId) && Number.isInteger(line.sequence)) {
    answer.origin = {
      sessionId: line.sessionId,
      sequence: line.sequence,
      url: sessionAddress(server, line.sessionId, line.sequence),
      ...(line.prompt && { prompt: line.prompt.text }),
    };
  } else if (answer.known) {
    answer.reason =
      hash === undefined
        ? 'The line is too short to tell which event wrote it.'
        : 'No event of these sessions wrote this very line: it was changed by a command, or by hand.';
  }
}

/** A file as a whole, or a line of it that is not committed: the sessions that changed the file. */
async function ofFile(
  client: Client,
  server: string,
  answer: Answer,
  file: RepositoryFile,
  isLine: boolean,
): Promise<void> {
  const found = await ask(client, { path: file.path, ...(await repositoryOf(file, server)) });
  const seen = new Set<string>();
  answer.sessions = (found?.sessions ?? []).flatMap(({ session, sequence }) => {
    if (seen.has(session.sessionId)) return [];
    seen.add(session.sessionId);
    return sessionOf(server, session, {}, sequence);
  });
  answer.known = answer.sessions.length > 0;
  const uncommitted = isLine ? 'This line is not committed as it stands. ' : '';
  if (isLine || !answer.known) {
    answer.reason = `${uncommitted}${answer.known ? 'These sessions changed the file.' : 'No session is known to have changed the file.'}`;
  }
}

/** Other repositories have files of the same name. Without a remote this one is known by its machine and root. */
async function repositoryOf(
  { root }: RepositoryFile,
  server: string,
): Promise<Pick<FindLinks, 'remote' | 'repository'>> {
  const worktree = await worktreeOf(root);
  const remote = worktree && (await sendableRemote(worktree));
  const settings = await readSettings(homeOf());
  return {
    ...(remote !== undefined && { remote }),
    ...(settings?.server === server && { repository: `${settings.environmentId}:${root}` }),
  };
}

async function ask(client: Client, query: FindLinks): Promise<FoundLinks | undefined> {
  try {
    return await client.findLinks(query);
  } catch (error) {
    if (error instanceof DebriefError && error.code === 'commit_not_found') return undefined;
    throw error;
  }
}

function sessionOf(
  server: string,
  session: FoundLinks['sessions'][number]['session'],
  more: { strength?: string; lines?: number },
  sequence?: number,
): LinkedSession[] {
  const { sessionId, title, agentId, startedAt } = session;
  if (!isId('session', sessionId)) return [];
  return [
    {
      sessionId,
      ...(title !== undefined && { title }),
      agent: agentCatalog.find((one) => one.agentId === agentId)?.displayName ?? agentId,
      startedAt,
      ...more,
      url: sessionAddress(server, sessionId, sequence),
    },
  ];
}

function tell({ file, line, text, commit, reason, origin, sessions }: Answer): void {
  const place = line === undefined ? file : `${file}:${line}`;
  say(`${paint('bold', oneLine(place, 1000))}${text === undefined ? '' : `  ${oneLine(text.trim(), 200)}`}`);
  if (commit) {
    const when = ago(Date.parse(commit.authoredAt));
    say(`commit ${commit.sha.slice(0, 10)}, ${when}: ${oneLine(commit.subject, 200)}`);
  }
  if (origin) {
    const session = sessions.find(({ sessionId }) => sessionId === origin.sessionId);
    say();
    if (origin.prompt !== undefined) say(`Asked for: ${paint('bold', oneLine(origin.prompt, 300))}`);
    if (session) say(describe(session));
    say(`  ${paint('cyan', origin.url)}`);
  }
  const others = sessions.filter(({ sessionId }) => sessionId !== origin?.sessionId);
  if (others.length > 0) say();
  for (const session of others.slice(0, 10)) {
    say(describe(session));
    say(`  ${paint('cyan', session.url)}`);
  }
  if (others.length > 10) say(`and ${others.length - 10} more (--json lists them)`);
  if (reason !== undefined) {
    say();
    say(reason);
  }
}

function describe({ title, agent, startedAt, strength, lines }: LinkedSession): string {
  const name = title === undefined ? 'A session' : `“${oneLine(title, 120)}”`;
  const wrote = lines ? `, ${lines} of its lines` : '';
  const sure =
    strength === undefined
      ? ''
      : ` · ${strength === 'likely' ? 'likely, not certain' : oneLine(strength, 20)}${wrote}`;
  return `${name} · ${oneLine(agent, 40)} · ${ago(Date.parse(startedAt))}${sure}`;
}
