import assert from 'node:assert/strict';
import { it } from 'node:test';
import { aCommit } from '../../../../testing/links/link.ts';
import { refusedWith } from '../../../../testing/request.ts';
import { edits, judged, reads, runs } from '../../../../testing/session/judged-session.ts';
import { onEveryEngine } from '../../../../testing/suite.ts';
import { aTeam, joinTeam, type Team } from '../../../../testing/team.ts';

const repository = 'git.example/acme/shop';
const day = (number: number): number => Date.UTC(2026, 8, number, 12);
const lint = 'when commit unless ran "make lint" since the last edit';

/** A session of the repository that began on that day, or now, and has ended. */
async function sessionOn(team: Team, number: number | undefined, records: object[], remote = repository) {
  const { sessionId } = await team.machine.openSession({
    environmentId: team.environmentId,
    agentInstallationId: team.installationId,
    title: `Day ${number}`,
    repoRoot: '/repo',
    repoRemote: `https://${remote}.git`,
    ...(number !== undefined && {
      startedAt: new Date(day(number)).toISOString(),
      startedAtSource: 'record' as const,
    }),
  });
  const events = records.map((payload) => ({ eventType: (payload as { type: string }).type, payload }));
  for (let from = 0; from < events.length; from += 50)
    await team.machine.appendEvents({ sessionId, events: events.slice(from, from + 50) });
  await team.machine.completeSession({ sessionId });
  return { sessionId, events: events.length };
}

const commits = (count: number, isKept: boolean): object[] =>
  Array.from({ length: count }, () => [
    ...edits('/repo/a.ts'),
    ...(isKept ? runs('make lint') : []),
    ...runs('git commit -m x'),
  ]).flat();

