import { test } from 'node:test';
import { compareWithGit } from '../testing/net-chains.ts';

test('a net change and git agree on 10 000 chains of edits', () => {
  for (let round = 0; round < 50; round++) compareWithGit(100_001 + round * 1000, 200);
});
