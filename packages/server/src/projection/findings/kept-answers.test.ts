import assert from 'node:assert/strict';
import { it } from 'node:test';
import { connect } from '../../../testing/plan.ts';
import { completedSession, edits, judged, runs, until } from '../../../testing/session/judged-session.ts';
import { onEveryEngine } from '../../../testing/suite.ts';
import { aTeam } from '../../../testing/team.ts';
import { lookAhead } from '../../domain/lesson/look-ahead.ts';

onEveryEngine('what looks at sessions came to', (server) => {
  it('is kept beside each session while it is as it was, also when the server is started anew', async () => {
    const team = await aTeam(server());
    const { client } = team.owner;
    const repository = 'git.example/acme/kept';
    const given = { repoRoot: '/repo', repoRemote: `https://${repository}.git` };
    const records = [...edits('/repo/a.ts'), ...runs('git commit -m hush-hush')];
    const session = await completedSession(team, records, given);
    await judged(team, session);
    const { sessionId } = session;
    const check = 'when commit unless ran "make lint"';
    await client.proposeLesson({ text: 'Run make lint.', repository, check });
    const { rebuild: _, ...context } = server().running.context;
    await lookAhead(context);
    await using connection = await connect(server().config.database);
    const kept = async () => {
      const rows = (await connection.rows(
        'select answers from projection.session_answers where session_id = $1',
        [sessionId],
      )) as { answers: string }[];
      return rows[0]?.answers;
    };
    assert.match((await kept()) ?? '', /git commit -m hush-hush/, 'looked at before anybody asked');
    await connection.rows(
      `update projection.session_answers set answers = replace(answers, 'hush-hush', 'as-kept') where session_id = $1`,
      [sessionId],
    );
    await server().restart();
    const labels = async () =>
      (await client.listLessonEffects({ repository })).effects.flatMap(({ examples }) =>
        examples.map(({ label }) => label),
      );
    assert.deepEqual(await labels(), ['git commit -m as-kept']);
    await client.redactSession({ sessionId, text: 'hush-hush', reason: 'Why.' });
    // Until what is derived has gone, it says what it said.
    await until(labels, ([label]) => label === 'git commit -m [REDACTED:manual]', 'redacted');
    assert.ok(!(await kept())?.includes('hush-hush'));
    await client.removeSession({ sessionId });
    assert.equal(await kept(), undefined);
  });
});