onEveryEngine('which rules are kept', (server) => {
  it('is counted before and since the commit that brought them, with sessions that show it', async () => {
    const team = await aTeam(server());
    const { client } = team.owner;
    const said = '- Run `make lint` before every commit.';
    const sessions: Awaited<ReturnType<typeof sessionOn>>[] = [];
    for (let at = 1; at <= 6; at++) sessions.push(await sessionOn(team, at, commits(3, false)));
    const shown = await sessionOn(team, 11, [
      ...reads('/repo/AGENTS.md', `# Rules\n\n${said}`),
      ...commits(3, true),
    ]);
    for (let at = 12; at <= 16; at++) sessions.push(await sessionOn(team, at, commits(3, true)));
    sessions.push(await sessionOn(team, 12, commits(9, false), 'git.example/acme/other'));
    for (const session of [...sessions, shown]) await judged(team, session);
    const commit = aCommit('rules', {
      ...{ at: day(8), lines: [said] },
      files: [{ path: 'AGENTS.md', added: 1, removed: 0 }],
    });
    const again = aCommit('again', { ...commit, at: day(15), lines: [said] });
    await team.machine.reportCommits({ sessionId: shown.sessionId, commits: [again, commit] });

    const { rules, ...looked } = await client.listKeptRules({ repository });
    assert.deepEqual(looked, { sessions: 12, isWhole: true });
    assert.equal(rules.length, 1);
    const [{ effect, examples, ...rule }] = rules as [(typeof rules)[0]];
    assert.deepEqual(rule, {
      ...{ said: 'Run `make lint` before every commit.', check: lint, file: 'AGENTS.md', line: 3 },
      ...{ since: new Date(day(8)).toISOString(), datedBy: 'commit', sha: commit.sha },
      ...{ sessionId: shown.sessionId, sequence: 1, shown: 1 },
    });
    const { before, since, counts, sentence, verdict } = effect;
    assert.deepEqual(
      [before.kept, before.opportunities, before.sessions, since.kept, since.opportunities, since.sessions],
      [0, 18, 6, 18, 18, 6],
    );
    assert.deepEqual(
      { counts, sentence, verdict },
      {
        counts: 'Kept before in 0 of 18, since in 18 of 18.',
        sentence: 'Kept far more often since.',
        verdict: 'more',
      },
    );
    assert.deepEqual(examples.map(({ title, isKept, label }) => [title, isKept, label]).slice(0, 2), [
      ['Day 16', true, 'git commit -m x'],
      ['Day 15', true, 'git commit -m x'],
    ]);
    assert.deepEqual(
      [examples.filter(({ isKept }) => isKept).length, examples.filter(({ isKept }) => !isKept).length],
      [5, 5],
    );
    assert.deepEqual((await client.listKeptRules({ repository: 'git.example/acme/other' })).rules, []);

    // The same check, tried by a member: with a day and without, and where it does not apply.
    const member = await joinTeam(server(), team, 'member');
    const tried = await member.client.tryCheck({
      ...{ check: '  When commit unless ran "make  lint" since the last edit', repository },
      since: new Date(day(8)).toISOString(),
    });
    assert.equal(tried.check, lint);
    assert.deepEqual(tried.effect, effect);
    assert.deepEqual([tried.kept.kept, tried.kept.opportunities], [18, 36]);
    const everywhere = await member.client.tryCheck({ check: lint });
    assert.deepEqual(
      [everywhere.kept.kept, everywhere.kept.opportunities, everywhere.sessions],
      [18, 45, 14],
    );
    assert.equal(everywhere.effect, undefined);
    const elsewhere = await member.client.tryCheck({ check: lint, repository, paths: ['docs/**'] });
    assert.deepEqual([elsewhere.kept.opportunities, elsewhere.examples], [0, []]);
    const others = await member.client.tryCheck({ check: lint, repository, agents: ['codex'] });
    assert.deepEqual([others.sessions, others.kept.opportunities], [0, 0]);
  });

  it('is told of a lesson by who was given it, and names what came beside it', async () => {
    const team = await aTeam(server());
    const { client } = team.owner;
    const propose = async (text: string, check?: string) => {
      const { lesson } = await client.proposeLesson({ text, repository, ...(check && { check }) });
      return { lessonId: lesson.lessonId, version: lesson.version };
    };
    const lesson = await propose('Run make lint before every commit.', lint);
    const unchecked = await propose('Be kind.');
    await assert.rejects(client.getLessonEffect(unchecked), refusedWith('validation_error'));
    const sessions: Awaited<ReturnType<typeof sessionOn>>[] = [];
    for (let at = 1; at <= 6; at++) sessions.push(await sessionOn(team, at, commits(3, false)));
    for (const session of sessions) await judged(team, session);
    const proposed = await client.getLessonEffect(lesson);
    assert.deepEqual([proposed.kept.opportunities, proposed.effect], [18, undefined], 'nobody was told yet');
    await client.adoptLesson(lesson);
    const now: typeof sessions = [];
    for (let at = 0; at < 12; at++) now.push(await sessionOn(team, undefined, commits(3, at < 6)));
    for (const session of now) await judged(team, session);
    const alone = await client.getLessonEffect(lesson);
    assert.equal(alone.effect?.given, undefined, 'nobody noted who was given it');
    for (const { sessionId } of now.slice(0, 6))
      await team.machine.reportLessons({ sessionId, given: [{ ...lesson, way: 'hook', loaded: 'yes' }] });
    const lessonEffect = async () => {
      const { sessions: _, isWhole: __, ...found } = await client.getLessonEffect(lesson);
      return found;
    };
    const { effect } = await lessonEffect();
    assert.deepEqual(
      [effect?.counts, effect?.given?.kept, effect?.notGiven?.kept, effect?.notGiven?.opportunities],
      ['Kept before in 0 of 18, since in 18 of 36 (given: 18 of 18).', 18, 0, 18],
    );
    // All of the repository in one look say the same, also when they are asked again and a session goes on.
    const all = async () => (await client.listLessonEffects({ repository })).effects;
    assert.deepEqual(await all(), [{ lessonId: lesson.lessonId, ...(await lessonEffect()), ways: ['hook'] }]);
    assert.deepEqual(await all(), await all());
    await judged(team, await sessionOn(team, undefined, commits(3, true)));
    assert.equal((await all())[0]?.effect?.since.opportunities, 39);
    assert.deepEqual((await client.listLessonEffects({})).effects, [], 'none is for all repositories');
    const other = await propose('Never use else.');
    await client.adoptLesson(other);
    const beside = (await client.getLessonEffect(lesson)).effect?.sentence;
    assert.equal(beside, 'The difference may be chance. In the same week came “Never use else”.');
  });

  it('shows nothing of sessions that the asker may not read', async () => {
    const team = await aTeam(server());
    const member = await joinTeam(server(), team, 'member');
    const session = await sessionOn(team, 1, [
      ...reads('/repo/AGENTS.md', 'Run `make lint` before every commit.'),
      ...commits(3, true),
    ]);
    await judged(team, session);
    assert.equal((await member.client.tryCheck({ check: lint, repository })).kept.opportunities, 3);
    await team.owner.client.setAccessPolicy({ visibility: 'reviewers', hold: 'none', repositories: [] });
    const { kept, sessions, examples } = await member.client.tryCheck({ check: lint, repository });
    assert.deepEqual([kept.opportunities, sessions, examples], [0, 0, []]);
    assert.deepEqual(await member.client.listKeptRules({ repository }), {
      sessions: 0,
      isWhole: true,
      rules: [],
    });
  });

  it('is refused with what is wrong with the check', async () => {
    const { owner } = await aTeam(server());
    await assert.rejects(owner.client.tryCheck({ check: 'when commit if' }), refusedWith('validation_error'));
    await assert.rejects(
      owner.client.tryCheck({ check: 'use "a' }),
      /check, at 4: A quotation mark is not closed/,
    );
  });
});
