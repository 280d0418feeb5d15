import { randomBytes } from 'node:crypto';
import {
  type EndpointKind,
  type EndpointType,
  endpointTypes,
  type NotificationReason,
} from '@debrief/contract';
import type { Context } from '../../src/domain/context.ts';
import { sendDigests } from '../../src/domain/mail/digest.ts';
import type { OutgoingMail } from '../../src/domain/mail/ports.ts';
import { sendDueMails } from '../../src/domain/mail/send.ts';
import { bodyOf } from '../../src/domain/outbox/body.ts';
import type { EndpointRecord } from '../../src/domain/outbox/ports.ts';
import { notify } from '../../src/domain/review/notification.ts';
import { sendTraces } from '../../src/domain/telemetry/send.ts';
import { runStatement } from '../engine.ts';
import { decodeTraces } from '../outbox/collector.ts';
import type { TestServer } from '../server.ts';
import type { PlantedContent } from './planted-content.ts';

/** What leaves the server without being asked for over the API: each as the test finds it, with its words. */

const minute = 60_000;
const day = 1440 * minute;

const fail = (error: unknown) => {
  throw error;
};

/** Sets when the session ended, for a clock that the test moves. */
async function setEnd({ config }: TestServer, sessionId: string, at: number): Promise<void> {
  const end = `update sessions set updated_at = ${at} where session_id = '${sessionId}' returning session_id`;
  await runStatement(config.database, end);
}

/** Reasons by which a member is written to at once, one a day. */
const reasons = ['assigned', 'asked', 'mentioned', 'follow_up', 'answered', 'dismissed', 'access'] as const;

export interface MailsOfADay {
  reason: NotificationReason;
  /** By e-mail address: what was sent because of a line, and with the digest of the morning. */
  own: Map<string, string>;
  digests: Map<string, string>;
}

/** A day on which everybody is told of the session twice: once for their digest, once for a mail of its own. */
export async function mailsOf(
  server: TestServer,
  planted: PlantedContent,
  nth: number,
): Promise<MailsOfADay> {
  const { organizationId, sessionId, ownerId: by, author, ada, ben, admin } = planted;
  const midnight = Math.floor(Date.now() / day) * day + (nth + 2) * day;
  const time = { now: midnight };
  const context: Context = { ...server.running.context, sendsMail: true, clock: () => time.now };
  const sent: OutgoingMail[] = [];
  const mailer = { send: async (mail: OutgoingMail) => void sent.push(mail) };
  const tell = async (reason: NotificationReason) => {
    for (const { userId } of [author, ada, ben, admin])
      await notify(context, { organizationId, sessionId, userId, reason, by });
  };
  const taken = () => new Map(sent.splice(0).map((mail) => [mail.to, `${mail.subject}\n${mail.text}`]));
  const reason = reasons[nth % reasons.length] as (typeof reasons)[number];
  const goOn = async (at: number) => {
    time.now = at;
    await setEnd(server, sessionId, at - minute);
  };
  await tell('noted');
  await goOn(midnight + 8 * 60 * minute);
  await sendDigests(context, mailer, fail);
  const digests = taken();
  await tell(reason);
  await goOn(time.now + 120 * minute);
  await sendDueMails(context, mailer, fail);
  const own = taken();
  // So that the next day begins anew.
  const clear = `update notifications set state = 'done' where organization_id = '${organizationId}' returning state`;
  await runStatement(server.config.database, clear);
  await setEnd(server, sessionId, Date.now());
  return { reason, own, digests };
}

export const chatKinds = ['webhook', 'slack', 'teams'] as const satisfies EndpointKind[];

/** What an endpoint that wants titles is sent, of every kind of deed. */
export async function bodiesOf(
  { running }: TestServer,
  { organizationId, sessionId, ownerId }: PlantedContent,
  kind: EndpointKind,
): Promise<Map<EndpointType, string>> {
  const endpoint = { organizationId, kind, withTitles: 1 } as EndpointRecord;
  const bodies = new Map<EndpointType, string>();
  for (const type of endpointTypes) {
    const isOfSession = /^(?:session|finding|review|thread)\./.test(type);
    const delivery = {
      ...{ type, organizationId, sessionId: isOfSession ? sessionId : null, actorId: ownerId, detail: null },
      ...{ subjectId: 'x', at: Date.now() },
    };
    bodies.set(type, await bodyOf(running.context, endpoint, delivery as never));
  }
  return bodies;
}

/** What a collector is sent of it, where the operator wants words; nothing when it is not sent. */
export async function tracesOf(server: TestServer, planted: PlantedContent): Promise<string> {
  const { organizationId, sessionId } = planted;
  await runStatement(
    server.config.database,
    `insert into waiting_traces (session_id, organization_id, since, next_at)
      values ('${sessionId}', '${organizationId}', 1, 1) on conflict (session_id) do nothing returning session_id`,
  );
  const sent: unknown[] = [];
  await sendTraces(server.running.context, {
    outgoing: {
      refusal: () => undefined,
      get: async () => ({ status: 200 }),
      async post(_: string, { body }: { body: string | Uint8Array }) {
        sent.push(decodeTraces(Buffer.from(body)));
        return { status: 200 };
      },
    } as never,
    receiver: { url: 'http://collector', headers: {}, withContent: true },
    ...{ version: '1', firstPause: 1, signal: new AbortController().signal },
  });
  await runStatement(
    server.config.database,
    `delete from waiting_traces where session_id = '${sessionId}' returning session_id`,
  );
  return JSON.stringify(sent, (_, value) => (typeof value === 'bigint' ? `${value}` : value));
}

/** The number that a page shows beside the inbox. */
export async function inboxNumber({ url }: TestServer, token: string): Promise<number> {
  const stop = new AbortController();
  const response = await fetch(`${url}/v1/organizations/me/inbox/stream`, {
    headers: { Authorization: `Bearer ${token}` },
    signal: stop.signal,
  });
  let text = '';
  for await (const bytes of response.body as ReadableStream<Uint8Array>) {
    text += Buffer.from(bytes).toString();
    if (text.includes('"unread"')) break;
  }
  stop.abort();
  return Number(/"unread":(\d+)/.exec(text)?.[1]);
}

/** One request to a tool of MCP, as any client sends it. */
export async function callTool(
  { url }: TestServer,
  token: string,
  name: string,
  input: object,
): Promise<{ isError: boolean; text: string }> {
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      ...{ 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
      ...{ Authorization: `Bearer ${token}`, 'MCP-Protocol-Version': '2025-06-18' },
    },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: randomBytes(4).toString('hex'), method: 'tools/call' },
      params: { name, arguments: input },
    }),
  });
  const text = await response.text();
  const json = text.startsWith('{') ? text : (/^data: (\{.*)$/m.exec(text)?.[1] ?? '{}');
  const { result } = JSON.parse(json) as {
    result?: { isError?: boolean; content: { text: string }[] };
  };
  if (!result) throw new Error(`${name}: ${response.status} ${text.slice(0, 300)}`);
  return { isError: result.isError === true, text: result.content.map((one) => one.text).join('\n') };
}
