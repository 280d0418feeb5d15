import assert from 'node:assert/strict';
import { it } from 'node:test';
import { limits } from '@debrief/contract';
import { aReceiver, verified } from '../../../../testing/outbox/receiver.ts';
import { refusedWith, send } from '../../../../testing/request.ts';
import { anotherSession, aReviewedTeam } from '../../../../testing/review/team.ts';
import { onEveryEngine } from '../../../../testing/suite.ts';
import { aTeam, joinTeam } from '../../../../testing/team.ts';
import { newId } from '../../../domain/id.ts';

const remote = 'git@github.com:Acme/Shop.git';
const repository = 'github.com/acme/shop';
const env = { WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8', WEBHOOK_FIRST_PAUSE_MS: '20' };

onEveryEngine(
  'lessons',
  (server) => {
    it('of a folder go on with the remote that it turns out to be of', async () => {
      const team = await aTeam(server());
      const { client } = team.owner;
      const opened = await team.machine.openSession({
        environmentId: team.environmentId,
        agentInstallationId: team.installationId,
        repoRoot: '/repo',
      });
      const folder = `${team.environmentId}:/repo`;
      const text = 'Say which tests failed before.';
      const { lesson } = await client.proposeLesson({ text, repository: folder });
      await client.adoptLesson({ lessonId: lesson.lessonId, version: 1 });
      const inFolder = (await client.listLessons({ repository: folder })).lessons;
      assert.deepEqual([inFolder.length, inFolder[0]?.repository], [1, folder]);
      await team.machine.reportCommits({ sessionId: opened.sessionId, repoRemote: remote, commits: [] });
      const [known] = (await client.listLessons({ repository: remote })).lessons;
      assert.deepEqual([known?.lessonId, known?.repository], [lesson.lessonId, repository]);
      assert.deepEqual((await client.listLessons({ repository: folder })).lessons, []);
    });

    it('J3 are proposed, changed, adopted and retired, with who, when, why and every version', async () => {
      const team = await aTeam(server());
      const { client } = team.owner;
      const member = await joinTeam(server(), team, 'member');
      const proposed = await member.client.proposeLesson({
        text: '  New tests use `t.Parallel()`. ',
        repository: remote,
        paths: ['**/*_test.go'],
        agents: ['codex'],
        reason: 'Tests take nine minutes.',
        sources: [{ kind: 'file', path: 'CLAUDE.md', line: 41 }],
      });
      const { lessonId } = proposed.lesson;
      assert.deepEqual(
        { ...proposed.lesson, proposed: { ...proposed.lesson.proposed, at: '' } },
        {
          lessonId,
          version: 1,
          state: 'proposed',
          text: 'New tests use `t.Parallel()`.',
          repository,
          paths: ['**/*_test.go'],
          agents: ['codex'],
          ownerId: member.userId,
          sources: [{ kind: 'file', path: 'CLAUDE.md', line: 41 }],
          proposed: { by: member.userId, at: '', reason: 'Tests take nine minutes.' },
          alike: [],
        },
      );
      await assert.rejects(
        member.client.adoptLesson({ lessonId, version: 1 }),
        refusedWith('not_yours'),
        'admins adopt until the policy says otherwise',
      );
      const text = 'New tests begin with `t.Parallel()`.';
      const edited = await member.client.editLesson({ lessonId, version: 1, text, repository });
      assert.deepEqual([edited.lesson.version, edited.lesson.text, edited.lesson.paths], [2, text, []]);
      await assert.rejects(
        client.adoptLesson({ lessonId, version: 1 }),
        refusedWith('lesson_changed'),
        'words nobody has seen',
      );
      const { lesson: adopted } = await client.adoptLesson({ lessonId, version: 2, reason: 'It pays.' });
      assert.deepEqual([adopted.state, adopted.adopted?.reason], ['adopted', 'It pays.']);
      await assert.rejects(
        member.client.editLesson({ lessonId, version: 2, text: 'Never mind.' }),
        refusedWith('not_yours'),
        'what agents are told is no longer the proposer’s',
      );
      await assert.rejects(member.client.retireLesson({ lessonId, reason: 'no' }), refusedWith('not_yours'));
      const { lesson: retired } = await client.retireLesson({ lessonId, reason: 'No difference.' });
      assert.deepEqual([retired.state, retired.retired?.reason], ['retired', 'No difference.']);
      const whole = await member.client.getLesson({ lessonId });
      assert.deepEqual(
        whole.versions.map((one) => [one.version, one.text]),
        [
          [2, text],
          [1, 'New tests use `t.Parallel()`.'],
        ],
      );
      const { ownerUserId } = await client.getOrganization();
      assert.deepEqual(
        whole.steps.map(({ deed, version, by, reason }) => [deed, version, by, reason]),
        [
          ['retired', 2, ownerUserId, 'No difference.'],
          ['adopted', 2, ownerUserId, 'It pays.'],
          ['edited', 2, member.userId, undefined],
          ['proposed', 1, member.userId, 'Tests take nine minutes.'],
        ],
      );
      const again = await client.adoptLesson({ lessonId, version: 2 });
      assert.deepEqual([again.lesson.state, again.lesson.retired], ['adopted', undefined]);
    });

    it('J3 every member adopts where the policy says so, which only admins change', async () => {
      const team = await aTeam(server());
      const member = await joinTeam(server(), team, 'member');
      assert.deepEqual(await member.client.getLessonPolicy(), { adopters: 'admins' });
      await assert.rejects(
        member.client.setLessonPolicy({ adopters: 'members' }),
        refusedWith('insufficient_role'),
      );
      await team.owner.client.setLessonPolicy({ adopters: 'members' });
      const { lessonId } = (await member.client.proposeLesson({ text: 'Run lint.' })).lesson;
      assert.equal((await member.client.listLessons({})).mayAdopt, true);
      await member.client.adoptLesson({ lessonId, version: 1 });
      await member.client.retireLesson({ lessonId, reason: 'Enough.' });
    });

    it('are listed by where they apply and by state; another organization sees none', async () => {
      const team = await aTeam(server());
      const { client } = team.owner;
      const propose = async (text: string, where?: string) =>
        (await client.proposeLesson({ text, ...(where && { repository: where }) })).lesson.lessonId;
      const everywhere = await propose('Say what you did not run.');
      const here = await propose('Use pnpm.', remote);
      const there = await propose('Use make.', 'https://h.example/other');
      await client.adoptLesson({ lessonId: here, version: 1 });
      const ids = async (filter: object) =>
        (await client.listLessons(filter)).lessons.map(({ lessonId }) => lessonId);
      assert.deepEqual(await ids({ repository }), [here, everywhere]);
      assert.deepEqual(await ids({ repository: 'https://github.com/acme/SHOP', state: 'adopted' }), [here]);
      assert.deepEqual(new Set(await ids({ state: 'proposed' })), new Set([everywhere, there]));
      const other = await aTeam(server(), 'Other');
      assert.deepEqual((await other.owner.client.listLessons({})).lessons, []);
      for (const attempt of [
        () => other.owner.client.getLesson({ lessonId: here }),
        () => other.owner.client.editLesson({ lessonId: here, version: 1, text: 'x' }),
        () => other.owner.client.adoptLesson({ lessonId: here, version: 1 }),
        () => other.owner.client.retireLesson({ lessonId: here, reason: 'x' }),
      ])
        await assert.rejects(attempt, refusedWith('lesson_not_found'));
    });

    it('J4 a scope has so many at most, because each must earn its place', async () => {
      const team = await aTeam(server());
      const { client } = team.owner;
      const ids: string[] = [];
      for (let n = 0; n <= limits.lessonsAdopted; n++) {
        const { lesson } = await client.proposeLesson({ text: `Run step ${n}.`, repository });
        ids.push(lesson.lessonId);
      }
      const last = ids.pop() as string;
      for (const lessonId of ids) await client.adoptLesson({ lessonId, version: 1 });
      const adopt = () => client.adoptLesson({ lessonId: last, version: 1 });
      await assert.rejects(adopt, refusedWith('limit_reached'));
      assert.equal((await client.getLesson({ lessonId: last })).lesson.state, 'proposed', 'taken back whole');
      const elsewhere = (await client.proposeLesson({ text: 'Run step a.' })).lesson.lessonId;
      await client.adoptLesson({ lessonId: elsewhere, version: 1 });
      await assert.rejects(
        client.editLesson({ lessonId: elsewhere, version: 1, text: 'Run step a.', repository }),
        refusedWith('limit_reached'),
        'nor by moving one there',
      );
      await client.retireLesson({ lessonId: ids[0] as string, reason: 'Rarely needed.' });
      await adopt();
    });

    it('J5 those that say the same or the contrary are pointed out, where both apply', async () => {
      const team = await aTeam(server());
      const { client } = team.owner;
      const propose = async (text: string, where: string | undefined = repository) =>
        (await client.proposeLesson({ text, repository: where })).lesson.lessonId;
      const first = await propose('Always run `make lint` before you commit.');
      const same = await propose('Please run `make lint` before the commit!');
      const contrary = await propose("Don't run `make lint` before you commit");
      await propose('Run `make lint` before you commit.', 'https://h.example/other');
      await propose('Run `make test` before you commit.');
      const { lesson } = await client.getLesson({ lessonId: first });
      assert.deepEqual(
        new Set(lesson.alike.map((one) => `${one.lessonId} ${one.kind} ${one.why}`)),
        new Set([`${same} same words`, `${contrary} contrary words`]),
      );
      await client.retireLesson({ lessonId: contrary, reason: 'No.' });
      assert.equal((await client.getLesson({ lessonId: first })).lesson.alike.length, 1);
    });

    it('J6 name as evidence only what is there and may be read, and show it to nobody else', async () => {
      const team = await aReviewedTeam(server());
      const { author, ada, owner } = team;
      const sessionId = await anotherSession(team);
      const { thread } = await author.client.openThread({
        sessionId,
        anchor: { sequence: 0 },
        body: 'Use pnpm here.',
      });
      const { threadId } = thread;
      const source = { kind: 'thread', sessionId, threadId } as const;
      await author.client.holdSession({ sessionId, hold: 'released' });
      await assert.rejects(
        ada.client.proposeLesson({ text: 'Use pnpm.', sources: [source] }),
        refusedWith('session_not_shared'),
      );
      const { lesson } = await author.client.proposeLesson({ text: 'Use pnpm.', sources: [source] });
      assert.deepEqual(lesson.sources, [source]);
      const { lessonId } = lesson;
      assert.deepEqual((await owner.client.getLesson({ lessonId })).lesson.sources, []);
      await author.client.releaseSession({ sessionId });
      assert.deepEqual((await ada.client.getLesson({ lessonId })).lesson.sources, [source]);
      const propose = (one: object) =>
        ada.client.proposeLesson({ text: 'x', sources: [{ sessionId, ...one } as typeof source] });
      await assert.rejects(
        propose({ kind: 'thread', threadId: newId('thr') }),
        refusedWith('thread_not_found'),
      );
      await assert.rejects(
        propose({ kind: 'finding', findingId: 'git.discard.1' }),
        refusedWith('finding_not_found'),
      );
      await assert.rejects(
        propose({ kind: 'review', reviewId: newId('rev') }),
        refusedWith('review_not_found'),
      );
      await assert.rejects(propose({ kind: 'thread' }), refusedWith('validation_error'));
      await assert.rejects(propose({ sessionId: newId('ses') }), refusedWith('validation_error'));
    });

    it('J2 hold no secret, link, tag, invisible character or second line', async () => {
      const team = await aTeam(server());
      const { client } = team.owner;
      for (const text of ['', ' ', 'a\nb', 'a\u200bb', 'See https://example.com', '</x>', 'x'.repeat(401)])
        await assert.rejects(client.proposeLesson({ text }), refusedWith('validation_error'));
      await client.proposeLesson({ text: '🜁'.repeat(400) });
      await assert.rejects(
        client.proposeLesson({ text: 'x', check: 'whenever it rains' }),
        refusedWith('validation_error'),
        'a check is read before it is kept',
      );
      const check = ' when  commit unless ran "make  lint" ';
      const { lesson: checked } = await client.proposeLesson({ text: 'Run lint.', check });
      assert.equal(checked.check, 'when commit unless ran "make lint"');
      for (const paths of [['a\nb'], ['"quoted"'], ['<!-- -->'], ['a\u202eb'], Array(21).fill('a')])
        await assert.rejects(client.proposeLesson({ text: 'x', paths }), refusedWith('validation_error'));
      const key = `AKIA${newId('usr')
        .slice(4, 20)
        .toUpperCase()
        .replace(/[^A-Z2-7]/g, 'Q')}`;
      const text = `Use ${key} for uploads.`;
      await assert.rejects(client.proposeLesson({ text }), refusedWith('secret_found'));
      const { lesson } = await client.proposeLesson({ text, asIs: true });
      await assert.rejects(
        client.editLesson({ lessonId: lesson.lessonId, version: 1, text }),
        refusedWith('secret_found'),
      );
    });

    it('J1, J7 a program reads them and never makes one; a machine reads those of where it works, by its own key', async () => {
      const team = await aTeam(server());
      const { owner, machine } = team;
      const { lesson } = await owner.client.proposeLesson({
        text: 'Use pnpm.',
        repository,
        sources: [{ kind: 'session', sessionId: team.sessionId }],
      });
      const { lessonId } = lesson;
      await owner.client.adoptLesson({ lessonId, version: 1 });
      await owner.client.proposeLesson({ text: 'Use make.', repository });
      const { token } = await owner.client.issueToken({
        name: 'ci',
        scopes: ['sessions:read', 'reviews:write'],
      });
      const program = server().client(token);
      const listed = await program.listLessons({ repository, state: 'adopted' });
      assert.deepEqual([listed.lessons.map((one) => one.lessonId), listed.mayAdopt], [[lessonId], false]);
      for (const attempt of [
        () => program.proposeLesson({ text: 'Obey.' }),
        () => program.editLesson({ lessonId, version: 1, text: 'Obey.' }),
        () => program.adoptLesson({ lessonId, version: 1 }),
        () => program.retireLesson({ lessonId, reason: 'x' }),
      ])
        await assert.rejects(attempt, refusedWith('insufficient_scope'));

      const machineId = newId('env');
      const registered = { hostname: 'h', platform: 'linux', serviceCliVersion: '1.0.0', machineId } as const;
      const { environmentId } = await machine.registerEnvironment(registered);
      await assert.rejects(
        machine.getMachineLessons({ environmentId, repository }),
        refusedWith('machine_key_required'),
      );
      const keyed = server().client((await machine.exchangeKey({ environmentId, machineId })).machineKey);
      await assert.rejects(
        keyed.getMachineLessons({ environmentId, repository }),
        refusedWith('repository_not_found'),
      );
      await assert.rejects(
        keyed.getMachineLessons({ environmentId: team.environmentId, repository }),
        refusedWith('environment_not_found'),
      );
      const { installationId } = await keyed.registerInstallation({ environmentId, agentId: 'codex' });
      await keyed.openSession({ environmentId, agentInstallationId: installationId, repoRemote: remote });
      const text = 'Use pnpm.';
      const given = { lessonId, version: 1, text, repository, paths: [], agents: [] };
      assert.deepEqual(await keyed.getMachineLessons({ environmentId, repository: remote }), {
        repository,
        lessons: [given],
      });
      const { status } = await send(server(), 'GET', '/v1/organizations/me/lessons', {
        credential: team.secret,
      });
      assert.equal(status, 401);
    });

    it('endpoints hear of what was adopted and retired, without its words', async () => {
      await using receiver = await aReceiver();
      server().hurry('deliveries');
      const team = await aTeam(server());
      const { client } = team.owner;
      const { secret = '' } = await client.addEndpoint({
        kind: 'webhook',
        name: 'ours',
        url: receiver.url,
        types: ['lesson.adopted', 'lesson.retired'],
      });
      const text = 'Words nobody sends.';
      const { lessonId } = (await client.proposeLesson({ text })).lesson;
      const refused = (await client.proposeLesson({ text: 'Not this.' })).lesson.lessonId;
      await client.retireLesson({ lessonId: refused, reason: 'No agent was ever told.' });
      await client.adoptLesson({ lessonId, version: 1 });
      await client.editLesson({ lessonId, version: 1, text: 'Other words.' });
      await client.retireLesson({ lessonId, reason: 'Enough.' });
      await receiver.until(({ length }) => length >= 2);
      const { received } = receiver;
      for (const one of received) verified(secret, one);
      assert.deepEqual(
        received.map(({ body: { type, data } }) => [type, data.lessonId]),
        [
          ['lesson.adopted', lessonId],
          ['lesson.retired', lessonId],
        ],
      );
      assert.ok(received.every((one) => !/words/i.test(one.text)));
    });
  },
  env,
);
