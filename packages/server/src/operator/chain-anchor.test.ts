import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { fileAnchor, readAnchor } from './chain-anchor.ts';

it('keeps the head where there is no data directory yet, as with PostgreSQL and SERVER_KEY', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'debrief-test-'));
  try {
    const dataDir = join(folder, 'data');
    const said: object[] = [];
    const anchor = fileAnchor(dataDir, { info: (what: object) => said.push(what) } as Parameters<
      typeof fileAnchor
    >[1]);
    await anchor.write({ number: 3, digest: 'abc', at: 86_400_000 });
    assert.deepEqual(readAnchor(dataDir), { head: { number: 3, digest: 'abc' }, restored: [] });
    assert.equal(statSync(dataDir).mode & 0o777, 0o700);
    assert.deepEqual(said, [{ number: 3, digest: 'abc' }]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
