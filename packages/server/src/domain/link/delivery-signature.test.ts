import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import { isSignedByGithub, isSignedByGitlab } from './delivery-signature.ts';

describe('signatures of deliveries', () => {
  it('L14 GitHub: the example of its documentation', () => {
    const secret = "It's a Secret to Everybody";
    const digest = '757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17';
    const body = Buffer.from('Hello, World!');
    const signed = (signature: string) =>
      isSignedByGithub(secret, { 'x-hub-signature-256': signature }, body);
    assert.ok(signed(`sha256=${digest}`));
    assert.ok(!signed(digest));
    assert.ok(!signed(`sha1=${digest}`));
    assert.ok(!signed(`sha256=${digest.toUpperCase()}`));
    assert.ok(!signed(`sha256=${digest.slice(0, -1)}`));
    assert.ok(
      !isSignedByGithub(secret, { 'x-hub-signature-256': `sha256=${digest}` }, Buffer.from('Hello, World')),
    );
    assert.ok(!isSignedByGithub(secret, {}, body));
    assert.ok(!isSignedByGithub(secret, { 'x-hub-signature-256': [`sha256=${digest}`] }, body));
  });

  it('L14 GitLab: Standard Webhooks over id, time and body, in time; one of several is enough', () => {
    const key = Buffer.alloc(32, 7);
    const secret = `whsec_${key.toString('base64')}`;
    const now = 1_800_000_000_000;
    const body = Buffer.from('{"object_kind":"merge_request"}');
    const sign = (time: string) => createHmac('sha256', key).update(`msg_1.${time}.${body}`).digest('base64');
    const headers = (time: string, signature = `v1,${sign(time)}`) => ({
      'webhook-id': 'msg_1',
      'webhook-timestamp': time,
      'webhook-signature': signature,
    });
    const signed = (given: Record<string, string>) => isSignedByGitlab(secret, given, body, now);
    assert.ok(signed(headers('1800000000')));
    assert.ok(signed(headers('1800000000', `v1,AAAA v1,${sign('1800000000')}`)));
    assert.ok(signed(headers('1799999400')) && !signed(headers('1799999399')), 'ten minutes');
    assert.ok(signed(headers('1800000600')) && !signed(headers('1800000601')), 'ten minutes');
    const { 'webhook-id': id, ...withoutId } = headers('1800000000');
    const { 'webhook-timestamp': time, ...withoutTime } = headers('1800000000');
    assert.ok(!signed(withoutId) && !signed(withoutTime), `${id} ${time}`);
    const tenth = `${'v1,AAAA '.repeat(9)}v1,${sign('1800000000')}`;
    assert.ok(signed(headers('1800000000', tenth)));
    assert.ok(!signed(headers('1800000000', `v1,AAAA ${tenth}`)), 'ten are looked at');
    assert.ok(!signed(headers('1799999000')), 'too old');
    assert.ok(!signed(headers('1800001000')), 'too early');
    assert.ok(!signed(headers('now')));
    assert.ok(!signed({ ...headers('1800000000'), 'webhook-id': 'msg_2' }));
    assert.ok(!signed({ ...headers('1800000000', 'v1,'), 'x-gitlab-token': secret }), 'no second chance');
    assert.ok(signed({ 'x-gitlab-token': secret }));
    assert.ok(!signed({ 'x-gitlab-token': '' }));
    assert.ok(!signed({}));
    const long = 'x'.repeat(1024);
    assert.ok(isSignedByGitlab(long, { 'x-gitlab-token': long }, body, now));
    assert.ok(!isSignedByGitlab(`${long}x`, { 'x-gitlab-token': `${long}x` }, body, now), 'bounded');
  });
});
