/**
 * Which runner a task of the project calls, by the command that the task runner prints before it: `> vitest run` of
 * npm, `$ jest` of yarn and bun, `[test] $ go test ./...` of mise, the bare command of make.
 */
const echo = /^(?:> |\$ |\[[\w:.-]{1,40}\] \$ |task: \[[\w:.-]{1,40}\] )/;
/** What is set and what wraps the program. */
const around =
  /^(?:\w{1,40}=\S{0,60} ){0,4}(?:(?:npx|bunx|cross-env|dotenv|uv run|poetry run|pdm run|bundle exec|python3? -m|pnpm(?: exec)?|yarn(?: run)?|php) ){0,3}/;
const folder = /^\.{0,2}\/?(?:[\w.@-]{1,60}\/){1,8}/;

const runners: readonly (readonly [called: RegExp, runner: string])[] = [
  [/^vitest(?: |$)/, 'vitest'],
  [/^(?:jest|react-scripts test)(?: |$)/, 'jest'],
  [/^mocha(?: |$)/, 'mocha'],
  [/^ava(?: |$)/, 'ava'],
  [/^node (?:\S{1,60} ){0,4}--test(?: |$)/, 'node:test'],
  [/^bun test(?: |$)/, 'bun'],
  [/^deno test(?: |$)/, 'deno'],
  [/^playwright test(?: |$)/, 'playwright'],
  [/^cypress run(?: |$)/, 'cypress'],
  [/^(?:pytest|py\.test)(?: |$)/, 'pytest'],
  [/^unittest(?: |$)/, 'unittest'],
  [/^go test(?: |$)/, 'go'],
  [/^cargo test(?: |$)/, 'cargo'],
  [/^cargo nextest(?: |$)/, 'nextest'],
  [/^(?:phpunit|artisan test)(?: |$)/, 'phpunit'],
  [/^pest(?: |$)/, 'pest'],
  [/^rspec(?: |$)/, 'rspec'],
  [/^mix test(?: |$)/, 'exunit'],
  [/^ctest(?: |$)/, 'ctest'],
  [/^jasmine(?: |$)/, 'jasmine'],
  [/^dotnet test(?: |$)/, 'dotnet'],
  [/^mvnw? /, 'surefire'],
];

/** `> echo "typecheck: TODO"`: all that a task does is to say something. */
const says = /^(?:echo|printf|true|:|exit 0)(?: [^&|;]{0,400})?$/;

/** Whether every command that the task runner names before it runs it only says something. */
export function onlySays(text: string): boolean {
  const lines = text.slice(0, 6000).split('\n', readLines);
  const called = lines.flatMap((line, at) => {
    // npm names the task, and in the next line what it calls; yarn the command alone.
    if (line.startsWith('$ ')) return [line.slice(2)];
    return line.startsWith('> ') && lines[at - 1]?.startsWith('> ') ? [line.slice(2)] : [];
  });
  return called.length > 0 && called.every((command) => says.test(command.trim()));
}

/** One of them has to be in the line. */
const named = /test|jest|mocha|ava|cypress|spec|jasmine|pest|mvn/;

/** Of an output that begins without such a sign, the command can only be its first lines. */
const shownBare = 3;
const readLines = 60;

/** Undefined when none or several are named. */
export function echoedRunner(text: string): string | undefined {
  const found = new Set<string>();
  let bare = 0;
  for (const line of text.slice(0, 6000).split('\n', readLines)) {
    if (line.trim() === '' || (!echo.test(line) && ++bare > shownBare)) continue;
    if (!named.test(line)) continue;
    for (const command of line.slice(0, 400).split(/ (?:&&|;) /)) {
      const called = command.replace(echo, '').replace(around, '').replace(folder, '');
      for (const [program, name] of runners) if (program.test(called)) found.add(name);
    }
  }
  const [runner] = found;
  return found.size === 1 ? runner : undefined;
}
