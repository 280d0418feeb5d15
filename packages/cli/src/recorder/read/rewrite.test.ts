import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { agentOf } from '../../agents/registry.ts';
import { createMachine, type Machine } from '../../testing/machine.ts';
import { rememberSeen } from '../spool/seen.ts';
import { applyStep, newSession } from '../spool/session.ts';
import { capture } from './capture.ts';
import { noHold } from './hold.ts';
import { noRedaction } from './redact.ts';

describe('a rewritten file', () => {
  let machine: Machine;
  before(async () => {
    machine = await createMachine();
  });
  after(() => machine.remove());

  it('with a line that is the same as an earlier one: taken as often as it stands there', async () => {
    const path = '.claude/projects/-p/s.jsonl';
    const mode = '{"type":"permission-mode","permissionMode":"plan"}';
    const line = (id: number) => `{"type":"user","uuid":"u${id}"}`;
    const agent = agentOf('claude-code');
    assert.ok(agent);
    const session = newSession('00000000-0000-0000-0000-000000000000', 'claude-code', 's');
    const taken: string[] = [];
    const take = async (...lines: string[]) => {
      await machine.write(path, lines.map((one) => `${one}\n`).join(''));
      const [source] = await agent.find(machine.where);
      assert.ok(source);
      await capture(agent, source, {
        session,
        redaction: noRedaction(),
        directory: machine.root,
        hold: noHold(source),
        async append(head, body, marks) {
          applyStep(session, head.batch, head.step);
          for (const { payload } of JSON.parse(body.toString()).events)
            taken.push(payload.uuid ?? payload.type);
          await rememberSeen(machine.root, session.id, marks);
        },
      });
    };
    await take(line(1), mode, line(2));
    assert.deepEqual(taken.splice(0), ['u1', 'permission-mode', 'u2']);
    // Another first line: everything is read again. The mode was switched back and forth meanwhile.
    await take(line(0), line(1), mode, line(2), mode, line(3));
    assert.deepEqual(taken.splice(0), ['u0', 'permission-mode', 'u3']);
    await take(line(9), line(1), mode, line(2), mode, line(3));
    assert.deepEqual(taken, ['u9']);
  });
});
