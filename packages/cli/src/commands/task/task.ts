import { resolve } from 'node:path';
import { createClient } from '@debrief/contract';
import { fileKind } from '@debrief/findings';
import { exitCodes, Failure } from '../../failure.ts';
import {
  type CommitChange,
  commitChange,
  commitNamed,
  contentsOf,
  patchOf,
  sizesOf,
  submodule,
  symbolicLink,
  type TwoSides,
} from '../../git/commit-change.ts';
import { TooMuch } from '../../git/git.ts';
import { homeOf } from '../../home.ts';
import { createFetch } from '../../recorder/send/http.ts';
import { repositoryOf } from '../../repository.ts';
import { memberToken } from '../../sign-in/member-token.ts';
import { paint, say, sayJson } from '../../terminal.ts';
import { counted, jsonText, oneLine } from '../../text.ts';
import { redactionHere } from '../session/redaction-here.ts';
import { type Context, contextOf } from './context.ts';
import { type WrittenTree, writeEnvironment } from './environment.ts';
import { TaskFolder } from './folder.ts';
import { dockerfile, instructionText, plainCommand, solveScript, taskToml, testScript } from './harbor.ts';
import { checkPaths } from './path.ts';
import { askSession, type SessionRecord } from './session-record.ts';
import { SolutionLines } from './solution-lines.ts';

export interface TaskOptions {
  out: string;
  repo: string;
  commit?: string;
  context?: boolean;
  json?: boolean;
}

/** The two sides of a commit: its tests judge, the rest is what is to be found. */
interface Parts {
  change: CommitChange;
  tests: TwoSides[];
  solution: TwoSides[];
}

const limit = { files: 500, file: 8 * 1024 * 1024, bytes: 64 * 1024 * 1024 };

