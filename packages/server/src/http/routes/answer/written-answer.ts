import type { Output, Routes } from '@debrief/contract';
import type { FastifyReply } from 'fastify';
import type { ByteText } from '../../../domain/session/byte-text.ts';

/** Answers whose parts are JSON text already. */

/** A page of texts that are bytes already, without a text of the whole page: pages may be large. */
export function pageBytes(name: string, items: readonly ByteText[], nextCursor: string | null): Buffer {
  const head = `{"${name}":[`;
  const tail = `],"nextCursor":${JSON.stringify(nextCursor)}}`;
  const commas = Math.max(0, items.length - 1);
  const size = items.reduce((sum, { length }) => sum + length, head.length + tail.length + commas);
  const page = Buffer.allocUnsafeSlow(size);
  let end = page.write(head, 0, 'latin1');
  for (const [index, item] of items.entries()) {
    if (index > 0) end += page.write(',', end, 'latin1');
    end += page.write(item, end, 'latin1');
  }
  page.write(tail, end, 'latin1');
  return page;
}

/** Already JSON: parsing it only to write it again would cost most of the request. */
export function asWritten<Name extends keyof Routes>(
  reply: FastifyReply,
  json: Buffer,
): Output<Routes[Name]> {
  reply.type('application/json; charset=utf-8');
  return json as unknown as Output<Routes[Name]>;
}

/** An answer with a list of texts that are JSON already. */
export const withTexts = (answer: object, name: string, texts: readonly string[]): Buffer =>
  Buffer.from(`${JSON.stringify(answer).slice(0, -1)},"${name}":[${texts.join(',')}]}`);

/** An answer with a list whose text, without its brackets, is bytes already. */
export function withBytes<Name extends string>(
  answer: Record<Name, readonly Uint8Array[]>,
  name: Name,
): Buffer {
  const rest = JSON.stringify({ ...answer, [name]: undefined });
  const parts = [Buffer.from(`${rest.slice(0, -1)},"${name}":[`), ...answer[name], listEnd];
  const whole = Buffer.allocUnsafeSlow(parts.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const part of parts) {
    whole.set(part, end);
    end += part.length;
  }
  return whole;
}

const listEnd = Buffer.from(']}');
