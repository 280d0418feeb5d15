import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { answerClientError } from './client-error.ts';

function answered(code: string, writable = true) {
  const told = { text: '', isDestroyed: false };
  const socket = {
    writable,
    end: (text: string) => (told.text = text),
    destroy: () => (told.isDestroyed = true),
  } as unknown as Socket;
  answerClientError(Object.assign(new Error('refused'), { code }), socket);
  return told;
}

test('H25 what is no HTTP is answered in our shape, and the connection ends', () => {
  const expected = {
    HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'headers_too_large'],
    ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'request_timeout'],
    HPE_INVALID_METHOD: ['400 Bad Request', 'validation_error'],
  };
  for (const [code, [line, ours]] of Object.entries(expected)) {
    const { text, isDestroyed } = answered(code);
    assert.equal(isDestroyed, false);
    const [head = '', body = ''] = text.split('\r\n\r\n');
    assert.equal(head.split('\r\n')[0], `HTTP/1.1 ${line}`);
    assert.match(head, new RegExp(`Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close$`));
    assert.equal(JSON.parse(body).code, ours);
  }
});

test('who is gone is not answered', () => {
  for (const gone of [answered('ECONNRESET'), answered('HPE_INVALID_METHOD', false)]) {
    assert.deepEqual(gone, { text: '', isDestroyed: true });
  }
});
