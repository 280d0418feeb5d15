import type { RouteName } from '@debrief/contract';
import { aCommit, linesOf, prompt, runs, writes } from '../links/link.ts';
import { aReviewedTeam, folded, type Member, type ReviewedTeam } from '../review/team.ts';
import type { TestServer } from '../server.ts';
import { aWord } from '../session/planted-words.ts';
import { joinTeam } from '../team.ts';

/**
 * A session of `author` with one word in every place a session has words in. `ada` is mentioned in it, `ben` is asked to
 * review it, `admin` is an admin, and the owner is one, too.
 */
export interface PlantedContent extends ReviewedTeam {
  admin: Member;
  /** Its check speaks of a command of the session. */
  lessonId: string;
  word: string;
  sha: string;
  path: string;
  repository: string;
  /** A line of its commit, as the terminal asks for it. */
  line: string;
}

export async function plantContent(server: TestServer): Promise<PlantedContent> {
  const word = aWord();
  const team = await aReviewedTeam(server);
  const admin = await joinTeam(server, team, 'admin');
  const { machine, environmentId, installationId, author, ada, ben } = team;
  const path = `src/${word}.ts`;
  const repository = `git.example/acme/${aWord()}`;
  const { sessionId } = await machine.openSession({
    environmentId,
    agentInstallationId: installationId,
    title: `About ${word}`,
    repoRoot: '/home/dev/app',
    gitBranch: `topic/${word}`,
    externalId: `id-${word}`,
    repoRemote: `https://${repository}.git`,
  });
  const lines = linesOf(word);
  // Files of commits are facts about the repository: those of the session alone are its content.
  const commit = aCommit(word, { at: Date.now(), lines, files: [] });
  const records = [
    prompt(1, `Please look at ${word}`),
    ...writes(2, `/home/dev/app/${path}`, lines),
    ...runs(3, `git checkout -- ${word}`, word),
    ...runs(4, `git commit -m ${word}`, `[main ${commit.sha.slice(0, 10)}] ${word}\n 1 file changed`),
  ];
  await machine.appendEvents({
    sessionId,
    events: records.map((payload) => ({ eventType: 'record', payload })),
  });
  await machine.reportCommits({ sessionId, commits: [commit] });
  await machine.completeSession({ sessionId });
  await folded(team, sessionId);
  await author.client.renameSession({ sessionId, title: `Named ${word}` });
  await author.client.addLink({ sessionId, sha: commit.sha });
  const body = `What of ${word}? @${ada.userId}`;
  await author.client.openThread({ sessionId, anchor: { sequence: 1 }, body });
  await team.owner.client.assignReviewer({ sessionId, userId: ben.userId });
  const { lesson } = await team.owner.client.proposeLesson({
    text: 'Do not put back what others wrote.',
    check: 'when command "git checkout"',
  });
  return {
    ...team,
    lessonId: lesson.lessonId,
    sessionId,
    admin,
    word,
    sha: commit.sha,
    path,
    repository,
    line: lines[0] as string,
  };
}

type Inputs = Partial<Record<RouteName, Record<string, unknown>>>;

/** What each route with content is asked, so that it gets as far as the session and changes nothing that others see. */
export function contentInputs({ lessonId, sessionId, sha, path, repository, word }: PlantedContent): Inputs {
  const nobody = 'usr_nobody';
  return {
    renameSession: { title: `Named ${word}` },
    listTitles: {},
    listRedactions: {},
    findSecrets: {},
    previewRedaction: { text: word },
    redactSession: { text: 'nothing of it', reason: 'x' },
    getPrivacy: {},
    lookForWords: { text: word },
    listRedactionJobs: {},
    listEvents: {},
    streamEvents: {},
    getFindings: {},
    decideFinding: { findingId: 'none.1', verdict: 'wrong' },
    withdrawDecision: { findingId: 'none.1' },
    listThreads: {},
    openThread: { anchor: { sequence: 1 }, body: `More of ${word}` },
    changeThread: { threadId: 'thr_none', state: 'resolved' },
    addComment: { threadId: 'thr_none', body: 'x' },
    editComment: { threadId: 'thr_none', commentId: 'cmt_none', body: 'x' },
    deleteComment: { threadId: 'thr_none', commentId: 'cmt_none' },
    putBack: {},
    getReview: {},
    submitReview: { outcome: 'noted', throughSequence: 1, body: word },
    withdrawReview: { reviewId: 'rev_none' },
    dismissReview: { reviewId: 'rev_none', reason: 'x' },
    setMark: { throughSequence: 0 },
    setTick: { kind: 'claim', subject: '1.0', version: 'x', ticked: false },
    setSeen: { throughSequence: 0 },
    assignReviewer: { userId: nobody },
    removeReviewer: { userId: nobody },
    declineReview: { note: 'x' },
    listSessionLinks: {},
    listSessionLessons: {},
    addLink: { sha: '0'.repeat(40) },
    removeLink: { sha: '0'.repeat(40) },
    addPullLink: { url: 'https://git.example/acme/app/pull/1' },
    removePullLink: { url: 'https://git.example/acme/app/pull/1' },
    getTranscript: {},
    getSkeleton: {},
    getEntry: { entryId: '1.0' },
    getOutline: {},
    getBrief: {},
    getChanges: {},
    getFileAt: { path: `/home/dev/app/${path}`, at: 3 },
    findInSession: { q: word },
    listHeld: {},
    listSessions: {},
    getSession: {},
    searchSessions: { q: word },
    listReviews: {},
    takeNextReview: {},
    getToday: {},
    doMany: { deed: 'unlabel', label: 'none', sessionIds: [sessionId] },
    findLinks: { commit: sha },
    findPriorWork: { file: [path], repository },
    getRepository: { repository },
    listCommits: { repository },
    listInbox: { state: 'all' },
    changeNotification: {},
    streamInbox: {},
    listAudit: {},
    exportOrganization: {},
    downloadOwnData: {},
    backtestRule: { change: { rule: 'git.discard', severity: 'high' } },
    offerTeamRules: {},
    tryCheck: { check: 'when command "git checkout"' },
    listKeptRules: { repository },
    listRepeatedFailures: { repository },
    getLessonEffect: { lessonId },
    listLessonEffects: {},
  };
}
