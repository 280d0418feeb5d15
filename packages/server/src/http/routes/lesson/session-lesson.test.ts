import assert from 'node:assert/strict';
import { it } from 'node:test';
import { limits, type ReportLessons } from '@debrief/contract';
import { refusedWith } from '../../../../testing/request.ts';
import { onEveryEngine } from '../../../../testing/suite.ts';
import { aTeam, type Team } from '../../../../testing/team.ts';
import { newId } from '../../../domain/id.ts';

type Given = ReportLessons['given'][number];

onEveryEngine('the lessons a session was given', (server) => {
  const aLesson = async ({ owner }: Team, text: string) =>
    (await owner.client.proposeLesson({ text })).lesson.lessonId;
  const of = async ({ owner }: Team, sessionId: string) =>
    (await owner.client.listSessionLessons({ sessionId })).given.map(({ notedAt, ...one }) => {
      assert.match(notedAt, /^\d{4}-/);
      return one;
    });

  it('are kept once for each way: later versions and what is known outdo what was told before', async () => {
    const team = await aTeam(server());
    const { machine, sessionId } = team;
    const [one, two] = [await aLesson(team, 'One.'), await aLesson(team, 'Two.')];
    const tell = (...given: Given[]) => machine.reportLessons({ sessionId, given });
    const first: Given = { lessonId: one, version: 2, way: 'file', loaded: 'unknown' };
    assert.deepEqual(await of(team, sessionId), []);
    assert.deepEqual(await tell(first, { ...first, lessonId: two, way: 'hook' }), { sessionId, kept: 2 });
    await tell(first);
    assert.equal((await of(team, sessionId)).length, 2);
    await tell({ ...first, loaded: 'no' });
    const find = async () => (await of(team, sessionId)).find(({ lessonId }) => lessonId === one);
    assert.equal((await find())?.loaded, 'no');
    await tell({ ...first, loaded: 'yes', version: 3 });
    await tell({ ...first, loaded: 'no', version: 1 });
    assert.deepEqual(await find(), { ...first, loaded: 'yes', version: 3 });
    await tell({ ...first, way: 'mcp', loaded: 'yes' });
    assert.equal((await of(team, sessionId)).length, 3);
  });

  it('are lessons of the organization; others are left out', async () => {
    const team = await aTeam(server());
    const other = await aTeam(server());
    const theirs = await aLesson(other, 'Theirs.');
    const given: Given[] = [theirs, newId('les'), 'les_x'].map((lessonId) => ({
      lessonId,
      version: 1,
      way: 'file',
      loaded: 'yes',
    }));
    assert.equal((await team.machine.reportLessons({ sessionId: team.sessionId, given })).kept, 0);
    assert.deepEqual(await of(team, team.sessionId), []);
    await assert.rejects(
      other.machine.reportLessons({ sessionId: team.sessionId, given: [] }),
      refusedWith('session_not_found'),
    );
    await assert.rejects(
      other.owner.client.listSessionLessons({ sessionId: team.sessionId }),
      refusedWith('session_not_found'),
    );
  });

  it('are told after the session has ended, and go with it', async () => {
    const team = await aTeam(server());
    const { machine, owner, sessionId } = team;
    const lessonId = await aLesson(team, 'One.');
    await machine.completeSession({ sessionId, status: 'completed' });
    const given: Given[] = [{ lessonId, version: 1, way: 'hook', loaded: 'yes' }];
    assert.equal((await machine.reportLessons({ sessionId, given })).kept, 1);
    await owner.client.removeSession({ sessionId });
    await assert.rejects(machine.reportLessons({ sessionId, given }), refusedWith('session_not_found'));
  });

  it('are no more than a session can have', async () => {
    const { machine, sessionId } = await aTeam(server());
    const one: Given = { lessonId: 'les_a', version: 1, way: 'file', loaded: 'yes' };
    const given = Array.from({ length: limits.sessionLessons + 1 }, () => one);
    await assert.rejects(machine.reportLessons({ sessionId, given }), refusedWith('validation_error'));
    await assert.rejects(
      machine.reportLessons({ sessionId, given: [{ ...one, way: 'mail' as 'mcp' }] }),
      refusedWith('validation_error'),
    );
  });
});
