import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Route, type RouteName, routes, streamMessages } from '@debrief/contract';
import Fastify from 'fastify';
import type { TSchema } from 'typebox';
import { checkAnswer } from '../../../../testing/answer.ts';
import { plantedOnce, plantedSample, sampleOf } from '../../../../testing/http/sample-answer.ts';
import { KeptItems, KeptJson } from '../../../domain/session/kept-json.ts';
import { CompileOnce } from '../../compile-once.ts';
import { lazySerializers } from '../../lazy-serializers.ts';
import { splicer } from './splice.ts';
import { writerOf } from './written-answer.ts';

const spliced = (schema: TSchema, answer: unknown) => splicer(schema)(answer).joined().toString();

/** What a client gets of an answer that a handler of this route returns. */
async function sentBy(name: RouteName, status: number, schema: TSchema, answer: unknown): Promise<string> {
  const app = Fastify({
    schemaController: { compilersFactory: { buildSerializer: lazySerializers(new CompileOnce()) } },
  });
  const write = writerOf(name);
  app.get(
    '/',
    {
      schema: { response: { [status]: schema } },
      ...(write && { serializerCompiler: () => write as never }),
    },
    async (_, reply) => reply.code(status).send(answer),
  );
  const { body, statusCode } = await app.inject('/');
  assert.equal(statusCode, status, `${name}: ${body}`);
  return body;
}

describe('every answer', () => {
  for (const [name, row] of Object.entries<Route>(routes)) {
    if (row.contentType) continue;
    it(`of ${name} leaves a planted field out, in whatever object it is`, async () => {
      for (const [status, schema] of Object.entries(row.responses)) {
        const expected = sampleOf(schema);
        const planted = plantedSample(schema, { isSpliced: writerOf(name as RouteName) !== undefined });
        assert.match(JSON.stringify(planted), /planted/);
        const sent = await sentBy(name as RouteName, Number(status), schema, planted);
        assert.doesNotMatch(sent, /planted/);
        assert.deepEqual(JSON.parse(sent), JSON.parse(JSON.stringify(expected)));
      }
    });
  }

  for (const [kind, schema] of Object.entries(streamMessages)) {
    it(`of a stream about ${kind} leaves it out, too`, () => {
      assert.deepEqual(
        JSON.parse(spliced(schema, plantedSample(schema, { isSpliced: true }))),
        JSON.parse(JSON.stringify(sampleOf(schema))),
      );
    });
  }
});

describe('a field that was planted in what is kept', () => {
  for (const [name, row] of Object.entries<Route>(routes)) {
    if (row.contentType) continue;
    it(`is noticed by every test that asks ${name}`, () => {
      const headers = new Headers({
        'X-Request-Id': `req_${'a'.repeat(24)}`,
        'X-Content-Type-Options': 'nosniff',
        'Content-Type': 'application/json; charset=utf-8',
        'Cache-Control': row.number === 2 ? 'max-age=60' : 'no-store',
      });
      const path = row.path.replace(/\{\w+\}/g, 'x');
      for (const [status, schema] of Object.entries(row.responses)) {
        const check = (answer: unknown) =>
          checkAnswer(row.method, path, { status: Number(status), headers, text: JSON.stringify(answer) });
        const answer = sampleOf(schema);
        check(answer);
        for (const planted of plantedOnce(schema))
          assert.throws(() => check(planted), /additional properties/);
      }
    });
  }
});

const object = (properties: object, required: string[] = []) =>
  ({ type: 'object', properties, required }) as unknown as TSchema;
const text = { type: 'string' };

