import type { Team } from '../team.ts';
import { aWord } from './planted-words.ts';

/** Sessions with strings that are to be taken out of them again, and what is known of them before. */
export interface PlantedSession {
  sessionId: string;
  words: string[];
  /** The batches as they were sent: key and events. */
  batches: { idempotencyKey: string; events: { eventType: string; payload: object }[] }[];
}

const said = (content: string) => ({
  eventType: 'user',
  payload: { type: 'user', message: { role: 'user', content }, n: 1.5 },
});

const ran = (id: string, command: string, output: string) => [
  {
    eventType: 'assistant',
    payload: {
      type: 'assistant',
      message: { role: 'assistant', content: [{ type: 'tool_use', id, name: 'Bash', input: { command } }] },
    },
  },
  {
    eventType: 'user',
    payload: {
      type: 'user',
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: output }] },
    },
  },
];

/** A session with so many strings: in its title, prompts, commands and their output, and in what people said of it. */
export async function plantStrings(team: Team, count: number): Promise<PlantedSession> {
  const { machine, owner, environmentId, installationId: agentInstallationId } = team;
  const words = Array.from({ length: count }, aWord);
  const [first = ''] = words;
  const { sessionId } = await machine.openSession({
    environmentId,
    agentInstallationId,
    title: `About ${first}`,
  });
  const batches = words.map((word, at) => ({
    idempotencyKey: `planted-${at}`,
    events: [
      said(`please look at ${word}, and at "${word}" again`),
      ...ran(
        `call_${at}`,
        `echo "${word}" > file-${at}.txt`,
        JSON.stringify({ said: word, long: 'x'.repeat(5000) }),
      ),
    ],
  }));
  for (const batch of batches) await machine.appendEvents({ sessionId, ...batch });
  // With a bus they may be on their way.
  while ((await owner.client.getSession({ sessionId })).session.eventCount < count * 3)
    await new Promise((resolve) => setTimeout(resolve, 20));
  await owner.client.openThread({
    sessionId,
    anchor: { sequence: 1, entry: '1', part: 'text', range: [0, 20] },
    body: `I wonder about ${first}`,
  });
  await owner.client.submitReview({
    sessionId,
    outcome: 'follow_up',
    throughSequence: 1,
    body: `Because of ${words.at(-1)}`,
  });
  return { sessionId, words, batches };
}

/** Everything that a member can be shown of a session. */
export async function shownOf({ owner }: Team, { sessionId, words }: PlantedSession): Promise<string> {
  const { client } = owner;
  const shown: unknown[] = [
    await client.getSession({ sessionId }),
    await client.listEvents({ sessionId, limit: 200 }),
    await client.getTranscript({ sessionId, limit: 200 }),
    await client.getSkeleton({ sessionId }),
    await client.getOutline({ sessionId }),
    await client.getBrief({ sessionId }),
    await client.getFindings({ sessionId }),
    await client.getChanges({ sessionId }),
    await client.listThreads({ sessionId }),
    await client.getReview({ sessionId }),
    await client.listTitles({ sessionId }),
    await client.listSessions({}),
    await client.listRedactions({ sessionId }),
  ];
  // One of the first event and one of the last: each takes a while.
  for (const q of [words[0] ?? '', words.at(-1) ?? '']) {
    const { hits } = await client.searchSessions({ q });
    const { matches } = await client.findInSession({ sessionId, q });
    shown.push(
      hits.map(({ snippets }) => snippets),
      matches,
    );
  }
  return JSON.stringify(shown);
}
