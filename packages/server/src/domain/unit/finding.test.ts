import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import type { Finding } from '@debrief/findings';
import {
  anOrganizationAlone,
  begin,
  type OrganizationAlone,
  onAStoreAlone,
} from '../../../testing/domain/organization.ts';
import type { Context } from '../context.ts';
import { decideFinding, withdrawDecision } from '../findings/disposition.ts';
import { getFindings, presentFinding, readFindingId } from '../findings/finding.ts';
import { getFindingsPolicy, setFindingsPolicy } from '../findings/findings-policy.ts';
import { listRules } from '../findings/rule.ts';

const finding = { rule: 'git.discard', sequence: 3, severity: 'high', why: 'because' } as unknown as Finding;

onAStoreAlone('findings and what people say about them', (storage) => {
  let team: OrganizationAlone;
  let context: Context;
  let sessionId: string;
  beforeEach(async () => {
    team = await anOrganizationAlone(storage());
    ({ sessionId } = await team.session());
    const { store } = team.context;
    const found = { findings: [finding], claims: [], interventions: [], notJudged: [] };
    const judgement = {
      ...store.judgement,
      find: async (id: string) => (id === sessionId ? found : undefined),
      fired: async () => [{ rule: 'git.discard', sessions: 2, findings: 5 }],
    };
    context = { ...team.context, store: { ...store, judgement } } as unknown as Context;
  });

  const place = () => ({ sessionId, findingId: 'git.discard.3' });
  const heard = async (work: () => Promise<unknown>) =>
    (await team.hears(work)).sessions.map((one) => one.sessionId);

  it('a decision is kept with who, when and why, audited, and has the session judged again', async () => {
    const { owner } = team;
    const decide = (verdict: 'wrong' | 'expected', note?: string) =>
      decideFinding(context, owner, { ...place(), verdict, ...(note !== undefined && { note }) });
    assert.deepEqual(await heard(() => decide('wrong', 'a try')), [sessionId]);
    const { findings } = await getFindings(context, owner, { sessionId });
    const at = new Date(begin).toISOString();
    assert.deepEqual(findings[0]?.disposition, {
      verdict: 'wrong',
      note: 'a try',
      decidedBy: owner.userId,
      decidedAt: at,
    });
    assert.deepEqual((await decide('expected', '')).disposition, {
      verdict: 'expected',
      decidedBy: owner.userId,
      decidedAt: at,
    });
    const [entry, ...more] = await team.entries('finding_decided');
    assert.deepEqual([entry?.actorId, entry?.targetId, more.length], [owner.userId, sessionId, 1]);
    const missing = { code: 'finding_not_found' };
    for (const findingId of ['git.discard.4', 'git.other.3', 'git.discard', '3', `${'a'.repeat(61)}.3`]) {
      await assert.rejects(
        decideFinding(context, owner, { sessionId, findingId, verdict: 'wrong' }),
        missing,
      );
    }
  });

  it('what is taken back is audited and judged again once; taking back nothing is neither', async () => {
    const { owner } = team;
    const withdraw = () => withdrawDecision(context, owner, place());
    assert.deepEqual(await heard(withdraw), []);
    assert.equal((await team.entries('finding_decision_withdrawn')).length, 0);
    await decideFinding(context, owner, { ...place(), verdict: 'wrong' });
    assert.deepEqual(await heard(withdraw), [sessionId]);
    assert.deepEqual(await heard(withdraw), []);
    assert.equal((await team.entries('finding_decision_withdrawn')).length, 1);
    assert.equal((await getFindings(context, owner, { sessionId })).findings[0]?.disposition, undefined);
  });

  it('a decision that demotes a rule, and a new policy, have every session judged again', async () => {
    const { owner } = team;
    const other = (await team.session()).sessionId;
    const { store } = context;
    const finding_ = { ...store.finding, decide: async () => ({ forAll: 'quiet' as const }) };
    const limits: number[] = [];
    const session: Context['store']['session'] = {
      ...store.session,
      list: async (organizationId, query) => {
        limits.push(query.limit);
        return store.session.list(organizationId, query);
      },
    };
    const forAll = { ...context, store: { ...store, session, finding: finding_ } } as Context;
    const all = await heard(() => decideFinding(forAll, owner, { ...place(), verdict: 'wrong' }));
    assert.deepEqual([...new Set(all)].sort(), [sessionId, other].sort());
    assert.deepEqual(limits, [200], 'the others follow by themselves');
    const { policy } = await getFindingsPolicy(context, owner);
    const again = await heard(() =>
      setFindingsPolicy(context, owner, { ...policy, trustedHosts: ['a.example'] }),
    );
    assert.deepEqual(again.sort(), [sessionId, other].sort());
    const [entry] = await team.entries('findings_policy_changed');
    assert.deepEqual([entry?.actorId, entry?.targetId], [owner.userId, owner.organizationId]);
    assert.deepEqual((await getFindingsPolicy(context, owner)).policy.trustedHosts, ['a.example']);
    const [kept] = await store.finding.policies(owner.organizationId);
    assert.deepEqual([kept?.updatedBy, kept?.updatedAt], [owner.userId, begin]);
  });

  it('a policy with an unknown rule or a repository twice is refused and changes nothing', async () => {
    const { owner } = team;
    const { policy } = await getFindingsPolicy(context, owner);
    const { repositories: _, ...own } = policy;
    const twice = [1, 2].map(() => ({ ...own, repoRoot: '/a' }));
    const unknown = { 'no.rule': 'off' as const };
    for (const bad of [
      { ...policy, rules: unknown },
      { ...policy, repositories: twice },
      { ...policy, repositories: [{ ...own, repoRoot: '/a', rules: unknown }] },
    ]) {
      await assert.rejects(setFindingsPolicy(context, owner, bad), { code: 'validation_error' });
    }
    assert.deepEqual(await context.store.finding.policies(owner.organizationId), []);
    await setFindingsPolicy(context, owner, { ...policy, repositories: twice.slice(1) });
    const { policy: kept } = await getFindingsPolicy(context, owner);
    assert.deepEqual(
      kept.repositories.map(({ repoRoot }) => repoRoot),
      ['/a'],
    );
  });

  it('says how far it looked, and who looked is noted', async () => {
    const { owner } = team;
    const found = await getFindings(context, owner, { sessionId });
    assert.deepEqual(
      [found.eventCount, found.foldedTo, found.isCurrent, found.findings.length],
      [0, 0, true, 1],
    );
    const { readers } = { readers: await team.entries('session_read') };
    assert.deepEqual(
      readers.map(({ actorId, targetId, channel }) => [actorId, targetId, channel]),
      [[owner.userId, sessionId, 'findings']],
    );
    const other = await team.session();
    const none = await getFindings(context, owner, other);
    assert.deepEqual([none.isCurrent, none.findings], [false, []]);
  });

  it('rules are listed with what they found and what people said; a policy wins over a demotion', async () => {
    const { owner } = team;
    const { store } = context;
    const decisions = async () => [{ rule: 'git.discard', confirmed: 15, expected: 5, wrong: 10 }];
    const counts = { decisions: 30, wrong: 10, people: 4, wrongPeople: 3, wrongAuthors: 2 };
    const counted = async () => [{ rule: 'git.discard', ...counts }];
    const finding_ = { ...store.finding, decisions, counted };
    const decided = { ...context, store: { ...store, finding: finding_ } } as Context;
    const rule = async (given: Context, name = 'git.discard') =>
      (await listRules(given, owner)).rules.find((one) => one.rule === name);
    const demoted = await rule(decided);
    assert.deepEqual([demoted?.severity, demoted?.isDemoted, demoted?.usualSeverity], ['low', true, 'high']);
    assert.deepEqual(
      [demoted?.sessions, demoted?.findings, demoted?.decisions],
      [2, 5, { confirmed: 15, expected: 5, wrong: 10 }],
    );
    const plain = await rule(context);
    assert.deepEqual([plain?.severity, plain?.isDemoted], ['high', false]);
    const quiet = await rule(context, 'git.force-push');
    assert.deepEqual(
      [quiet?.sessions, quiet?.findings, quiet?.decisions],
      [0, 0, { confirmed: 0, expected: 0, wrong: 0 }],
    );
    const { policy } = await getFindingsPolicy(context, owner);
    await setFindingsPolicy(context, owner, { ...policy, rules: { 'git.discard': 'medium' } });
    const said = await rule(decided);
    assert.deepEqual([said?.severity, said?.isDemoted], ['medium', false]);
  });

  it('a finding of a rule that is gone is shown by the name of its rule', () => {
    const shown = presentFinding({ ...finding, rule: 'gone.rule' } as never, undefined);
    assert.deepEqual(
      [shown.findingId, shown.title, shown.means, shown.check],
      ['gone.rule.3', 'gone.rule', '', ''],
    );
    assert.deepEqual(readFindingId('git.force-push.12'), { rule: 'git.force-push', sequence: 12 });
  });
});
