import assert from 'node:assert/strict';
import { it } from 'node:test';
import { aCommit } from '../../../../testing/links/link.ts';
import { send } from '../../../../testing/request.ts';
import { onEveryEngine } from '../../../../testing/suite.ts';
import { aTeam } from '../../../../testing/team.ts';

const me = '/v1/organizations/me';

onEveryEngine('commits that machines report', (server) => {
  it('L11 is bounded and refuses what is malformed, and what is another organization’s', async () => {
    const [team, other] = [await aTeam(server()), await aTeam(server(), 'Other')];
    const { sessionId } = team;
    const path = `/v1/sessions/${sessionId}/commits`;
    const good = aCommit('iota');
    const bad: [object, string][] = [
      [{}, 'validation_error'],
      [{ commits: Array.from({ length: 51 }, (_, n) => aCommit(`c${n}`)) }, 'validation_error'],
      [{ commits: [{ ...good, sha: 'HEAD' }] }, 'validation_error'],
      [{ commits: [{ ...good, addedLines: 'AAAA' }] }, 'validation_error'],
      [{ commits: [{ ...good, addedLines: 'not base64!' }] }, 'validation_error'],
      [{ commits: [{ ...good, addedLines: Buffer.alloc(80_004).toString('base64') }] }, 'validation_error'],
      [{ commits: [{ ...good, authoredAt: 'yesterday' }] }, 'validation_error'],
      [
        { commits: [{ ...good, files: Array(2001).fill({ path: 'a', added: 0, removed: 0 }) }] },
        'validation_error',
      ],
      [{ commits: [{ ...good, files: [{ path: 'a\u0000b', added: 0, removed: 0 }] }] }, 'validation_error'],
      [{ commits: [{ ...good, branch: 'x'.repeat(256) }] }, 'validation_error'],
      [{ commits: [], rewrites: [{ from: good.sha, to: good.sha, kind: 'squash' }] }, 'validation_error'],
    ];
    for (const [json, code] of bad) {
      const reply = await send(server(), 'POST', path, { credential: team.secret, json });
      assert.equal(reply.code, code, JSON.stringify(json).slice(0, 200));
    }
    const foreign = await send(server(), 'POST', path, {
      credential: other.secret,
      json: { commits: [good] },
    });
    assert.equal(foreign.code, 'session_not_found');
    await team.machine.reportCommits({ sessionId, commits: [good] });
    await assert.rejects(other.owner.client.findLinks({ commit: good.sha }), { code: 'commit_not_found' });
    for (const query of ['', '?commit=abc', '?commit=HEAD', `?commit=${good.sha}&path=a`, '?path=a&line=1']) {
      const reply = await send(server(), 'GET', `${me}/links${query}`, { credential: team.owner.token });
      assert.equal(reply.status, 400, query);
    }
  });

  it('shows subjects, branches and paths of anybody as they are, and runs none of them', async () => {
    const team = await aTeam(server());
    const path = '<img src=x onerror=alert(1)>/`$(touch pwned)`;drop table commits;--';
    const branch = '-rf $(id) <script>';
    const commit = aCommit('hostile', { branch, files: [{ path, added: 2_147_483_647, removed: 0 }] });
    await team.machine.reportCommits({ sessionId: team.sessionId, commits: [commit] });
    const { commits } = await team.owner.client.findLinks({ commit: commit.sha });
    assert.equal(commits[0]?.branch, branch);
    assert.equal(commits[0]?.files[0]?.path, path);
    const odd = await team.owner.client.findLinks({ path: "' or 1=1; --" });
    assert.deepEqual(odd.sessions, []);
  });
});
