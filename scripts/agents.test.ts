import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { agents } from '../packages/cli/src/agents/registry.ts';
import { agentCatalog } from '../packages/contract/src/index.ts';
import { supportedAgents } from '../packages/transcript/src/index.ts';

/** An agent is a row of the catalog, a reader, a source and a row of docs/agents.md; see CONTRIBUTING.md. */

const root = fileURLToPath(new URL('..', import.meta.url));
const rooms = ['packages/transcript/src/agents', 'packages/cli/src/agents'];
const ids = agentCatalog.map((agent) => agent.agentId);
const foldersOf = (room: string): string[] =>
  readdirSync(root + room, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);

describe('every agent', () => {
  it('of the catalog has a file of its name in both rooms, and no other has one', () => {
    for (const room of rooms) {
      assert.deepEqual(foldersOf(room).sort(), [...ids].sort(), room);
      for (const id of ids) assert.ok(existsSync(`${root}${room}/${id}/${id}.ts`), `${room}/${id}/${id}.ts`);
    }
  });

  it('has its line in the table of both rooms', () => {
    assert.deepEqual([...supportedAgents].sort(), [...ids].sort(), 'packages/transcript/src/agents/table.ts');
    assert.deepEqual(
      agents.map((agent) => agent.agentId).sort(),
      [...ids].sort(),
      'packages/cli/src/agents/table.ts',
    );
  });

  it('is called the same in the catalog and on the machine', () => {
    for (const { agentId, displayName } of agentCatalog)
      assert.equal(agents.find((agent) => agent.agentId === agentId)?.name, displayName, agentId);
  });

  it('has a reading by hand and a test beside its reader', () => {
    for (const id of ids)
      for (const file of ['fixture.ts', `${id}.test.ts`])
        assert.ok(existsSync(`${root}${rooms[0]}/${id}/${file}`), `${rooms[0]}/${id}/${file}`);
  });

  it('has its row in docs/agents.md, with what is known of it and how', () => {
    const rows = readFileSync(`${root}docs/agents.md`, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .map((line) => line.split('|').map((cell) => cell.trim()));
    for (const { displayName } of agentCatalog) {
      const row = rows.find((cells) => cells[1] === displayName);
      assert.ok(row, `docs/agents.md has no row for ${displayName}`);
      assert.match(
        row.at(-2) ?? '',
        /real files|its source|documentation/,
        `${displayName}: known from what?`,
      );
    }
  });
});
