import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { placesOf } from './event-places.ts';

/** The texts that the places of a body point at: type and payload of each event. */
const textsAt = (text: string): string[] | undefined => {
  const places = placesOf(text);
  return places?.flatMap((from, index) => (index % 2 === 0 ? [text.slice(from, places[index + 1])] : []));
};

describe('the places of events in a body', () => {
  it('point at the type and the payload of each event, in whatever order the fields come', () => {
    for (const [text, expected] of [
      ['{}', []],
      ['{"":{},"events":[{"eventType":"a"}]}', ['"a"', '']],
      ['{"events":[{"eventType":"a","payload":{"b":[1]}}]}', ['"a"', '{"b":[1]}']],
      ['{"events":[{"payload":[[],{}],"x":"}","eventType":"a"}],"more":1}', ['"a"', '[[],{}]']],
      ['{"a b":[{}],"events":[{"eventType":"a"},{"payload":"\\\\\\""}]}', ['"a"', '', '', '"\\\\\\""']],
      ['{"n":-1.5e3,"events":[{"eventType":"a","payload":1},{"eventType":"b"}]}', ['"a"', '1', '"b"', '']],
    ] as const)
      assert.deepEqual(textsAt(text), expected, text);
    assert.deepEqual(placesOf('{"events":[{"x":1}]}'), [0, 0, 0, 0], 'what an event has not is at 0');
  });

  it('are not known of what is no such body', () => {
    for (const text of [
      '',
      '"',
      '[]',
      '["events":[{"eventType":"a"}]}',
      '{"events":0{"eventType":"a"}]}',
      '{"events":[]}',
      '{"events":[["eventType":"a"}]}',
      '{"events":[{eventType":"a"}]}',
      '{"events":[{"eventType";"a"}]}',
      '{"events":[{"eventType":"a"]]}',
      '{"events":[{"eventType":"a"}}}',
      '{"events":[{"eventType":"a"}]]',
      '{"events":[{"eventType":"a"}]}}',
      '{"events":[{"eventType":"a","payload":{"b": 1}}]}',
      '{"events":[{"eventType":"a","payload":\u007f"b"c}]}',
      '{"line\nbreak":1,"events":[{"eventType":"a"}]}',
      '{"escap\\u0065":1,"events":[{"eventType":"a"}]}',
      '{"events":[{"eventType":"a\\"}]}',
    ])
      assert.equal(placesOf(text), undefined, text);
  });

  it('are not known of a body that breaks off, wherever it does', () => {
    const body = fc.record({ id: fc.jsonValue(), events: fc.array(fc.record({ payload: fc.jsonValue() })) });
    fc.assert(
      fc.property(body, fc.nat(), (given, at) => {
        const text = JSON.stringify(given);
        assert.equal(placesOf(text.slice(0, at % text.length)), undefined);
      }),
    );
  });

  it('are looked for in any text without an error', () => {
    const mark = fc.constantFrom(...'{}[]",:\\ 1', '"events":[', '{"payload":');
    fc.assert(
      fc.property(fc.array(mark), (marks) => {
        const places = placesOf(marks.join('')) ?? [];
        assert.equal(places.length % 4, 0);
      }),
    );
  });
});
