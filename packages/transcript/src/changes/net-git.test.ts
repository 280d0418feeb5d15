import { test } from 'node:test';
import { compareWithGit } from '../testing/net-git.ts';

/** Another number tries other chains. */
const seed = Number(process.env.NET_SEED ?? 100_001);

test('a net change and git agree on 10 000 chains of edits', () => {
  for (let batch = 0; batch < 5; batch++) compareWithGit(seed + batch * 2000, 2000);
});
