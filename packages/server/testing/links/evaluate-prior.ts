import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { arePresent, workSet } from '../../../links/testing/work-sessions.ts';
import { parseLine } from '../../../transcript/src/index.ts';
import { testServer } from '../server.ts';
import { aTeam } from '../team.ts';
import { aSessionOf, eventually } from './link.ts';

/**
 * `node packages/server/testing/links/evaluate-prior.ts FOLDER` sends the sessions and commits of a folder to a server and
 * asks it, before each session of `prior.jsonl`, for prior work of the files that this session will change.
 */
async function evaluate(folder: string): Promise<void> {
  if (!arePresent(folder)) throw new Error(`There are no sessions in ${folder}.`);
  const linesOf = (name: string) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter((line) => line !== '');
  await using server = await testServer('sqlite');
  const team = await aTeam(server);
  const ids = new Map<string, string>();
  for (const line of linesOf('index.jsonl')) {
    const { session, start, file } = JSON.parse(line) as { session: string; start: string; file: string };
    const records = linesOf(file).flatMap((one) => parseLine(one)) as { cwd?: string }[];
    const root = records.find(({ cwd }) => cwd !== undefined)?.cwd;
    const given = { startedAt: start, ...(root !== undefined && { repoRoot: root }) };
    ids.set(session, await aSessionOf(team, records, given, 300_000));
  }
  const [teller = ''] = ids.values();
  const { commits } = workSet(folder);
  for (let from = 0; from < commits.length; from += 50)
    await team.machine.reportCommits({
      sessionId: teller,
      commits: commits.slice(from, from + 50).map(({ files, patchId, ...commit }) => ({
        ...commit,
        files: files.slice(0, 2000),
        ...(typeof patchId === 'string' && { patchId }),
      })),
    });
  const { client } = team.owner;
  const linked = async () =>
    (await client.getRepository({ repository: 'github.com/acme/app' })).linkedCommits;
  let before = -1;
  // Links are concluded in steps: done when nothing has come for a while.
  await eventually(async () => {
    const now = await linked();
    const isDone = now > 0 && now === before;
    before = now;
    await new Promise((resolve) => setTimeout(resolve, 5000));
    return isDone;
  }, 300_000);
  const cases = linesOf('prior.jsonl').map(
    (line) => JSON.parse(line) as { session: string; earlier: string[]; files: string[] },
  );
  let [hits, reciprocal] = [0, 0];
  const times: number[] = [];
  for (const { session, earlier, files } of cases) {
    const wanted = new Set(earlier.map((one) => ids.get(one)));
    const begun = performance.now();
    const found = await client.findPriorWork({
      file: files.slice(0, 20),
      repository: 'github.com/acme/app',
      before: ids.get(session) ?? '',
      limit: 20,
    });
    times.push(performance.now() - begun);
    const rank = found.sessions.findIndex((one) => wanted.has(one.session.sessionId)) + 1;
    if (rank > 0 && rank <= 5) hits++;
    if (rank > 0) reciprocal += 1 / rank;
    console.log(`${session.slice(0, 8)}: ${rank || 'not found'} of ${found.total}`);
  }
  const slowest = Math.max(...times).toFixed(0);
  console.log(
    `${before} linked commits; hit@5 ${(hits / cases.length).toFixed(2)}, MRR ${(reciprocal / cases.length).toFixed(2)} over ${cases.length}; the slowest took ${slowest} ms`,
  );
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Error('Which folder?');
  await evaluate(folder);
}
