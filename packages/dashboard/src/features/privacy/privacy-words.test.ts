import assert from 'node:assert/strict';
import { it } from 'node:test';
import { holdTimes, type Privacy } from '@debrief/contract';
import { privacyWords } from './privacy-words.ts';

const settings: Privacy = {
  policy: {
    visibility: 'organization',
    hold: '1h',
    repositories: [{ repository: 'h.example/a', visibility: 'members', members: ['usr_1'], hold: '4h' }],
  },
  ownHold: '1d',
  retentionDays: 90,
  retention: { repositories: [{ repository: 'h.example/k', days: 10 }] },
  sendsMail: false,
  people: { members: 12, admins: 2 },
  legalHolds: { inForce: 3, mine: 1 },
  endpoints: { active: 4, withTitles: 2 },
  traces: 'ids',
  mine: { sessions: 31, machines: 5 },
  redactions: [],
};

const said = (privacy: Privacy): string =>
  privacyWords(privacy, (userId) => `<${userId}>`)
    .flatMap(({ sentences }) => sentences)
    .join('\n');

/** Every other value of each setting; the redactions are listed beside the words. */
const others: Record<string, Privacy[]> = {
  visibility: [{ ...settings, policy: { ...settings.policy, visibility: 'reviewers' } }],
  hold: holdTimes
    .filter((hold) => hold !== '1h')
    .map((hold) => ({ ...settings, policy: { ...settings.policy, hold } })),
  repositories: [
    [],
    ...(['organization', 'reviewers'] as const).map((visibility) => ({ visibility })),
    { repository: 'h.example/b' },
    { members: [] },
    { members: ['usr_1', 'usr_2'] },
    ...holdTimes.filter((hold) => hold !== '4h').map((hold) => ({ hold })),
  ].map((one) => ({
    ...settings,
    policy: {
      ...settings.policy,
      repositories: Array.isArray(one)
        ? []
        : [{ ...(settings.policy.repositories[0] as Privacy['policy']['repositories'][number]), ...one }],
    },
  })),
  ownHold: holdTimes.filter((hold) => hold !== '1d').map((ownHold) => ({ ...settings, ownHold })),
  retentionDays: [
    { ...settings, retentionDays: 30 },
    (({ retentionDays: _, ...rest }: Privacy) => rest)(settings),
  ],
  retention: [
    { days: 5, repositories: settings.retention.repositories },
    { repositories: [] },
    { repositories: [{ repository: 'h.example/k', days: 11 }] },
    { repositories: [{ repository: 'h.example/k', days: null }] },
    { repositories: [{ repository: 'h.example/l', days: 10 }] },
  ].map((retention) => ({ ...settings, retention })),
  sendsMail: [{ ...settings, sendsMail: true }],
  people: [
    { ...settings, people: { members: 13, admins: 2 } },
    { ...settings, people: { members: 12, admins: 1 } },
  ],
  legalHolds: [
    ...[0, 1, 2].map((inForce) => ({ ...settings, legalHolds: { inForce, mine: 1 } })),
    ...[0, 2].map((mine) => ({ ...settings, legalHolds: { inForce: 3, mine } })),
  ],
  endpoints: [
    ...[0, 1, 5].map((active) => ({ ...settings, endpoints: { active, withTitles: 2 } })),
    ...[0, 1].map((withTitles) => ({ ...settings, endpoints: { active: 4, withTitles } })),
  ],
  traces: (['none', 'words'] as const).map((traces) => ({ ...settings, traces })),
  mine: [
    ...[0, 1, 2].map((sessions) => ({ ...settings, mine: { sessions, machines: 5 } })),
    ...[0, 1, 2].map((machines) => ({ ...settings, mine: { sessions: 31, machines } })),
  ],
};

it('each setting that changes changes what is said, and no two values are said alike', () => {
  const names = new Set([...Object.keys(settings), ...Object.keys(settings.policy)]);
  assert.deepEqual(
    new Set(Object.keys(others)),
    new Set([...names].filter((name) => name !== 'policy' && name !== 'redactions')),
    'every setting is tried',
  );
  const all = [settings, ...Object.values(others).flat()].map(said);
  assert.equal(new Set(all).size, all.length);
});

it('says what the settings say', () => {
  const text = said(settings);
  for (const words of [
    'read by every member of the organization',
    'shown to all 12 members',
    '2 of them are admins',
    'In h.example/a a session is read by author, reviewers, admins and <usr_1>. Its sessions are held at least while they run and four hours after their end.',
    'only the author reads them while they run and one hour after their end',
    'You hold your own new sessions at least while they run and one day after their end.',
    'deleted 90 days after its end',
    'In h.example/k a session is deleted 10 days after its end',
    '3 legal holds are in force',
    '1 of them is on you',
    '4 webhooks, chats or forges are told what happens',
    '2 of them are told titles',
    '31 sessions here are yours',
    'what each session called and cost once it has ended, without words of it',
    'This server sends no mail.',
  ])
    assert.ok(text.includes(words), words);
});
