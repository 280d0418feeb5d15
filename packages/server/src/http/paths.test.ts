import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { methodsByPath } from './paths.ts';

describe('the methods of a path', () => {
  const methodsOf = methodsByPath({ '/metrics': ['GET'] });

  it('are those of the route table, with HEAD beside GET and OPTIONS everywhere', () => {
    assert.deepEqual(methodsOf('/health'), ['GET', 'HEAD', 'OPTIONS']);
    assert.deepEqual(methodsOf('/v1/organizations/me/secrets'), ['GET', 'HEAD', 'OPTIONS', 'POST']);
    assert.deepEqual(methodsOf('/v1/environments/env_1/heartbeat'), ['OPTIONS', 'POST']);
    assert.deepEqual(methodsOf('/metrics'), ['GET']);
  });

  it('of a path that may also be an id are those of both', () => {
    const id = methodsOf('/v1/organizations/me/inbox/ntf_1') ?? [];
    const read = methodsOf('/v1/organizations/me/inbox/read') ?? [];
    assert.ok(id.length > 0 && id.every((method) => read.includes(method)), `${read} ${id}`);
    assert.ok(read.length > id.length, `${read} ${id}`);
  });

  it('are not there for what is no path: longer, shorter, an empty part, another word', () => {
    for (const path of [
      '/',
      '/v1',
      '/v1/sessions//events',
      '/v1/sessions/a/events/',
      '/v1/sessions/a/event',
      '/healthy',
    ]) {
      assert.equal(methodsOf(path), undefined, path);
    }
  });
});
