import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { it } from 'node:test';
import { addressReader } from './address.ts';

const from = (remoteAddress: string | undefined, forwarded?: string): IncomingMessage =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage;

it('without a trusted proxy the address is the peer’s, whatever a header says', () => {
  const addressOf = addressReader(false);
  assert.equal(addressOf(from('192.0.2.1', '203.0.113.9')), '192.0.2.1');
  assert.equal(addressOf(from(undefined)), '', 'the connection is gone');
});

it('a trusted proxy is believed, and no other', () => {
  const addressOf = addressReader(['10.0.0.0/8']);
  assert.equal(addressOf(from('10.1.2.3', '203.0.113.9')), '203.0.113.9');
  assert.equal(addressOf(from('10.1.2.3', '198.51.100.7, 203.0.113.9')), '203.0.113.9', 'the last hop');
  assert.equal(addressOf(from('192.0.2.1', '203.0.113.9')), '192.0.2.1');
});
