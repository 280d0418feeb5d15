import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mapStrings } from './json-strings.ts';
import { acrossParts, type PartEnd } from './parts.ts';
import { redaction, stringAt, type Wanted } from './wanted.ts';
import { formsOf, strike, strikeLine } from './words.ts';

const m = '[REDACTED:manual]';
const once = (wanted: Partial<Wanted>, payload: string, sequence = 1) =>
  redaction({ targets: [], ...wanted })(sequence, payload);

describe('strings of a JSON text', () => {
  it('are found with their pointers, names among them, and everything else stays byte for byte', () => {
    const json =
      '{"a":1.0,"big":12345678901234567890,"b/~c":["x",{"d":"\\u0041\\n"}],"e":{},"f":[],"g":null,"h":"é"}';
    const seen: string[] = [];
    const same = mapStrings(json, ({ value, isName, pointer }) => {
      if (!isName) seen.push(`${pointer()} ${JSON.stringify(value)}`);
      return undefined;
    });
    assert.equal(same, json);
    assert.deepEqual(seen, ['/b~1~0c/0 "x"', '/b~1~0c/1/d "A\\n"', '/h "é"']);
    const other = mapStrings(json, ({ value }) => (value === 'x' ? 'y"' : undefined));
    assert.equal(other, json.replace('"x"', '"y\\""'));
    assert.equal(stringAt(json, '/b~1~0c/1/d'), 'A\n');
    assert.equal(stringAt(json, '/a'), undefined);
    assert.equal(stringAt('"whole"', ''), 'whole');
  });

  it('take time by the length of the text, backslashes included', () => {
    const json = JSON.stringify({ a: '\\"'.repeat(200_000), b: Array(50_000).fill('"') });
    const begun = performance.now();
    mapStrings(json, () => undefined);
    assert.ok(performance.now() - begun < 5000);
  });
});

