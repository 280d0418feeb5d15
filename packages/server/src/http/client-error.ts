import type { Socket } from 'node:net';
import { type ErrorCode, errorStatus } from '@debrief/contract';
import { errorBody } from './error.ts';

const reasons: Partial<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

function codeOf(error: NodeJS.ErrnoException): [ErrorCode, string] {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return ['headers_too_large', 'The request headers are too large.'];
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return ['request_timeout', 'The request took too long to arrive.'];
    default:
      return ['validation_error', 'The request is not well-formed HTTP.'];
  }
}

/** What Node's parser refuses never reaches a route; it is still answered in our shape (H25). */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [code, text] = codeOf(error);
  const status = errorStatus[code];
  const body = errorBody(code, text);
  socket.end(
    `HTTP/1.1 ${status} ${reasons[status]}\r\n` +
      'Content-Type: application/json; charset=utf-8\r\n' +
      'Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n' +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
