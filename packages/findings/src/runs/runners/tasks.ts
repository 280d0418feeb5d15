import { type Runner, runners } from '../runner.ts';
import { pythonTasks } from './python.ts';

/** What runs the scripts of a project. Their word counts where the runner below prints nothing of its own. */
export const taskRunners: Runner[] = [
  ...runners(undefined, {
    turbo: [
      { line: /^ ?Tasks: {2,8}(?<passed>\d{1,6}) successful, (?<total>\d{1,6}) total$/, begins: true },
      { line: /^Failed: {2,8}\S/, says: 'failed' },
      { line: /^ {0,3}ERROR {2}run failed: /, says: 'failed' },
      {
        line: /^ {0,3}(?:×|x|ERROR) .{0,40}(?:could not find task|Missing tasks in project|No package found|no tasks were executed)/i,
        says: 'broken',
      },
      { line: /^No tasks were executed/, says: 'none' },
    ],
    nx: [
      { line: /^ ?(?:NX|Lerna \(powered by Nx\)) {2,4}Successfully ran targets? /, says: 'passed' },
      {
        line: /^ ?(?:NX|Lerna \(powered by Nx\)) {2,4}(?:Ran targets? .{0,200}|Running target .{0,200}failed|.{0,20}ERROR)/,
        says: 'failed',
      },
      {
        line: /^ ?(?:NX|Lerna \(powered by Nx\)) {2,4}(?:Cannot find (?:project|configuration)|No tasks were run|No projects)/,
        says: 'broken',
      },
    ],
    lerna: [
      { line: /^lerna success run Ran npm script /, says: 'passed' },
      { line: /^lerna ERR! /, says: 'failed' },
      { line: /^lerna info (?:No packages found|run No packages)/, says: 'none' },
    ],
    npm: [
      {
        line: /^npm (?:error|ERR!) (?:Missing script: |missing script: |code (?:ENOENT|E404|EUSAGE|ENOWORKSPACES|EJSONPARSE)$|could not determine executable)/,
        says: 'broken',
      },
      { line: /^Error: no test specified$/, says: 'broken' },
      { line: /^npm (?:error|ERR!) (?:Lifecycle script|Test failed\.)/, says: 'failed' },
    ],
    yarn: [
      {
        line: /^error Command "\S{1,60}" not found\.|^Usage Error: Couldn't find a script named|^Usage Error: |^Internal Error: |^error Couldn't find/,
        says: 'broken',
      },
      {
        line: /^error Command failed with (?:exit code|signal)|^The command failed in workspace /,
        says: 'failed',
      },
    ],
    pnpm: [
      // `pnpm -r`: every package that began has to end.
      { line: /^[\w@./-]{1,80} [\w:.-]{1,40}\$ \S/, adds: { plan: 1 } },
      { line: /^[\w@./-]{1,80} [\w:.-]{1,40}: Done$/, adds: { passed: 1 } },
      { line: /^[\w@./-]{1,80} [\w:.-]{1,40}: Failed$/, adds: { failed: 1 } },
      {
        line: /ERR_PNPM_(?:NO_SCRIPT|RECURSIVE_RUN_NO_SCRIPT|NO_IMPORTER_MANIFEST_FOUND|RECURSIVE_EXEC_NO_PACKAGE|UNSUPPORTED_ENGINE|FETCH|LOCKFILE|META)|^No projects matched the filters|^\[?ERR_PNPM_NO_SCRIPT/,
        says: 'broken',
      },
      {
        line: /^ ?ELIFECYCLE {1,4}(?:Test|Command) failed|ERR_PNPM_RECURSIVE_RUN_FIRST_FAIL/,
        says: 'failed',
      },
    ],
    bun: [
      {
        line: /^error: (?:Script not found|script ".{1,80}" (?:was terminated))|^error: Module not found/,
        says: 'broken',
      },
      { line: /^error: script ".{1,80}" exited with code [1-9]/, says: 'failed' },
    ],
    make: [
      {
        line: /^g?make(?:\[\d{1,4}\])?: \*\*\* No rule to make target |^g?make: \*\*\* No targets/,
        says: 'broken',
      },
      { line: /^g?make: (?:Nothing to be done for |'.{1,100}' is up to date)/, says: 'none' },
      { line: /^g?make(?:\[\d{1,4}\])?: \*\*\* \[.{1,200}\] Error \d/, says: 'failed' },
    ],
    just: [
      { line: /^error: (?:Justfile does not contain recipe|No justfile found)/, says: 'broken' },
      { line: /^error: Recipe `\S{1,60}` failed /, says: 'failed' },
    ],
    task: [
      { line: /^task: (?:Task "\S{1,60}" does not exist|No Taskfile found)/, says: 'broken' },
      { line: /^task: Failed to run task /, says: 'failed' },
      { line: /^task: Task "\S{1,60}" is up to date/, says: 'none' },
    ],
    mise: [
      { line: /^mise ERROR .{0,40}(?:no task|task not found)/, says: 'broken' },
      { line: /^mise ERROR task failed|^\[\S{1,60}\] ERROR task failed/, says: 'failed' },
    ],
    rake: [{ line: /^Don't know how to build task /, says: 'broken' }],
    'npm-run-all': [{ line: /^ERROR: "\S{1,80}" exited with \d/, says: 'failed' }],
    'lint-staged': [
      { line: /^→ No staged files (?:found|match)/, says: 'none' },
      { line: /^✖ (?!failing tests)\S.{0,100}:$/, says: 'failed' },
    ],
    'pre-commit': [
      { line: /^\S.{0,80}\.{3,80}Passed$/, says: 'passed' },
      { line: /^\S.{0,80}\.{3,80}Failed$/, says: 'failed' },
    ],
    husky: [{ line: /^husky - \S{1,30} (?:script|hook) (?:failed|exited)/, says: 'failed' }],
  }),
  ...pythonTasks,
];
