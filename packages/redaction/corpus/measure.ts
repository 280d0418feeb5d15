import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import {
  createKnownSecrets,
  createRedactor,
  type KnownSecrets,
  secretCommand,
  secretSource,
} from '../src/index.ts';

/**
 * One case of a set. `secret` must be gone from what becomes of `context`, `harmless` must still be there. With
 * `command`, the context is the output of that command. `earlier` are records that were seen before.
 */
export type Case = {
  readonly context: unknown;
  readonly secret?: string;
  readonly harmless?: string;
  readonly command?: string;
  readonly earlier?: readonly unknown[];
  /** Under which name it is counted. */
  readonly kind?: string;
};

let known: KnownSecrets = createKnownSecrets('measure');
const redactor = createRedactor({
  machineKey: 'measure',
  known: {
    learn: (...given) => known.learn(...given),
    find: (text) => known.find(text),
    get revision() {
      return known.revision;
    },
    takeNew: () => known.takeNew(),
    restore: (kept) => known.restore(kept),
  },
});

/** What would be sent of the context. Each case begins without a memory. */
export function outcomeOf({ context, command, earlier = [] }: Case): string {
  known = createKnownSecrets('measure');
  for (const record of earlier) redactor.redact(record);
  if (command === undefined) return written(redactor.redact(context).value);
  if (secretCommand(command, '[file]')?.reads) return '[file]';
  const source = secretSource(command);
  const output = typeof context === 'string' && source ? redactor.strike(context, source) : context;
  return written(redactor.redact(output).value);
}

const written = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
const squeezed = (text: string) => text.replace(/\\[nrt]|[\s"'`+,|\\]|\d+→/g, '');

/** Neither the secret nor, of a long one, its end may be left: plain, escaped, in a URL, in base64, in bytes, in pieces. */
export function isGone(secret: string, output: string): boolean {
  const bytes = Buffer.from(secret);
  const forms = [
    ...[secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)],
    ...[bytes.toString('base64').replace(/=+$/, '').slice(0, -1), bytes.toString('hex')],
  ];
  const isLeft = (text: string, form: string) =>
    form.length >= 4 && (text.includes(form) || (form.length >= 24 && text.includes(form.slice(-12))));
  if (forms.some((form) => isLeft(output, form))) return false;
  if (isLeft(squeezed(output), squeezed(secret))) return false;
  if (decoded(output).some((text) => text.includes(secret))) return false;
  return ![', ', ','].some((comma) => output.includes([...bytes].join(comma)));
}

/** What stands in the base64 of a text, also of a wrapped one, wherever its first byte may be. */
const decoded = (output: string) =>
  (output.replace(/\\n|\s/g, '').match(/[A-Za-z0-9+/]{16,}/g) ?? []).flatMap((run) =>
    [0, 1, 2, 3].map((from) => Buffer.from(run.slice(from), 'base64').toString()),
  );

export const isRight = (one: Case): boolean => {
  const output = outcomeOf(one);
  if (one.secret !== undefined && !isGone(one.secret, output)) return false;
  return one.harmless === undefined || output.includes(one.harmless);
};

function report(cases: readonly Case[]): void {
  const groups: Record<string, Case[]> = { values: [], 'command outputs': [], 'left alone': [] };
  for (const one of cases)
    groups[
      one.secret === undefined ? 'left alone' : one.command === undefined ? 'values' : 'command outputs'
    ]?.push(one);
  for (const [name, group] of Object.entries(groups)) {
    if (group.length === 0) continue;
    const wrong = group.filter((one) => !isRight(one));
    const right = group.length - wrong.length;
    process.stdout.write(
      `${name}: ${right} of ${group.length}, ${((100 * right) / group.length).toFixed(1)} %\n`,
    );
    for (const one of wrong)
      process.stdout.write(
        `  wrong ${one.kind ?? one.command ?? ''}: ${outcomeOf(one).slice(0, 300).replaceAll('\n', '⏎')}\n`,
      );
  }
}

/** `node packages/redaction/corpus/measure.ts FILE`: a JSON array of cases, or one case a line. */
if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [, , file] = process.argv;
  if (file === undefined) throw new Error('Usage: node packages/redaction/corpus/measure.ts FILE');
  const text = readFileSync(file, 'utf8').trim();
  report(text.startsWith('[') ? JSON.parse(text) : text.split('\n').map((line) => JSON.parse(line)));
}
