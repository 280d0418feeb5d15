import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect, explain } from '../../../testing/plan.ts';
import { testServer } from '../../../testing/server.ts';
import { cellsSql } from './insights.ts';

test('SQLite looks up the people of each sum by their key: a year would otherwise take seconds', async () => {
  await using server = await testServer('sqlite');
  await using connection = await connect(server.config.database);
  const plan = await explain(connection, 'sqlite', cellsSql.sqlite, ['org_1', 2900, 2952]);
  const key = ['organization_id', 'secret_environment', 'week', 'repository', 'agent_id'];
  assert.ok(
    plan.includes(`SEARCH p USING PRIMARY KEY (${key.map((part) => `${part}=?`).join(' AND ')}) LEFT-JOIN`),
    plan,
  );
  assert.doesNotMatch(plan, /SCAN|MATERIALIZE/);
});
