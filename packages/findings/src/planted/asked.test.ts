import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseShell, type SimpleCommand } from '@debrief/shell';
import { inContext } from '../acts/context.ts';
import { askedOf, classifiers } from '../acts/deeds/classify.ts';
import { writtenFiles } from './written/files.ts';

/** Every text of the written sessions that stands where a command may stand. */
function writtenScripts(): string[] {
  const scripts = new Set<string>();
  const add = (value: unknown, key = ''): void => {
    if (typeof value === 'string') {
      if (/^(?:command|cmd|run|shell|script|bash)$/i.test(key)) scripts.add(value);
    } else if (typeof value === 'object' && value !== null)
      for (const [name, one] of Object.entries(value)) add(one, Array.isArray(value) ? key : name);
  };
  for (const { lines } of writtenFiles()) for (const line of lines) add(JSON.parse(line));
  return [...scripts];
}

const commandsOf = (script: string): SimpleCommand[] => [
  ...inContext(parseShell(script, { cwd: '/repo', readsWindows: true }).commands),
];

describe('who is asked about a command', () => {
  it('is everybody who would say something', () => {
    const scripts = writtenScripts();
    let said = 0;
    const forgotten = new Set<string>();
    for (const command of scripts.flatMap(commandsOf)) {
      // What it only says or shows is nobody's matter.
      const asked = askedOf(command);
      if (asked.length === 0 && /^(?:echo|printf|cd|test|jq|diff)$/.test(command.name)) continue;
      for (const { classify } of classifiers) {
        const deed = classify(
          command,
          { root: '/repo', agent: 'claude-code' },
          { hasFailed: false, output: '' },
        );
        if (!deed) continue;
        said++;
        if (!asked.includes(classify)) forgotten.add(`${deed.rule}: ${command.name}`);
      }
    }
    assert.ok(said > 500, `${said} deeds in ${scripts.length} scripts`);
    assert.deepEqual([...forgotten], []);
  });

  for (const [script, most] of [
    ['frobnicate --all src', 0],
    ['ls -la src', 0],
    ['grep -rn token src 2>&1', 1],
    ['go test ./... 2>&1 | tail -5', 2],
    ['npm test', 6],
  ] as const)
    it(`at most ${most} of ${script}`, () => {
      const [command] = commandsOf(script);
      assert.ok(command);
      const { length } = askedOf(command);
      assert.ok(length <= most, `${length} are asked`);
    });
});
