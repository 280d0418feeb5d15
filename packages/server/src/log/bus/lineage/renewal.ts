import type { BusPosition, BusStore } from '../behind.ts';
import { Bus, type BusOptions } from '../connection.ts';
import { beginGeneration, generationOf, streamFollowed } from './generation.ts';

/** What an operator asks about the lineage of the bus, and does about it; lineage.ts is what a server does by itself. */

export interface BusStanding {
  position: BusPosition | undefined;
  generation: number;
  /** The last message of the bus; undefined where it has not the stream that the database follows. */
  last: number | undefined;
  fits: boolean;
}

interface Place {
  store: BusStore;
  bus: Omit<BusOptions, 'isFollowed' | 'onFault'>;
}

/** Losses that are told at most. */
const maxTold = 1000;

async function withBus<Result>(
  { store, bus: options }: Place,
  work: (standing: BusStanding, bus: Bus) => Promise<Result>,
): Promise<Result> {
  const position = await store.position();
  const stream = streamFollowed(options.stream, position);
  const bus = await Bus.connect({ ...options, stream, isFollowed: true, onFault: () => {} });
  try {
    const isFollowed = position?.stream === bus.identity;
    const last = isFollowed ? await bus.lastSequence() : undefined;
    const fits = position === undefined || (last !== undefined && last >= position.sequence);
    return await work({ position, generation: generationOf(options.stream, stream), last, fits }, bus);
  } finally {
    await bus.close();
  }
}

/** Goes on with a new stream if the one that is followed has lost something. Says what was done. */
export function renew(place: Place): Promise<string> {
  const { store, bus: options } = place;
  return withBus(place, async ({ position, last, fits }, bus) => {
    if (!position) return 'No stream is followed. The next start of a server begins with one.';
    if (fits) return 'The bus has everything that the database has: there is nothing to renew.';
    const [name] = position.stream.split(' ');
    if (name !== streamFollowed(options.stream, position)) {
      throw new Error(
        `The database follows the stream ${name}, which is not one of NATS_STREAM=${options.stream}.`,
      );
    }
    if (!(await beginGeneration({ bus, store, configured: options.stream }, position))) {
      throw new Error(
        'Something was written to the database meanwhile. Look at "persist status" and try again.',
      );
    }
    const next = await store.position();
    const was =
      last === undefined
        ? `The stream ${position.stream} is gone.`
        : `The stream ${position.stream} ended at message ${last}; the database had ${position.sequence}.`;
    return [was, `The database follows ${next?.stream} now.`, ...(await lossLines(store))].join('\n');
  });
}

/** How bus and database stand, line by line, and whether they fit. */
export function standingText(place: Place): Promise<{ text: string; fits: boolean }> {
  return withBus(place, async ({ position, generation, last, fits }) => {
    const lines = position
      ? [
          `Stream     ${position.stream}, generation ${generation}`,
          `Database   has messages up to ${position.sequence}`,
          `Bus        ${last === undefined ? 'does not have this stream' : `has messages up to ${last}`}`,
          `They fit   ${fits ? 'yes' : 'no: events are refused until its store is back as it was, or "debrief-server persist renew" was run'}`,
        ]
      : ['No stream is followed.'];
    return { text: [...lines, ...(await lossLines(place.store))].join('\n'), fits };
  });
}

async function lossLines(store: BusStore): Promise<string[]> {
  const losses = await store.losses(maxTold);
  if (losses.length === 0) return ['Accepted and lost: nothing that is known.'];
  return [
    'Accepted, and neither on the bus nor in the database:',
    ...losses.map(
      ({ sessionId, first, last, foundAt, stream }) =>
        `  ${sessionId ? `${sessionId} events` : `${stream} messages`} ${first} to ${last}, found ${new Date(foundAt).toISOString()}`,
    ),
    ...(losses.length === maxTold ? ['  …'] : []),
  ];
}
