import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SubmittedEvent } from '@debrief/contract';
import fc from 'fast-check';
import { cutEvents, encodeEvents } from './event-lines.ts';
import { placesOf } from './event-places.ts';

const cut = (text: string): string | undefined => {
  const bytes = Buffer.from(text);
  const { events } = JSON.parse(text) as { events: SubmittedEvent[] };
  return cutEvents(bytes, placesOf(bytes.toString('latin1')), events)?.toString();
};

describe('lines cut out of a body', () => {
  it('are those that encoding the events would write', () => {
    const event = fc.record(
      {
        eventType: fc.string({ minLength: 1, unit: 'grapheme-ascii' }),
        payload: fc.jsonValue(),
        extra: fc.jsonValue(),
      },
      { requiredKeys: ['eventType'] },
    );
    const body = fc.record(
      { before: fc.jsonValue(), events: fc.array(event, { minLength: 1 }), after: fc.jsonValue() },
      { requiredKeys: ['events'] },
    );
    fc.assert(
      fc.property(body, (given) => {
        const text = JSON.stringify(given);
        const { events } = JSON.parse(text) as { events: SubmittedEvent[] };
        const mustEscape = events.some(({ eventType }) => /["\\]/.test(eventType));
        assert.equal(cut(text), mustEscape ? undefined : encodeEvents(events).toString());
      }),
      { numRuns: 500 },
    );
  });

  it('keep numbers and escapes as they were written', () => {
    assert.equal(
      cut('{"events":[{"eventType":"a","payload":{"n":1.50,"big":12345678901234567890,"t":"\\u00e9\\""}}]}'),
      '"a"\t{"n":1.50,"big":12345678901234567890,"t":"\\u00e9\\""}\n',
    );
  });

  it('go by the last of several fields of one name, as parsing does', () => {
    assert.equal(
      cut(
        '{"events":[{"eventType":"z"}],"events":[{"eventType":"a","payload":1,"eventType":"b","payload":2}]}',
      ),
      '"b"\t2\n',
    );
  });

  it('are left to encoding where the text is not as JSON.stringify writes it', () => {
    const odd = [
      '{"events": [{"eventType":"a"}]}',
      '{"events":[{"eventType":"a","payload":{"b":\n1}}]}',
      '{"events":[{"eventType":"a"} ]}',
      '{"events":[{"eventType":"a"}]}\n',
      '{"events":[{"eventType":"a","pay\\u006coad":1}]}',
      '{"\\u0065vents":[{"eventType":"a"}]}',
      '{"events":[{"eventType":"\\u0061"}]}',
      '{"events":[{"eventType":"é"}]}',
    ];
    for (const text of odd) assert.equal(cut(text), undefined, text);
  });

  it('are left to encoding where a payload may be too large', () => {
    const text = JSON.stringify({ events: [{ eventType: 'a', payload: 'x'.repeat(262_143) }] });
    assert.equal(cut(text), undefined);
  });
});
