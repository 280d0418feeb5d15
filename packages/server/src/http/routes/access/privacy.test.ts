import assert from 'node:assert/strict';
import { it } from 'node:test';
import { aReviewedTeam, prompt } from '../../../../testing/review/team.ts';
import { onEveryEngine } from '../../../../testing/suite.ts';
import { joinTeam } from '../../../../testing/team.ts';

onEveryEngine(
  'what is in force about privacy',
  (server) => {
    it('is told to every member, as it stands, and of redactions only those of sessions they may read', async () => {
      const team = await aReviewedTeam(server());
      const { owner, author, ada, machine, sessionId, ownerId } = team;
      const of = ({ client }: Pick<typeof owner, 'client'>) => client.getPrivacy();
      const usual = {
        policy: { visibility: 'organization', hold: 'none', repositories: [] },
        ...{ ownHold: 'none', retentionDays: 77, sendsMail: false, retention: { repositories: [] } },
        people: { members: 4, admins: 1 },
        legalHolds: { inForce: 0, mine: 0 },
        endpoints: { active: 0, withTitles: 0 },
        traces: 'none',
      };
      assert.deepEqual(await of(ada), { ...usual, mine: { sessions: 0, machines: 0 }, redactions: [] });
      const mine = { sessions: 1, machines: 1 };
      assert.deepEqual(await of(author), { ...usual, mine, redactions: [] });
      await machine.appendEvents({ sessionId, events: [prompt('said hush-hush')] });
      for (let busy = true; busy; )
        busy = await owner.client.redactSession({ sessionId, text: 'hush-hush', reason: 'Why.' }).then(
          () => false,
          () => true,
        );
      const until = new Date(Date.now() + 90 * 86_400_000).toISOString();
      for (const subject of [author.userId, ada.userId])
        await owner.client.setLegalHold({ kind: 'member', subject, reason: 'A dispute', until });
      await joinTeam(server(), team, 'admin');
      await author.client.setOwnHold({ hold: '1d' });
      const policy = { visibility: 'reviewers' as const, hold: '1h' as const, repositories: [] };
      await owner.client.setAccessPolicy(policy);
      const [redaction, ...more] = (await of(author)).redactions;
      assert.deepEqual(
        [redaction?.sessionId, redaction?.requestedBy, redaction?.reason, redaction?.count, more],
        [sessionId, ownerId, 'Why.', 1, []],
      );
      const { redactions, ...rest } = await of(ada);
      assert.deepEqual(redactions, [], 'of a session that is for reviewers');
      assert.deepEqual(rest, {
        ...usual,
        policy,
        people: { members: 5, admins: 2 },
        legalHolds: { inForce: 2, mine: 1 },
        mine: { sessions: 0, machines: 0 },
      });
      assert.equal((await of(author)).ownHold, '1d');
    });
  },
  { RETENTION_DAYS: '77' },
);
