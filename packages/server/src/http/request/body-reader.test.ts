import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { limits, type RouteName } from '@debrief/contract';
import { testExecutor } from '../../../testing/executor.ts';
import { aCommit } from '../../../testing/links/link.ts';
import { readReport } from '../../domain/link/commit-facts.ts';
import { readBatch } from '../append/batch.ts';
import { BodyReader, largeBody } from './body-reader.ts';
import { CheckedBody } from './checked-body.ts';

const executor = testExecutor();
after(() => executor.stop());
const bodies = new BodyReader(executor);

const bodyOf = (payloads: string[]) =>
  Buffer.from(JSON.stringify({ events: payloads.map((payload) => ({ eventType: 'a', payload })) }));
const large = bodyOf(Array(8).fill('x'.repeat(200_000)));
const source = (isPacked = false) => {
  const reached: number[] = [];
  const counted = { reach: (bytes: number) => reached.push(bytes) } as never;
  return { caller: { organizationId: 'org_1', person: 'sec_1' }, isPacked, counted, reached };
};

/** A valid body of `registerEnvironment`, with as much beside it as it takes. */
const environment = { hostname: 'h', platform: 'linux', serviceCliVersion: '1.0.0' };
const padded = (size: number, given: object = environment) => {
  const text = JSON.stringify({ ...given, more: '' });
  return Buffer.from(text.replace('"more":""', `"more":"${'x'.repeat(size - text.length)}"`));
};

