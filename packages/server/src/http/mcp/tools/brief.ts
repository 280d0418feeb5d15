import type { Brief } from '@debrief/contract';
import { Type } from 'typebox';
import { getBrief } from '../../../domain/findings/brief.ts';
import { getSession } from '../../../domain/session/session.ts';
import { joined, origin, said } from '../text.ts';
import { type Asked, linkTo, namesOf, sessionField, sessionOf, tool } from '../tool.ts';

const most = 8000;

export const briefTool = tool<{ session: string }>({
  name: 'session_brief',
  title: 'One screen of a session',
  description:
    'When a session turned up and you need to know what came of it before you read it: what was asked, what was done, which files changed, which checks failed, what was found, which threads are open. At most about 2 000 tokens.',
  scope: 'sessions:read',
  isDerived: true,
  most,
  input: Type.Object({ session: sessionField }),
  async run(asked, input) {
    const { context, actor } = asked;
    const sessionId = sessionOf(input.session);
    // First: it refuses whoever may not read it.
    const { brief, state } = await getBrief(context, actor, { sessionId });
    const { session } = await getSession(context, actor, { sessionId });
    const nameOf = await namesOf(asked);
    const head = `${linkTo(asked, sessionId)} ${session.title ? said(session.title, 200) : ''}
${session.startedAt.slice(0, 16)}Z, ${nameOf(session.authorUserId)} with ${session.agentId}${session.repository ? `, ${said(session.repository, 200)}` : ''}`;
    if (!brief)
      return `${origin}\n\n${head}\n\nNothing is derived of it yet (${state}); try again in a moment.`;
    return joined([origin, head, ...partsOf(asked, sessionId, brief)], most);
  },
});

const listed = (title: string, lines: readonly string[], total = lines.length): string[] =>
  lines.length === 0
    ? []
    : [
        [
          `${title}${total > lines.length ? ` (${total}, the first ${lines.length})` : ''}:`,
          ...lines.map((line) => `- ${line}`),
        ].join('\n'),
      ];

function partsOf(asked: Asked, sessionId: string, brief: Brief): string[] {
  const at = (sequence: number | undefined) => linkTo(asked, sessionId, sequence);
  const { asked: prompts, changed, proved, open, outcome, cost } = brief;
  const first = prompts.first ? [`${said(prompts.first.text, 240)} ${at(prompts.first.sequence)}`] : [];
  const later = prompts.later.items
    .slice(0, 6)
    .map(({ text, sequence }) => `${said(text, 160)} ${at(sequence)}`);
  const files = changed.files.items.slice(0, 15);
  const failed = proved.checks.filter(({ state }) => state === 'failed');
  return [
    `Outcome: ${outcome.kind} (${outcome.reason})${cost.usd === undefined ? '' : `, ${cost.usd.toFixed(2)} USD`}, ${cost.tokens} tokens.`,
    ...listed('Asked', [...first, ...later], first.length + prompts.later.total),
    ...listed(
      'Changed',
      files.map(
        ({ path, added, removed, sequence }) => `${said(path, 200)} +${added} −${removed} ${at(sequence)}`,
      ),
      changed.files.total,
    ),
    ...listed(
      'Failed at the end',
      failed.map(({ of, run }) => `${of} ${at(run.sequence)}`),
    ),
    ...listed(
      'Findings',
      open.findings.top
        .slice(0, 8)
        .map(({ severity, title, sequence }) => `${severity}: ${said(title, 200)} ${at(sequence)}`),
      open.findings.high + open.findings.medium + open.findings.low,
    ),
    ...listed(
      'Open threads',
      open.threads.items.map(({ threadId, sequence }) => `${threadId} ${at(sequence)}`),
      open.threads.total,
    ),
    ...listed(
      'Commits',
      changed.commits.items.slice(0, 8).map(({ hash, sequence }) => `${hash ?? 'unknown'} ${at(sequence)}`),
      changed.commits.total,
    ),
    ...(open.question
      ? [`It ended with a question: ${said(open.question.text, 240)} ${at(open.question.sequence)}`]
      : []),
  ];
}
