import { eventTypeOf } from '../packages/cli/src/recorder/read/event-type.ts';
import { isPresent, recordedFiles } from '../packages/transcript/src/testing/corpus.ts';
import { createRandom } from './random.ts';

export interface BenchEvent {
  eventType: string;
  payload: unknown;
}

export interface Body {
  events: BenchEvent[];
  bytes: Buffer;
}

const asBody = (events: BenchEvent[]): Body => ({ events, bytes: Buffer.from(JSON.stringify({ events })) });

/** A prime, so that 64 sessions in turn do not each get the same few bodies. */
const differentBodies = 31;
const maxEvents = 50;
const maxPayload = 262_144;

/** Events of about 1 KB: prose out of 800 words, which zstd packs about as well as real transcripts. */
export function proseBodies(eventsEach: number): Body[] {
  const random = createRandom(eventsEach);
  return Array.from({ length: differentBodies }, () =>
    asBody(
      Array.from({ length: eventsEach }, () => ({
        eventType: random.pick(['user', 'assistant', 'tool_use', 'tool_result']),
        payload: { id: random.id(), role: 'assistant', text: random.prose(940) },
      })),
    ),
  );
}

/** Whether `realBodies` are real. */
export const hasTranscripts = isPresent;

/** What agents really wrote, in the batches the CLI makes of it; without them, generated of the same shape. */
export function realBodies(): Body[] {
  const sessions = isPresent ? [...recordedFiles()].map(({ records }) => records) : generatedSessions();
  return sessions.flatMap((records) => {
    const events = records
      .map((record) => ({ eventType: eventTypeOf(record), payload: record }))
      .filter(({ payload }) => Buffer.byteLength(JSON.stringify(payload)) <= maxPayload);
    const bodies: Body[] = [];
    for (let at = 0; at < events.length; at += maxEvents)
      bodies.push(asBody(events.slice(at, at + maxEvents)));
    return bodies;
  });
}

/** Sizes as measured on 5 112 records of 14 agents: median 0.4 KB, one in ten above 2 KB, one in a hundred 25 KB. */
function generatedSessions(): unknown[][] {
  const random = createRandom(7);
  return Array.from({ length: 100 }, () =>
    Array.from({ length: random.below(100) + 5 }, (_, index) => {
      const size = 250 * Math.exp(1.1 * random.normal()) * (random.below(30) === 0 ? 25 : 1);
      return claudeRecord(random, index, Math.min(100_000, Math.ceil(size)));
    }),
  );
}

/** A record as Claude Code writes it, so that statistics and search find something in it. */
export function claudeRecord(random: ReturnType<typeof createRandom>, index: number, size: number): unknown {
  const isPrompt = index % 8 === 0;
  const role = isPrompt ? 'user' : 'assistant';
  const text = random.prose(size);
  return {
    parentUuid: random.id(),
    isSidechain: false,
    type: role,
    message: {
      role,
      content: isPrompt ? text : [{ type: 'text', text }],
      ...(!isPrompt && {
        id: `msg_${random.id()}`,
        model: 'claude-sonnet-4-5',
        usage: { input_tokens: 12, output_tokens: 340, cache_read_input_tokens: 20_000 },
      }),
    },
    uuid: random.id(),
    timestamp: new Date(1_760_000_000_000 + index * 1000).toISOString(),
    cwd: '/home/dev/project',
    sessionId: random.id(),
    version: '2.1.143',
    gitBranch: 'main',
  };
}
