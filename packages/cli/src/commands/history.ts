import { agentCatalog, type Client, type FindPriorWork, type PriorSession } from '@debrief/contract';
import { lineHash } from '@debrief/links';
import { sessionAddress } from '../address.ts';
import { isId } from '../id.ts';
import { ago, paint, say, sayJson } from '../terminal.ts';
import { oneLine } from '../text.ts';

export interface AskedFile {
  client: Client;
  server: string;
  repository: Pick<FindPriorWork, 'remote' | 'repository'>;
  path: string;
  /** Of the line, where one was named. */
  text?: string | undefined;
}

/** What to know before one changes a file or a line of it. */
export async function history(asked: AskedFile, options: { json?: boolean }): Promise<void> {
  const { client, server, repository, path, text } = asked;
  const hash = text === undefined ? undefined : lineHash(text);
  const found = await client.findPriorWork({
    file: [path],
    ...repository,
    ...(hash !== undefined && { line: [String(hash)] }),
  });
  // What a server says is not believed: an id becomes part of an address.
  const sessions = found.sessions.filter(({ session }) => isId('session', session.sessionId));
  if (options.json) {
    sayJson({
      file: path,
      total: found.total,
      sessions: sessions.map((one) => ({ ...one, url: addressOf(server, one) })),
    });
    return;
  }
  const more = found.total > sessions.length ? `, ${sessions.length} of ${found.total}` : '';
  say(`${paint('bold', oneLine(path, 1000))}  ${sessions.length === 0 ? '' : `sessions that matter${more}`}`);
  if (sessions.length === 0) {
    say();
    say('No session is known to have changed the file.');
  }
  for (const one of sessions) {
    say();
    tell(one);
    say(`  ${paint('cyan', addressOf(server, one))}`);
  }
}

function addressOf(server: string, { session, files }: PriorSession): string {
  const first = files.map(({ sequence }) => sequence).find((one) => Number.isInteger(one));
  return sessionAddress(server, session.sessionId, first);
}

function tell({
  session,
  files,
  linesWritten,
  asked,
  outcome,
  failed,
  said,
  commitsSince,
}: PriorSession): void {
  const name = session.title === undefined ? 'A session' : `“${oneLine(session.title, 120)}”`;
  const agent = agentCatalog.find(({ agentId }) => agentId === session.agentId)?.displayName;
  say(`${name} · ${oneLine(agent ?? session.agentId, 40)} · ${ago(Date.parse(session.startedAt))}`);
  const lines = files.reduce((sum, file) => sum + file.lines, 0);
  const commits = new Set(files.flatMap((file) => file.commits)).size;
  const did = [
    ...(linesWritten > 0 ? ['wrote this very line'] : []),
    commits > 0
      ? `its commits added ${lines} ${lines === 1 ? 'line' : 'lines'} to the file`
      : 'edited the file; no commit of it is known',
    ...(commitsSince > 0 ? [`${commitsSince} ${commitsSince === 1 ? 'commit' : 'commits'} since`] : []),
  ];
  say(`  ${did.join(' · ')}`);
  if (asked) say(`  asked for: ${oneLine(asked.text, 200)}`);
  if (outcome) say(`  ${oneLine(outcome.kind, 40)}: ${oneLine(outcome.reason, 200)}`);
  for (const { text, sequence } of failed) say(`  ${paint('red', oneLine(text, 200))} #${Number(sequence)}`);
  for (const { text, isOpen } of said)
    say(`  a reviewer${isOpen ? ' (open)' : ''}: ${paint('bold', oneLine(text, 200))}`);
}
