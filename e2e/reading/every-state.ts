import { call, prompt, reply, thinking } from '../small-session.ts';

/** A session with what the reading page draws in a way of its own: decisions, a run of calls, a sub-agent. */

const lane = { isSidechain: true, agentId: 'helper-1' };
const inLane = (records: unknown[]): unknown[] =>
  records.map((record) => ({ ...(record as object), ...lane }));
/** What the agent notes about a result beside the text it was told. */
const withResult = ([asked, result]: unknown[], toolUseResult: unknown): unknown[] => [
  asked,
  { ...(result as object), toolUseResult },
];

const question = {
  question: 'Where should the limit live?',
  header: 'Limit',
  options: [
    { label: 'In the configuration', description: 'Every deployment can choose.' },
    { label: 'In the code', description: 'One value for all.' },
  ],
};

const lookAround = 'Find every place that retries an upload and say which of them wait.';

export const everyState = (): unknown[] => [
  prompt('Uploads are retried for ever. Give them a limit.'),
  thinking('First find out who retries at all.'),
  ...Array.from({ length: 8 }, (_, at) =>
    call('Bash', { command: `grep -rn retry src/part-${at}` }, `src/part-${at}/queue.ts:12: retry()`),
  ).flat(),
  ...withResult(call('AskUserQuestion', { questions: [question] }, 'In the configuration'), {
    questions: [question],
    answers: { [question.question]: 'In the configuration' },
  }),
  ...call(
    'ExitPlanMode',
    { plan: '# Plan\n\n1. A setting `maxRetries`, 10 by default\n2. The queue gives up after that many' },
    'User has approved your plan.',
  ),
  ...subagent(),
  ...call('Bash', { command: 'rm -rf uploads' }, refused('Leave the uploads where they are.'), true),
  ...call(
    'Edit',
    {
      file_path: '/home/mira/shop/src/queue.ts',
      old_string: 'retry()',
      new_string: 'retry({ max: settings.maxRetries })',
    },
    'The file has been updated.',
  ),
  reply('Uploads give up after `maxRetries` attempts.'),
  prompt('And say so in the documentation'),
  ...call(
    'Write',
    { file_path: '/home/mira/shop/docs/uploads.md', content: '# Uploads\n\nTen tries.\n' },
    'ok',
  ),
  reply('Done: docs/uploads.md.'),
];

const refused = (words: string) =>
  `The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\n${words}`;

function subagent(): unknown[] {
  const [asked, result] = withResult(
    call(
      'Task',
      { description: 'Who retries?', prompt: lookAround, subagent_type: 'Explore' },
      'Two places.',
    ),
    { agentId: lane.agentId, status: 'completed' },
  );
  const own = [
    prompt(lookAround),
    ...call('Grep', { pattern: 'retry' }, 'src/queue.ts\nsrc/mobile/upload.ts'),
    reply('`queue.ts` and `mobile/upload.ts`; only the first waits.'),
  ];
  return [asked, ...inLane(own), result];
}

/** One part of a record that was cut into three: the others never arrive. */
export const lostPart = {
  debrief: { v: 1, part: { id: 'lost', index: 0, total: 3 } },
  text: '{"type":"user",',
};
