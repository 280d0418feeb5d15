import assert from 'node:assert/strict';
import { it } from 'node:test';
import { testServer } from '../../testing/server.ts';
import { aTeam } from '../../testing/team.ts';
import { authenticateSecret, RememberedSecrets } from './secret.ts';

it('remembered secrets are bounded: the one remembered longest ago is forgotten first', async () => {
  await using server = await testServer('sqlite');
  const { context } = server.running;
  const team = await aTeam(server);
  const secrets = [team.secret];
  for (let count = 0; count < 3; count++) secrets.push((await team.owner.client.issueSecret({})).secret);
  const remembered = new RememberedSecrets(context.pepper, 3);
  for (const secret of secrets) remembered.remember(secret, await authenticateSecret(context, secret));
  const known = secrets.map((secret) => remembered.recall(secret)?.remembered === true);
  assert.deepEqual(known, [false, true, true, true]);
  remembered.forget(secrets[2] as string);
  assert.equal(remembered.recall(secrets[2] as string), undefined);
});