/** A folder for Harbor. Git reads; nothing of the repository and nothing of the session is run. */
export async function task(session: string, options: TaskOptions): Promise<void> {
  const sessionId = /(?:^|\/)(ses_[0-9A-Za-z]{1,64})(?:[#?].*)?$/s.exec(session)?.[1];
  if (sessionId === undefined)
    throw new Failure('Name a session by its id (ses_…) or by the address of its page.', exitCodes.usage);
  const root = repositoryOf(resolve(options.repo));
  if (root === undefined) throw new Failure(`"${options.repo}" is in no git repository.`, exitCodes.usage);
  const fetch = createFetch();
  const token = await memberToken(homeOf(), fetch);
  const client = createClient({ baseUrl: token.server, credential: () => token.accessToken, fetch });
  const record = await askSession(client, sessionId, options.context === true);
  const parts = await partsOf(root, record, options.commit);
  const folder = await TaskFolder.begin(options.out);
  try {
    await write(folder, root, record, parts, options);
  } catch (error) {
    await folder.drop();
    if (error instanceof TooMuch) throw new Failure('The commit is too large for a task.');
    throw error;
  }
}

async function partsOf(root: string, { links }: SessionRecord, named: string | undefined): Promise<Parts> {
  if (named !== undefined) {
    const sha = await commitNamed(root, named);
    if (sha === undefined)
      throw new Failure(`There is no commit "${oneLine(named, 80)}" in this repository.`, exitCodes.usage);
    if (!links.some((one) => isName(one.sha) && sha.startsWith(one.sha.toLowerCase())))
      throw new Failure(`${sha.slice(0, 10)} is not linked with this session.`, exitCodes.usage);
    return split(await commitChange(root, sha));
  }
  // What is only likely is for a person to name.
  const sure = links.filter(({ strength }) => strength !== 'likely');
  const here = await Promise.all(sure.map(({ sha }) => commitNamed(root, String(sha))));
  const known = [...new Set(here.filter((sha) => sha !== undefined))];
  if (known.length === 0) {
    throw new Failure(
      sure.length === 0
        ? 'The commits of this session are likely, not certain. Name the right one with --commit.'
        : 'None of the commits of this session is in this repository. Fetch them, or say --repo.',
      exitCodes.usage,
    );
  }
  const tried = await Promise.allSettled(known.map(async (sha) => split(await commitChange(root, sha))));
  const fitting = tried.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const [first, ...others] = fitting;
  if (!first) throw (tried[0] as PromiseRejectedResult).reason;
  if (others.length > 0) {
    const names = fitting.map(({ change }) => change.sha.slice(0, 10)).join(', ');
    throw new Failure(
      `Several commits of this session touch tests: ${names}. Name one with --commit.`,
      exitCodes.usage,
    );
  }
  return first;
}

const isName = (sha: unknown): boolean => /^[0-9a-f]{7,64}$/i.test(String(sha));

function split(change: CommitChange): Parts {
  const short = change.sha.slice(0, 10);
  const { files } = change;
  const tests = files.filter(({ path }) => fileKind(path) === 'test');
  const solution = files.filter((file) => !tests.includes(file));
  if (!tests.some(({ after }) => after))
    throw new Failure(
      `${short} touches no test files, so nothing could say whether a task is done.`,
      exitCodes.usage,
    );
  if (solution.length === 0)
    throw new Failure(`${short} changes only tests, so there would be nothing to do.`, exitCodes.usage);
  if (files.length > limit.files)
    throw new Failure(`${short} changes more than ${limit.files} files.`, exitCodes.usage);
  checkPaths(files.flatMap(({ path, after }) => (after ? [path] : [])));
  checkPaths(files.flatMap(({ path, before }) => (before ? [path] : [])));
  const odd = files.find(
    (file) =>
      [file.before, file.after].some((side) => side?.mode === submodule) ||
      (tests.includes(file) && file.after?.mode === symbolicLink),
  );
  if (odd) throw new Failure(`"${oneLine(odd.path, 200)}" is a submodule or a symbolic link.`);
  return { change, tests, solution };
}

async function write(
  folder: TaskFolder,
  root: string,
  record: SessionRecord,
  { change, tests, solution }: Parts,
  options: TaskOptions,
): Promise<void> {
  const lines = new SolutionLines();
  for await (const [{ path }, content] of afterOf(root, solution)) lines.add(path, content);
  // A record must not show the tests either. A person may: "make this test pass" is a fair thing to ask.
  const hidden = new SolutionLines();
  for await (const [{ path }, content] of afterOf(root, [...solution, ...tests])) hidden.add(path, content);
  const environment = await writeEnvironment(root, change.parent, folder, [lines, hidden]);
  const redaction = await redactionHere();
  const context = options.context
    ? contextOf(`commit-${change.sha.slice(0, 12)}`, record.reader, redaction, hidden)
    : undefined;
  const size = record.prompts.join('').length;
  const [cleaned] = redaction.clean([{ prompts: record.prompts }], size);
  const prompts = (cleaned?.record as { prompts?: string[] } | undefined)?.prompts;
  if (!prompts) throw new Failure('The prompt could not be searched for secrets in time.');
  const instruction = instructionText(prompts, context !== undefined);
  const leak = lines.find(instruction) ?? prompts.map((prompt) => lines.find(prompt)).find(Boolean);
  if (leak) {
    throw new Failure(
      `instruction.md would give a part of the solution away, in its line ${leak.line}: "${oneLine(leak.text, 120)}" of ${oneLine(leak.path, 200)}.`,
    );
  }
  const command = plainCommand(record.command);
  const removed = tests.filter(({ after }) => !after).map(({ path }) => path);
  await folder.write('instruction.md', instruction);
  await folder.write('task.toml', taskToml({ ...change, sessionId: record.sessionId }));
  await folder.write('environment/Dockerfile', dockerfile(environment.paths, context !== undefined));
  if (context) await folder.write('environment/trajectory.json', jsonText(context.trajectory, 2));
  for await (const [{ path, mode }, content] of afterOf(root, tests))
    await folder.write(`tests/files/${path}`, content, mode === '100755');
  await folder.write('tests/test.sh', testScript(command, removed), true);
  const patch = await patchOf(
    root,
    change,
    solution.map(({ path }) => path),
  );
  await folder.write('solution/solution.patch', patch);
  await folder.write('solution/solve.sh', solveScript, true);
  await folder.finish();
  tell(options, { change, tests: tests.length, command, context, environment });
}

/** Files as the commit has them; those that it removes are not among them. */
async function* afterOf(root: string, files: readonly TwoSides[]) {
  const sides = files.flatMap(({ path, after }) => (after ? [{ path, ...after }] : []));
  const sizes = await sizesOf(
    root,
    sides.map(({ blob }) => blob),
  );
  const sized = sides.map((side) => ({ ...side, bytes: sizes.get(side.blob) ?? 0 }));
  if (
    sized.some(({ bytes }) => bytes > limit.file) ||
    sized.reduce((sum, { bytes }) => sum + bytes, 0) > limit.bytes
  )
    throw new TooMuch();
  yield* contentsOf(root, sized);
}

interface Told {
  change: CommitChange;
  tests: number;
  command: string | undefined;
  context: Context | undefined;
  environment: WrittenTree;
}

function tell(options: TaskOptions, { change, tests, command, context, environment }: Told): void {
  const { sha, parent } = change;
  if (options.json) {
    const steps = context && { steps: context.trajectory.steps.length, left: context.left };
    sayJson({
      folder: resolve(options.out),
      commit: sha,
      parent,
      tests,
      command,
      context: steps,
      leftOut: environment.left,
    });
    return;
  }
  say(
    `${paint('bold', oneLine(options.out, 1000))}: commit ${sha.slice(0, 10)}, ${counted(tests, 'test file')}`,
  );
  say(
    command === undefined
      ? 'Say in tests/test.sh how the tests are run: until then it fails.'
      : `tests/test.sh runs: ${oneLine(command)}`,
  );
  if (context)
    say(
      `The context has ${counted(context.trajectory.steps.length, 'step')}; ${context.left} from the first line of the solution or its tests on are left out.`,
    );
  else if (options.context)
    say('There is no context: its first step shows a line of the solution or its tests.');
  if (environment.left.length > 0)
    say(`Left out, because they lead out of the repository: ${oneLine(environment.left.join(', '))}`);
  say('Read instruction.md and environment/Dockerfile before you run it; docs/export.md says what to check.');
}
