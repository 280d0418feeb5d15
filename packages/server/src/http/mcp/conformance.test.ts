import assert from 'node:assert/strict';
import { it } from 'node:test';
import { conformance, next, release } from '../../../testing/mcp/conformance.ts';

/** The short form of `npm run mcp-conformance`. */
it('the official suite finds no fault with either era', async () => {
  const scenarios = ['server-initialize', 'dns-rebinding-protection'].map(
    (name) => [release, '--scenario', name] as [string, ...string[]],
  );
  const later = ['server-stateless', 'tools-list', 'caching', 'http-header-validation'].map(
    (name) => [next, '--scenario', name, '--spec-version', '2026-07-28'] as [string, ...string[]],
  );
  const verdicts = (await conformance([...scenarios, ...later])).flat();
  assert.deepEqual(
    verdicts.map(({ scenario }) => scenario),
    [
      'server-initialize',
      'dns-rebinding-protection',
      'server-stateless',
      'tools-list',
      'caching',
      'http-header-validation',
    ],
  );
  for (const { scenario, passed, faults } of verdicts) {
    assert.deepEqual(faults, [], scenario);
    assert.ok(passed > 0, scenario);
  }
});
