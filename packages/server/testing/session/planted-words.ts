import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { DatabaseConfig } from '../../src/config.ts';
import { runStatement } from '../engine.ts';
import type { Team } from '../team.ts';

/** Words that are in one session only, and where they are found: in files as they lie on the disk, and in tables. */

/** Letters alone, so that it is one word to the search, and its end is not like that of any other. */
export const aWord = () => [...randomBytes(20)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('');

const said = (content: string) => ({
  eventType: 'user',
  payload: { type: 'user', message: { role: 'user', content } },
});

/** Where a session has words. */
const places = ['title', 'root', 'branch', 'remote', 'prompt', 'commit', 'comment', 'review'] as const;
export type Words = Record<(typeof places)[number], string>;

export const someWords = (): Words =>
  Object.fromEntries(places.map((place) => [place, aWord()])) as unknown as Words;

/** A session with a word in every place a session has words in, in so many batches and one. */
export async function plant(team: Team, words: Words, batches = 30): Promise<string> {
  const { machine, owner, environmentId, installationId: agentInstallationId } = team;
  const { sessionId } = await machine.openSession({
    environmentId,
    agentInstallationId,
    title: `About ${words.title}`,
    repoRoot: `/home/dev/${words.root}`,
    gitBranch: `topic/${words.branch}`,
    repoRemote: `https://git.example/${words.remote}.git`,
  });
  await machine.appendEvents({ sessionId, events: [said(`please find ${words.prompt}`)] });
  for (let n = 0; n < batches; n += 10)
    await Promise.all(
      Array.from({ length: Math.min(10, batches - n) }, (_, at) =>
        machine.appendEvents({
          sessionId,
          events: [said(`${words.prompt} again, ${n + at} ${aWord()}`)],
          idempotencyKey: `k${n + at}`,
        }),
      ),
    );
  await machine.reportCommits({
    sessionId,
    commits: [
      {
        sha: randomBytes(20).toString('hex'),
        tree: randomBytes(20).toString('hex'),
        parents: [],
        branch: words.commit,
        authoredAt: new Date().toISOString(),
        committedAt: new Date().toISOString(),
        files: [],
        addedLines: '',
      },
    ],
  });
  const anchor = { sequence: 1 };
  await owner.client.openThread({ sessionId, anchor, body: `I wonder about ${words.comment}` });
  await owner.client.submitReview({
    sessionId,
    outcome: 'follow_up',
    throughSequence: 1,
    body: words.review,
  });
  return sessionId;
}

/** Sessions that stay, so that pages hold words of both kinds. */
export async function surround(team: Team): Promise<void> {
  for (let n = 0; n < 4; n++)
    await team.machine.appendEvents({
      sessionId: team.sessionId,
      events: Array.from({ length: 20 }, () => said(`${aWord()} stays with ${aWord()}`)),
    });
}

/** The places that hold a word, or most of one: an index keeps of a word what the one before it does not have. */
export function inFiles(folder: string, words: readonly string[]): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const path = join(entry.parentPath, entry.name);
      const bytes = readFileSync(path);
      const name = relative(folder, path);
      return words.filter((word) => bytes.includes(word.slice(6))).map((word) => `${word} in ${name}`);
    });
}

/** Every row of every table, and what the planner knows of their values. */
export async function inTables(database: DatabaseConfig, words: readonly string[]): Promise<string[]> {
  const tables = (await runStatement(
    database,
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public' or schemaname ~ '^projection'`,
  )) as { name: string }[];
  const found: string[] = [];
  for (const name of [...tables.map((table) => table.name), 'pg_stats']) {
    const rows = (await runStatement(database, `select t::text as text from ${name} t`)) as {
      text: string;
    }[];
    const text = rows.map((row) => row.text).join('\n');
    for (const word of words)
      if (text.includes(word) || text.includes(Buffer.from(word).toString('hex')))
        found.push(`${word} in ${name}`);
  }
  return found;
}
