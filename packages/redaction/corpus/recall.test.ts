import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRedactor } from '../src/index.ts';
import { KINDS, type Sample } from './kinds.ts';
import { type Random, seeded } from './random.ts';

const SEED = 20_260_401;
const PER_KIND = 6;

/** The places where transcripts hold text; each sample goes through all of them in turn. */
const SURROUNDINGS: ((text: string) => unknown)[] = [
  (text) => ({ type: 'user', message: { role: 'user', content: text } }),
  (text) => ({ toolUseResult: { stdout: `$ cat notes.txt\n${text}\n$`, stderr: '' } }),
  (text) => ({
    message: {
      content: [{ type: 'text', text: `I found this:\n\n\`\`\`\n${text}\n\`\`\`\nShall I go on?` }],
    },
  }),
  (text) => ({
    payload: {
      type: 'function_call',
      arguments: JSON.stringify({ command: ['bash', '-lc', `echo ${text} > out`] }),
    },
  }),
  (text) => ({ content: `value = "${text}"`, id: '0' }),
  (text) => `     12→${text}\n     13→`,
];

function sample(make: (random: Random) => Sample | string, random: Random): Sample {
  const made = make(random);
  return typeof made === 'string' ? { secret: made } : made;
}

test('the corpus: at least 98 % of 300 and more secrets of 60 and more kinds are gone', (t) => {
  const { redact } = createRedactor({ machineKey: 'corpus' });
  const random = seeded(SEED);
  const missed: string[] = [];
  let total = 0;
  for (const [kind, make] of KINDS) {
    for (let i = 0; i < PER_KIND; i++) {
      const { secret, text = secret, record } = sample(make, random);
      const input = record ?? SURROUNDINGS[i % SURROUNDINGS.length]?.(text);
      total++;
      const output = JSON.stringify(redact(input).value);
      // What is left of a secret may not be more than its prefix.
      const escaped = JSON.stringify(secret).slice(1, -1);
      if (output.includes(escaped) || output.includes(escaped.slice(-12)))
        missed.push(`${kind} #${i}: ${output}`);
    }
  }
  const recall = 1 - missed.length / total;
  t.diagnostic(`seed ${SEED}: ${KINDS.size} kinds, ${total} secrets, recall ${(recall * 100).toFixed(2)} %`);
  for (const miss of missed) t.diagnostic(`missed ${miss}`);
  assert.ok(KINDS.size >= 60 && total >= 300);
  assert.ok(recall >= 0.98, `recall ${recall}`);
});