describe('taking words out of a payload', () => {
  it('by text: in values and names, however often, as they are and as JSON in JSON writes them', () => {
    const text = 'say "hé"';
    const nested = JSON.stringify({ cmd: `echo ${text}`, deep: JSON.stringify({ text }) });
    const ascii = '{"cmd":"say \\"h\\u00e9\\""}';
    const payload = JSON.stringify({
      n: 1,
      a: `${text} ${text}`,
      args: nested,
      py: ascii,
      [text]: 2,
      [`${text}!`]: 3,
    });
    const { payload: redacted, count } = once({ text }, payload);
    assert.equal(count, 7);
    const read = JSON.parse(redacted ?? '') as Record<string, unknown>;
    assert.deepEqual(
      { ...read, args: JSON.parse(String(read.args)), py: JSON.parse(String(read.py)) },
      {
        n: 1,
        a: `${m} ${m}`,
        args: { cmd: `echo ${m}`, deep: `{"text":"${m}"}` },
        py: { cmd: m },
        [m]: 2,
        [`${m}!`]: 3,
      },
    );
    assert.deepEqual(once({ text }, redacted ?? ''), { count: 0, kept: 0 }, 'again, nothing changes');
  });

  it('by text: two names that become one stay two', () => {
    const { payload } = once({ text: 'alpha' }, '{"alpha":1,"[REDACTED:manual]":2,"x":3}');
    assert.deepEqual(JSON.parse(payload ?? ''), { [m]: 1, [`${m} 2`]: 2, x: 3 });
  });

  it('by text: many names that become one stay apart, in time by their number', () => {
    const names = Array.from({ length: 100_000 }, (_, n) => `"alpha":${n}`);
    const begun = performance.now();
    const { payload, count } = once({ text: 'alpha' }, `{${names.join()}}`);
    const read = JSON.parse(payload ?? '') as Record<string, number>;
    assert.ok(performance.now() - begun < 5000);
    assert.equal(count, 100_000);
    assert.equal(Object.keys(read).length, 100_000);
    assert.deepEqual([read[m], read[`${m} 2`], read[`${m} 100000`]], [0, 1, 99_999]);
  });

  it('by text: a text of nothing but escapes takes time by its length', () => {
    const begun = performance.now();
    const { payload, count } = once({ text: '\\'.repeat(4) }, JSON.stringify({ a: '\\'.repeat(1_000_000) }));
    assert.ok(performance.now() - begun < 5000);
    assert.ok(count > 0);
    assert.ok(!(JSON.parse(payload ?? '') as { a: string }).a.includes('\\'));
  });

  it('by text: what a record is read by stays, and is counted', () => {
    const said = '{"type":"assistant","message":{"role":"assistant","content":"the assistant"}}';
    assert.deepEqual(once({ text: 'assistant' }, said), {
      payload: `{"type":"assistant","message":{"role":"assistant","content":"the ${m}"}}`,
      count: 1,
      kept: 2,
    });
  });

  it('by text: an escape that the sender chose hides nothing', () => {
    assert.equal(once({ text: 'secret' }, '{"a":"s\\u0065cret"}').payload, `{"a":"${m}"}`);
    assert.deepEqual(once({ text: 'secret' }, '{"a":"nothing"}'), { count: 0, kept: 0 });
  });

  it('by text: an escape around it stays whole where the string is JSON itself', () => {
    const inner = JSON.stringify({ a: '\nfoobar' });
    const { payload } = once({ text: 'nfoobar' }, JSON.stringify({ inner }));
    JSON.parse(JSON.parse(payload ?? '').inner as string);
    assert.ok(!payload?.includes('foobar'));
  });

  it('by targets: a range, several of them, all of a string; once it is done not again', () => {
    const payload = '{"a":{"b":["one two three"]},"c":"four"}';
    const targets = [
      { sequence: 7, pointer: '/a/b/0', range: [0, 3] as const, words: 'one' },
      { sequence: 7, pointer: '/a/b/0', range: [8, 13] as const, words: 'three' },
      { sequence: 7, pointer: '/c', words: 'four' },
      { sequence: 8, pointer: '/c', words: 'four' },
    ];
    const done = once({ targets }, payload, 7);
    assert.deepEqual(done, { payload: `{"a":{"b":["${m} two ${m}"]},"c":"${m}"}`, count: 3, kept: 0 });
    assert.deepEqual(once({ targets }, done.payload ?? '', 7), { count: 0, kept: 0 });
    assert.deepEqual(once({ targets }, payload, 9), { count: 0, kept: 0 });
  });

  it('finds words that begin in one part of a long record and end in the next', () => {
    const part = (index: number, text: string) =>
      JSON.stringify({ debrief: { v: 1, part: { id: 'p', index, total: 2 } }, text });
    const [first, second] = [part(0, '{"text":"the pass'), part(1, 'word1 is known"}')];
    const ends: PartEnd[] = [];
    assert.deepEqual(acrossParts('password1', ends, { sequence: 4, payload: first }), []);
    const targets = acrossParts('password1', ends, { sequence: 5, payload: second });
    const wanted = { text: 'password1', targets };
    const texts = [once(wanted, first, 4), once(wanted, second, 5)].map(
      ({ payload }) => (JSON.parse(payload ?? '') as { text: string }).text,
    );
    assert.deepEqual(texts, [`{"text":"the ${m}`, `${m} is known"}`]);
    assert.deepEqual(acrossParts('password1', ends, { sequence: 6, payload: '{"a":1}' }), []);
  });
});

describe('words in a line', () => {
  it('are struck although the line was cut off or its blanks were put together', () => {
    assert.equal(strikeLine('About hunter2-forever', ['hunter2-forever']), `About ${m}`);
    assert.equal(strikeLine('About hunter2-for…', ['hunter2-forever']), `About ${m}…`);
    assert.equal(strikeLine('a b c d', ['a b\n c']), `${m} d`);
    assert.equal(strikeLine('About hunt', ['hunter2-forever']), 'About hunt', 'four letters tell little');
    assert.deepEqual(strike('aXXXXb', formsOf('XXXX')), { text: `a${m}b`, count: 1 });
  });
});
