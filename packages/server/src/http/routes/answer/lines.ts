import { Readable } from 'node:stream';
import { DebriefError, exportLines, type StoredLine } from '@debrief/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../../../domain/actor.ts';
import type { ExportLine } from '../../../domain/bulk/export.ts';
import { requestLog } from '../../error.ts';
import { type Splice, splicer } from './splice.ts';

/** Lines of JSON, each with its end; made as they are read. */
export type Lines = AsyncIterable<string | Uint8Array> | readonly string[];

/** Such answers under way: of one organization, so that nobody has all of them, and of all. */
const most = { ofOneOrganization: 2, together: 6 };

/** Answers of lines that are made as they are read, and of any length. */
export class LineAnswers {
  readonly #stopping: AbortSignal;
  readonly #open = new Map<string, number>();
  #together = 0;

  constructor(stopping: AbortSignal) {
    this.#stopping = stopping;
  }

  send(request: FastifyRequest, reply: FastifyReply, lines: Lines): FastifyReply {
    reply.type('application/x-ndjson; charset=utf-8').header('X-Accel-Buffering', 'no');
    if (request.method === 'HEAD') return reply.send('');
    if (!(Symbol.asyncIterator in lines)) return reply.send(lines.join(''));
    const leave = this.#enter(request);
    const source = Readable.from(logged(request, lines), { objectMode: false, highWaterMark: 64 * 1024 });
    // The last line is missing then, and a client comes back with its cursor.
    const stop = () => reply.raw.destroy();
    this.#stopping.addEventListener('abort', stop, { once: true });
    // What is packed hangs behind another stream: its end is not that of this one.
    source.once('error', stop);
    reply.raw.once('close', () => {
      source.destroy();
      this.#stopping.removeEventListener('abort', stop);
      leave();
    });
    return reply.send(source);
  }

  #enter({ actor }: FastifyRequest): () => void {
    const organization = actor ? callerOf(actor).organizationId : '';
    const open = this.#open.get(organization) ?? 0;
    if (open >= most.ofOneOrganization) {
      throw new DebriefError('rate_limited', 'Your organization has exports under way; try again then.', {
        retryAfter: 30,
      });
    }
    if (this.#together >= most.together) {
      throw new DebriefError('service_unavailable', 'Too many exports at once; try again shortly.', {
        retryAfter: 30,
      });
    }
    this.#open.set(organization, open + 1);
    this.#together++;
    return () => {
      this.#together--;
      const left = (this.#open.get(organization) ?? 1) - 1;
      if (left > 0) this.#open.set(organization, left);
      else this.#open.delete(organization);
    };
  }
}

async function* logged(
  request: FastifyRequest,
  lines: AsyncIterable<string | Uint8Array>,
): AsyncGenerator<string | Uint8Array> {
  try {
    yield* lines;
  } catch (error) {
    requestLog(request).warn({ err: error }, 'an export broke off');
    throw error;
  }
}

/** What holds JSON as it is kept; all other lines are written by Fastify. Both write only what the schema names. */
const splices = new Map<string, Splice>(
  (['session', 'events', 'entries'] as const).map((kind) => [kind, splicer(exportLines[kind])]),
);
const lineEnd = Buffer.from('\n');

/** Others get their turn after each line: making one takes the thread for some milliseconds. */
export async function* encoded(
  lines: AsyncIterable<ExportLine | StoredLine>,
  reply: FastifyReply,
): AsyncGenerator<Uint8Array> {
  for await (const line of lines) {
    yield Buffer.concat([written(line, reply), lineEnd]);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function written(line: ExportLine | StoredLine, reply: FastifyReply): Uint8Array {
  // Its columns are named where they are read.
  if (line.kind === 'stored') return Buffer.from(JSON.stringify(line));
  return (
    splices.get(line.kind)?.(line).joined() ??
    Buffer.from(reply.compileSerializationSchema(exportLines[line.kind] as never)(line as never))
  );
}
