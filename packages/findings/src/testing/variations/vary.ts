import { cut, hidden, type KnownOutput, shown, type Variation } from './variation.ts';

const suite = 'npm run test:e2e';
const browser = (last: string) =>
  `\n> shop@1.0.0 test:e2e\n> playwright test\n\nRunning 6 tests using 2 workers\n\n${last}\n`;
const otherPasses = { command: suite, output: browser('  6 passed (9.1s)'), exit: 0 };
const otherFails = {
  command: suite,
  output: browser('  1 failed\n    [chromium] › login.spec.ts:4:1 › logs in\n  5 passed (9.1s)'),
  exit: 1,
};

/** Everything that can be made of one output. */
export function* variationsOf(given: KnownOutput): Generator<Variation> {
  const { command, output, exit, isPass, of } = given;
  const lines = output.replace(/\n$/, '').split('\n');
  const vary = (name: string, wants: Variation['wants'], changed: Partial<Variation>): Variation => ({
    ...{ name, command, output, exit, wants },
    ...changed,
  });
  const same = isPass ? 'same' : 'never';
  const any = isPass ? 'any' : 'never';
  for (const [name, make] of Object.entries(shown)) yield vary(name, same, make(given, lines));
  // A pipe behind `a; b` is of `b` alone.
  const isOne = !/[;&|\n]/.test(command);
  for (const [name, make] of Object.entries(isOne ? cut : {})) yield vary(name, 'never', make(given, lines));
  for (const [name, make] of Object.entries(isOne ? hidden : {})) yield vary(name, any, make(given, lines));
  for (const kept of isOne ? [1, 2, 3, 5, 8].filter((count) => count < lines.length) : []) {
    const [first, last] = [lines.slice(0, kept).join('\n'), lines.slice(-kept).join('\n')];
    yield vary(`head -${kept}`, 'never', { command: `${command} | head -${kept}`, output: first, exit: 0 });
    yield vary(`tail -${kept}`, 'never', { command: `${command} | tail -${kept}`, output: last, exit: 0 });
    yield vary(`ended after ${kept} lines`, 'never', { output: first, life: 'killed' });
  }
  if (of === 'tests' && isOne) yield* throughTasks(given, vary);
  if (of === 'tests' && !/e2e|playwright/.test(command)) yield* besideOthers(given, vary);
}

type Vary = (name: string, wants: Variation['wants'], changed: Partial<Variation>) => Variation;

/** By the project's own word for it. */
function* throughTasks({ command, output, exit, isPass }: KnownOutput, vary: Vary): Generator<Variation> {
  const same = isPass ? 'same' : 'never';
  const script = `\n> shop@1.0.0 test\n> ${command}\n\n${output}`;
  const makeFails = exit === 0 ? '' : `make: *** [Makefile:2: test] Error ${exit}\n`;
  yield vary('npm test', same, { command: 'npm test', output: script });
  yield vary('make test', same, { command: 'make test', output: `${command}\n${output}\n${makeFails}` });
  yield vary('in a container', same, { command: `docker compose run --rm web ${command}` });
  yield vary('npm test or true', isPass ? 'any' : 'never', {
    command: 'npm test || true',
    output: script,
    exit: 0,
  });
  yield vary('watched, and ended', 'never', { command: 'npm test', output: script, life: 'killed' });
}

/** Another suite before or behind it, in the same call or in its own. */
function* besideOthers(given: KnownOutput, vary: Vary): Generator<Variation> {
  const { command, output, exit, isPass } = given;
  const any = isPass ? 'any' : 'never';
  const own = { command, output, exit };
  yield vary('another suite failed before it', 'never', {
    command: `${suite}; ${command}`,
    output: `${otherFails.output}${output}`,
  });
  yield vary('another suite failed before it, in a call of its own', 'never', { ...otherFails, next: own });
  yield vary('another suite fails behind it', 'never', {
    command: `${command}; ${suite}`,
    output: `${output}${otherFails.output}`,
    exit: 1,
  });
  yield vary('another suite fails later', 'never', { next: otherFails });
  yield vary('another suite fails later, and nobody sees the exit code', 'never', {
    next: { ...otherFails, command: `${suite} || true`, exit: 0 },
  });
  yield vary('another suite passes behind it', any, {
    command: `${command}; ${suite}`,
    output: `${output}${otherPasses.output}`,
    exit: 0,
  });
}
