import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { connect, headers, type NatsConnection } from '@nats-io/transport-node';
import { startNats } from '../../../../../scripts/services.ts';
import { freshBus } from '../../../testing/storage.ts';
import { Publisher, RefusedMessage } from './publisher.ts';

const body = new Uint8Array([1, 2, 3]);

describe('a publisher', () => {
  const subject = `test_${randomBytes(6).toString('hex')}`;
  let connection: NatsConnection;
  let publisher: Publisher;
  /** Stands for a stream, and answers each message with what the test says. */
  let answers: (string | undefined)[] = [];
  before(async () => {
    connection = await connect({ servers: freshBus().url });
    publisher = new Publisher(connection);
    connection.subscribe(subject, {
      callback(_error, message) {
        const answer = answers.shift();
        if (answer !== undefined) message.respond(answer);
      },
    });
  });
  after(() => connection.close());
  const publish = (timeout = 5000, to = subject) =>
    publisher.publish(to, body, { headers: headers(), timeout });

  it('gives each message its own acknowledgement', async () => {
    answers = ['{"stream":"s","seq":7}', '{"stream":"s","seq":3,"duplicate":true}', '{"seq":9}'];
    assert.deepEqual(await Promise.all([publish(), publish(), publish()]), [
      { sequence: 7, duplicate: false },
      { sequence: 3, duplicate: true },
      { sequence: 9, duplicate: false },
    ]);
  });

  it('says what the stream has against a message', async () => {
    answers = ['{"error":{"code":400,"err_code":10071,"description":"wrong last sequence: 4"},"seq":0}'];
    await assert.rejects(publish(), (error) => {
      assert.ok(error instanceof RefusedMessage);
      assert.deepEqual([error.message, error.code], ['wrong last sequence: 4', 10071]);
      return true;
    });
  });

  it('takes nothing else for an acknowledgement', async () => {
    for (const answer of ['', 'no json', 'null', '{}', '{"seq":"7"}', '{"seq":1e300}', '[]']) {
      answers = [answer];
      await assert.rejects(publish(), Error, answer);
    }
  });

  it('does not wait where no stream listens', async () => {
    await assert.rejects(publish(60_000, `${subject}.nobody`), /no stream takes the message/);
  });

  it('waits no longer than it is told, and what comes later is nobody else’s', async () => {
    answers = [undefined, '{"seq":2}'];
    const silent = publish(100);
    assert.deepEqual(await publish(), { sequence: 2, duplicate: false });
    await assert.rejects(silent, /did not acknowledge in time/);
    answers = ['{"seq":4}'];
    assert.deepEqual(await publish(), { sequence: 4, duplicate: false });
  });

  it('rejects what is too large, and everything once the connection is closed', async () => {
    const own = await connect({ servers: freshBus().url });
    const other = new Publisher(own);
    const large = new Uint8Array((own.info?.max_payload ?? 0) + 1);
    await assert.rejects(other.publish(subject, large, { headers: headers(), timeout: 5000 }), /payload/);
    answers = [undefined];
    const waiting = other.publish(subject, body, { headers: headers(), timeout: 60_000 });
    await own.flush();
    await own.close();
    await assert.rejects(waiting, /closed/);
    await assert.rejects(other.publish(subject, body, { headers: headers(), timeout: 60_000 }), /closed/i);
  });
});

describe('a publisher that may not publish', () => {
  it('is told at once, for that subject only', async (t) => {
    const nats = await startNats(
      undefined,
      'authorization { users: [{ user: u, password: p, permissions: { publish: { deny: ["closed.*"] } } }] }',
    );
    t.after(() => nats.stop());
    const connection = await connect({ servers: nats.url, user: 'u', pass: 'p' });
    const publisher = new Publisher(connection);
    connection.subscribe('open.a', {
      callback: (_error, message) => void setTimeout(() => message.respond('{"seq":5}'), 200),
    });
    const open = publisher.publish('open.a', body, { headers: headers(), timeout: 5000 });
    await assert.rejects(
      publisher.publish('closed.a', body, { headers: headers(), timeout: 60_000 }),
      /Permissions Violation for Publish/,
    );
    assert.deepEqual(await open, { sequence: 5, duplicate: false });
    await connection.close();
  });
});
