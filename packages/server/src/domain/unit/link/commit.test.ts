import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import { limits } from '@debrief/contract';
import {
  anOrganizationAlone,
  begin,
  type OrganizationAlone,
  onAStoreAlone,
} from '../../../../testing/domain/organization.ts';
import { aCommit, shaOf } from '../../../../testing/links/link.ts';
import type { Context } from '../../context.ts';
import { newId } from '../../id.ts';
import { reportCommits } from '../../link/commit.ts';
import { readReport } from '../../link/commit-facts.ts';
import { createIntegration, listIntegrations, removeIntegration } from '../../link/integration.ts';
import { addLink, findLinks, listSessionLinks, removeLink } from '../../link/link.ts';
import { addressOf } from '../../link/pull.ts';

onAStoreAlone('commits and links', (storage) => {
  let team: OrganizationAlone;
  let sessionId: string;
  beforeEach(async () => {
    team = await anOrganizationAlone(storage());
    ({ sessionId } = await team.session());
  });

  const report = async (given: object, context = team.context) =>
    reportCommits(context, team.machine, { sessionId, ...readReport({ commits: [], ...given }) });

  it('L11 a report is heard like new events; the same commit twice counts once, and a rewrite into itself is none', async () => {
    const commit = aCommit('one');
    const reported: { commits: object[]; rewrites: object[]; max: unknown }[] = [];
    const { store } = team.context;
    const noted = {
      ...team.context,
      store: {
        ...store,
        commit: {
          ...store.commit,
          report: async (given: (typeof reported)[0]) => {
            reported.push(given);
            return store.commit.report(given as never);
          },
        },
      },
    } as unknown as Context;
    const rewrites = [
      { from: commit.sha, to: commit.sha, kind: 'amend' },
      { from: commit.sha, to: shaOf('two'), kind: 'amend' },
    ];
    const heard = await team.hears(async () =>
      assert.deepEqual(await report({ commits: [commit, commit], rewrites }, noted), {
        sessionId,
        accepted: 1,
      }),
    );
    assert.deepEqual(heard.sessions, [{ sessionId }]);
    assert.deepEqual([reported[0]?.commits.length, reported[0]?.rewrites.length], [1, 1]);
    assert.equal(reported[0]?.max, limits);
    const [kept] = await store.commit.findAll(team.owner.organizationId, [commit.sha]);
    assert.ok(kept);
    for (const [answer, code] of [
      ['session_gone', 'session_not_found'],
      ['limit_reached', 'limit_reached'],
    ] as const) {
      const refusing = {
        ...team.context,
        store: { ...store, commit: { ...store.commit, report: async () => answer } },
      } as unknown as Context;
      const silent = await team.hears(() =>
        assert.rejects(report({ commits: [commit] }, refusing), { code }),
      );
      assert.deepEqual(silent.sessions, []);
    }
  });

  it('L13 what people say about a commit is audited and dated, and only about one that is known', async () => {
    const { context, owner } = team;
    const { sha } = aCommit('said');
    const missing = { code: 'commit_not_found' };
    await assert.rejects(addLink(context, owner, { sessionId, sha }), missing);
    await report({ commits: [aCommit('said')] });
    const { links } = await addLink(context, owner, { sessionId, sha });
    assert.deepEqual(
      links.map((link) => [link.sha, link.strength, link.byHand]),
      [[sha, 'stated', true]],
    );
    const [decision] = await context.store.link.decisionsOfSession(sessionId);
    assert.deepEqual([decision?.decidedBy, decision?.decidedAt], [owner.userId, begin]);
    assert.deepEqual((await removeLink(context, owner, { sessionId, sha })).links, []);
    assert.deepEqual((await listSessionLinks(context, owner, { sessionId })).links, []);
    const deeds = [...(await team.entries('link_added')), ...(await team.entries('link_removed'))];
    assert.deepEqual(
      deeds.map(({ action, actorId, targetId }) => [action, actorId, targetId]),
      [
        ['link_added', owner.userId, sessionId],
        ['link_removed', owner.userId, sessionId],
      ],
    );
    await assert.rejects(addLink(context, owner, { sessionId, sha: sha.slice(0, 7) }), missing);
    await assert.rejects(addLink(context, owner, { sessionId: 'x', sha }), { code: 'session_not_found' });
  });

  it('links are asked for by exactly one of commit, pull request and file', async () => {
    const { context, owner } = team;
    const refused = { code: 'validation_error' };
    const url = 'https://github.com/acme/app/pull/1';
    for (const bad of [
      {},
      { commit: 'abcdef1', path: 'a' },
      { pull: url, path: 'a' },
      { path: 'a', line: '1' },
    ]) {
      await assert.rejects(findLinks(context, owner, bad), refused, JSON.stringify(bad));
    }
    assert.deepEqual((await findLinks(context, owner, { path: 'a' })).links, []);
    assert.deepEqual((await findLinks(context, owner, { pull: url })).pulls, []);
    await assert.rejects(findLinks(context, owner, { commit: 'abcdef1' }), { code: 'commit_not_found' });
    for (const address of ['https://github.com/acme/app', 'https://h/pull/0', 'ftp://h/pull/1', 'pull/1']) {
      assert.throws(() => addressOf(address), refused, address);
    }
    assert.equal(addressOf('https://h/a/pull/999999999/?x#y'), 'https://h/a/pull/999999999');
  });

  it('an integration is audited when it is made and removed, and only its organization removes it', async () => {
    const { context, owner } = team;
    const { integrationId, secret, url } = await createIntegration(context, owner, { provider: 'gitlab' });
    assert.match(secret, /^whsec_/);
    assert.equal(url, `https://debrief.example/v1/integrations/gitlab?integration=${integrationId}`);
    const stranger = { ...owner, organizationId: 'org_other' };
    const missing = { code: 'integration_not_found' };
    await assert.rejects(removeIntegration(context, stranger, { integrationId }), missing);
    assert.equal((await listIntegrations(context, owner)).integrations.length, 1);
    await removeIntegration(context, owner, { integrationId });
    await assert.rejects(removeIntegration(context, owner, { integrationId }), missing);
    await assert.rejects(removeIntegration(context, owner, { integrationId: 'x' }), missing);
    assert.deepEqual((await listIntegrations(context, owner)).integrations, []);
    for (const action of ['integration_created', 'integration_removed'] as const) {
      const [entry, ...more] = await team.entries(action);
      assert.deepEqual([entry?.actorId, entry?.targetId, more.length], [owner.userId, integrationId, 0]);
    }
  });

  it('L11 what a machine tells of a commit is bounded, and its times are ones that can be kept', async () => {
    const kept: Record<string, unknown>[] = [];
    const followed: string[][] = [];
    const { store } = team.context;
    const noted = {
      ...team.context,
      store: {
        ...store,
        commit: {
          ...store.commit,
          report: async ({ commits }: { commits: typeof kept }) => kept.push(...commits),
        },
        pullRequest: { follow: async (_: string, shas: string[]) => followed.push(shas) },
      },
    } as unknown as Context;
    const tell = async (given: object) => {
      await report({ commits: [{ ...aCommit('x'), ...given }] }, noted);
      return kept.at(-1) ?? {};
    };
    const lines = (count: number) => Buffer.alloc(count * 4).toString('base64');
    const files = [
      { path: 'a', added: 2, removed: 1 },
      { path: 'b', added: 3, removed: 4 },
    ];
    const plain = await tell({ files, addedLines: lines(2), patchId: undefined });
    assert.deepEqual(
      [plain.added, plain.removed, plain.fileCount, plain.lineCount, plain.receivedAt],
      [5, 5, 2, 2, begin],
    );
    assert.deepEqual(
      [plain.branch, plain.patchId, plain.subjectHash, plain.trailers],
      [null, null, null, '[]'],
    );
    assert.deepEqual(followed, [[aCommit('x').sha]], 'pull requests that hold it are followed');
    const said = {
      fileCount: 9,
      lineCount: 7,
      branch: 'b',
      patchId: 'p',
      subjectHash: 'h',
      trailers: ['T: x'],
    };
    const full = await tell({ ...said, files, addedLines: lines(2) });
    assert.deepEqual({ ...full, ...said, trailers: '["T: x"]' }, full);
    const huge = Number.MAX_SAFE_INTEGER;
    const many = await tell({ files: [1, 2].map((n) => ({ path: `${n}`, added: huge, removed: 0 })) });
    assert.equal(many.added, huge);
    const timeOf = async (authoredAt: string) => (await tell({ authoredAt })).authoredAt;
    assert.equal(await timeOf('1960-01-01T00:00:00Z'), 0);
    assert.equal(await timeOf('no time'), 0);
    assert.equal(await timeOf('+012345-01-01T00:00:00Z'), Date.UTC(9999, 11, 31));
    assert.equal((await tell({ addedLines: lines(limits.commitLines) })).lineCount, limits.commitLines);
    const refused = { code: 'validation_error' };
    await assert.rejects(tell({ addedLines: lines(limits.commitLines + 1) }), refused);
    await assert.rejects(tell({ addedLines: Buffer.alloc(5).toString('base64') }), refused);
  });

  it('L10 a remote that is told later names the repository, where the session had only its folder', async () => {
    const { store } = team.context;
    const environmentId = newId('env');
    const repositories: string[] = [];
    const adopted: unknown[][] = [];
    const told = async (session: object, repoRemote?: string) => {
      const noted = {
        ...team.context,
        store: {
          ...store,
          session: {
            ...store.session,
            find: async () => ({ sessionId, environmentId, secretEnvironment: 'live', ...session }),
          },
          environment: { find: async () => ({ keyedAt: null }) },
          repository: { adopt: async (...args: unknown[]) => adopted.push(args) && 0 },
          commit: {
            report: async ({ repository }: { repository: string }) => {
              repositories.push(repository);
              return 0;
            },
          },
          pullRequest: { follow: async () => {} },
        },
      } as unknown as Context;
      await report({ ...(repoRemote && { repoRemote }) }, noted);
      return repositories.at(-1);
    };
    const byRoot = { organizationId: 'org_1', repoRoot: '/a', repository: `${environmentId}:/a` };
    assert.equal(await told(byRoot), `${environmentId}:/a`);
    assert.deepEqual(adopted, []);
    assert.equal(await told(byRoot, 'git@h:o/r'), 'h/o/r');
    assert.deepEqual(adopted, [['org_1', `${environmentId}:/a`, 'h/o/r']]);
    assert.equal(await told({ ...byRoot, repository: 'known/o/r' }, 'git@h:o/r'), 'known/o/r');
    assert.equal(await told({ repoRoot: null, repository: null }, 'git@h:o/r'), 'h/o/r');
    assert.equal(await told({ repoRoot: null, repository: null }), sessionId);
    assert.equal(adopted.length, 1);
  });
});