describe('a body', () => {
  it('is parsed here up to 256 KB, and read and checked aside above that', async () => {
    const read = (size: number) => bodies.read('registerEnvironment', padded(size), source());
    assert.deepEqual(Object.keys((await read(largeBody)) as object), [...Object.keys(environment), 'more']);
    const checked = await read(largeBody + 1);
    assert.ok(checked instanceof CheckedBody);
    assert.deepEqual(checked.fields, environment);
  });

  it('that is wrong is refused alike, wherever it is read', async () => {
    for (const [body, code] of [
      [padded(largeBody + 1, { ...environment, hostname: 7 }), 'validation_error'],
      [Buffer.alloc(largeBody + 1, '['), 'invalid_json'],
      [Buffer.alloc(largeBody + 1, 0xff), 'invalid_json'],
      [Buffer.from(`[${' '.repeat(largeBody)}]`), 'invalid_json'],
    ] as const) {
      await assert.rejects(bodies.read('registerEnvironment', body, source()), { code });
    }
  });

  it('in gzip goes where its content belongs, and counts as what it was inflated to, also when it is wrong', async () => {
    const packed = async (route: RouteName, plain: Buffer) => {
      const given = source(true);
      const outcome = await bodies.aside(route, gzipSync(plain), given).then(
        () => 'read',
        ({ code }) => code,
      );
      return [outcome, given.reached];
    };
    const small = source(true);
    const plain = bodyOf(['x']);
    assert.deepEqual(await bodies.small(gzipSync(plain), small), plain);
    assert.deepEqual(small.reached, [plain.length]);
    assert.equal(await bodies.small(gzipSync(Buffer.alloc(largeBody + 1)), small), undefined);
    assert.deepEqual(await packed('appendEvents', large), ['read', [large.length]]);
    const wrong = Buffer.alloc(2_000_000, 'x');
    assert.deepEqual(await packed('appendEvents', wrong), ['invalid_json', [wrong.length]]);
    const bomb = Buffer.alloc(limits.ingestBodyBytes + 1, ' ');
    assert.deepEqual(await packed('appendEvents', bomb), ['body_too_large', [limits.ingestBodyBytes]]);
    assert.deepEqual(await packed('reportCommits', bomb), ['body_too_large', [limits.reportBodyBytes]]);
  });

  it('of events is read aside with the same outcome, and leaves alone what lies beside it in memory', async () => {
    const shared = Buffer.concat([Buffer.from('before'), large, Buffer.from('after')]);
    const { lines, ...batch } = await bodies.aside<{ lines: Uint8Array; count: number }>(
      'appendEvents',
      shared.subarray(6, 6 + large.length),
      source(),
    );
    assert.deepEqual({ ...batch, lines: Buffer.from(lines) }, readBatch(large));
    assert.equal(shared.toString('latin1', 0, 6), 'before');
    assert.equal(shared.toString('latin1', shared.length - 5), 'after');
  });

  it('of commits is always read aside, and comes back as it is kept', async () => {
    const report = { commits: [aCommit('one')], repoRemote: 'git@h:o/r' };
    const checked = await bodies.read('reportCommits', Buffer.from(JSON.stringify(report)), source());
    assert.ok(checked instanceof CheckedBody);
    const { commits, ...rest } = checked.fields as unknown as ReturnType<typeof readReport>;
    const [expected] = readReport(report).commits;
    assert.deepEqual(rest, { repoRemote: 'git@h:o/r', rewrites: [] });
    assert.deepEqual(
      commits.map((commit) => ({ ...commit, lines: Buffer.from(commit.lines) })),
      [expected],
    );
    const wrong = { commits: [{ ...aCommit('one'), addedLines: 'AAAAAAA=' }] };
    await assert.rejects(bodies.read('reportCommits', Buffer.from(JSON.stringify(wrong)), source()), {
      code: 'validation_error',
      message: /four bytes a line/,
    });
  });

  it('of a delivery comes back as what it tells of a pull request', async () => {
    const pull = {
      html_url: 'https://github.example/o/r/pull/7',
      number: 7,
      updated_at: '2026-01-31T12:00:00Z',
      base: { repo: { clone_url: 'https://github.example/o/r.git' } },
    };
    const body = padded(largeBody * 2, { pull_request: pull });
    const told = await bodies.aside<{ url: string }>('receiveGithub', body, source());
    assert.equal(told.url, pull.html_url);
    assert.equal(await bodies.aside('receiveGitlab', padded(largeBody * 2, {}), source()), undefined);
  });

  it('R13 past 64 MB that wait the organization is refused, and may send again afterwards', async () => {
    const mega = 1024 * 1024;
    const nonsense = Buffer.alloc(16 * mega + 1, 0xff);
    const sizes = [mega, 16 * mega, 16 * mega, 16 * mega, 15 * mega, 1.5 * mega, mega + 1];
    const outcomes = await Promise.allSettled(
      sizes.map((size) => bodies.aside('appendEvents', nonsense.subarray(1, 1 + size), source())),
    );
    const refusals = outcomes.map((one) =>
      one.status === 'rejected' ? [one.reason.code, one.reason.retryAfter] : [],
    );
    const read = ['invalid_json', undefined];
    const busy = ['rate_limited', 2];
    assert.deepEqual(refusals, [read, read, read, read, read, busy, busy]);
    assert.ok(await bodies.aside('appendEvents', Buffer.from(large), source()));
  });

  it('R13 that holds more values than the thread has memory for is refused for good; what comes after it is read', async () => {
    const little = testExecutor({ megabytes: 32 });
    const small = new BodyReader(little);
    // A space that JSON.stringify would not write: it has to be taken apart as a whole.
    const events = Array(16).fill(`{"eventType":"a","payload":[${'{"a":{}},'.repeat(24_000)}0]}`);
    const body = Buffer.from(`{"events": [${events.join()}]}`);
    const packed = source(true);
    const outcomes = await Promise.allSettled([
      small.aside('appendEvents', body, source()),
      small.aside('appendEvents', gzipSync(body), packed),
      small.aside('appendEvents', Buffer.from(large), source()),
    ]);
    const found = outcomes.map((one) => (one.status === 'rejected' ? one.reason.code : 'read'));
    assert.deepEqual(found, ['body_too_large', 'body_too_large', 'read']);
    assert.deepEqual(packed.reached, [limits.ingestBodyBytes]);
    await little.stop();
  });
});