describe('a spliced answer', () => {
  it('is the same in pieces and put together, whatever its texts are made of', () => {
    const schema = object({ a: text, list: { type: 'array', items: {} }, z: text });
    for (const given of ['plain', 'é', '😀 "\u0000']) {
      const list = ['"one"', '{"two":"é😀"}', '3'].map((json) => new KeptJson(Buffer.from(json)));
      const answer = splicer(schema)({ a: given, list, z: given });
      const pieces = [...answer.pieces()];
      const whole = `{"a":${JSON.stringify(given)},"list":["one",{"two":"é😀"},3],"z":${JSON.stringify(given)}}`;
      assert.equal(answer.joined().toString(), whole);
      assert.equal(Buffer.concat(pieces.map((piece) => Buffer.from(piece as string))).toString(), whole);
      assert.equal(pieces.length, 7);
    }
    const lone = splicer({})(new KeptJson(Buffer.from('{}')));
    assert.deepEqual([...lone.pieces()], [Buffer.from('{}')]);
  });

  it('holds what is kept as it is, in the order of the schema', () => {
    const schema = object({
      a: text,
      list: { type: 'array', items: object({ n: { type: 'integer' } }) },
      any: {},
      or: { anyOf: [text, { type: 'null' }] },
    });
    const list = [new KeptJson('{"n": 1}'), new KeptJson(Buffer.from('{"n":2}')), { n: 3 }];
    assert.equal(
      spliced(schema, { or: null, any: new KeptJson('["é"]'), list, a: '"\n' }),
      '{"a":"\\"\\n","list":[{"n": 1},{"n":2},{"n":3}],"any":["é"],"or":null}',
    );
    const pieces = ['{"n":1},', '{"n":2}'].map((one) => Buffer.from(one));
    assert.equal(spliced(schema, { list: new KeptItems(pieces) }), '{"list":[{"n":1},{"n":2}]}');
    assert.equal(spliced(schema, { list: new KeptItems([]), or: 'x' }), '{"list":[],"or":"x"}');
    assert.equal(
      spliced(schema, { list: new KeptJson('[]'), any: { deep: [1] } }),
      '{"list":[],"any":{"deep":[1]}}',
    );
    assert.equal(spliced(schema, {}), '{}');
  });

  it('puts named fields before the kept ones of an object, and only named ones', () => {
    const schema = object({ to: { type: 'integer' }, title: text }, ['to', 'title']);
    const kept = (json: string | Buffer, fields: object) => spliced(schema, new KeptJson(json, fields));
    assert.equal(kept('{"title":"T"}', { to: 4, machineKey: 'x' }), '{"to":4,"title":"T"}');
    assert.equal(kept(Buffer.from('{"title":"é"}'), { to: 4 }), '{"to":4,"title":"é"}');
    assert.equal(kept('{}', { to: 4 }), '{"to":4}');
    assert.equal(kept('{"title":"T"}', {}), '{"title":"T"}');
  });

  it('is refused where a value is not of the type that the schema says', () => {
    const shapes: [object, unknown][] = [
      [text, 1],
      [text, { machineKey: 'x' }],
      [text, null],
      [text, new KeptItems([])],
      [text, new KeptJson('"x"', { machineKey: 'x' })],
      [{ type: 'integer' }, '1'],
      [{ type: 'number' }, Number.NaN],
      [{ type: 'number' }, Number.POSITIVE_INFINITY],
      [{ type: 'boolean' }, 'true'],
      [{ type: 'array', items: text }, 'x'],
      [
        { type: 'array', items: text },
        { length: 1, 0: 'x' },
      ],
      [object({ a: text }), 'x'],
      [object({ a: text }), null],
      [object({ a: text }), new KeptItems([])],
      [object({ a: text }, ['a']), {}],
      [{ type: 'object' }, { machineKey: 'x' }],
      [{ anyOf: [text, { type: 'null' }] }, { machineKey: 'x' }],
      [{ const: 'x' }, { machineKey: 'x' }],
    ];
    for (const [field, value] of shapes)
      assert.throws(
        () => spliced(object({ field }), { field: value }),
        /does not fit its schema/,
        JSON.stringify([field, value]),
      );
  });
});
