import { limits } from '@debrief/contract';
import { exitCodes, Failure } from '../../failure.ts';
import { type Home, homeOf, spoolOf } from '../../home.ts';
import { isId } from '../../id.ts';
import { createWire, type Wire } from '../../recorder/send/wire.ts';
import { lastActivityOf } from '../../recorder/spool/session.ts';
import { readSessions } from '../../recorder/spool/session-states.ts';
import { NotConnected, readSecret, readSettings } from '../../settings.ts';
import { isInteractive, momentOf, say, sayJson } from '../../terminal.ts';
import { counted, oneLine } from '../../text.ts';

/**
 * What the author of a session does with it from the machine it came from, with the machine's own key: hold, release,
 * withdraw, redact.
 */

interface Subject {
  wire: Wire;
  sessionId: string;
  /** How the agent calls it, where this machine knows. */
  name: string;
}

/** The session that is meant: by its id on the server, by the beginning of the agent's own, or the latest. */
async function sessionOf(home: Home, environmentId: string, which: string | undefined) {
  if (isId('session', which)) return { sessionId: which, name: which };
  const sent = [...(await readSessions(spoolOf(home, environmentId))).values()].filter(
    ({ sessionId }) => sessionId !== undefined,
  );
  const exact = sent.filter(({ externalId }) => externalId === which);
  const fitting =
    which === undefined
      ? sent.toSorted((a, b) => lastActivityOf(b) - lastActivityOf(a)).slice(0, 1)
      : exact.length > 0
        ? exact
        : sent.filter(({ externalId }) => externalId.startsWith(which));
  const [found] = fitting;
  if (!found?.sessionId)
    throw new Failure(
      which === undefined
        ? 'This machine has sent no session yet.'
        : `This machine has sent no session "${oneLine(which, 100)}".`,
    );
  if (fitting.length > 1)
    throw new Failure(
      `"${oneLine(which ?? '', 100)}" fits ${fitting.length} sessions. Write more of the id.`,
      exitCodes.usage,
    );
  return { sessionId: found.sessionId, name: oneLine(`${found.agentId} ${found.externalId}`, 120) };
}

async function subjectOf(which: string | undefined): Promise<Subject> {
  const home = homeOf();
  const settings = await readSettings(home);
  if (!settings) throw new NotConnected();
  const { server, environmentId } = settings;
  const wire = createWire({ server, secret: () => readSecret(home), timeoutMs: 30_000 });
  return { wire, ...(await sessionOf(home, environmentId, which)) };
}

const times = ['1h', '4h', '1d', '3d', '7d', 'released'] as const;

export async function hold(
  which: string | undefined,
  options: { for: string; json?: boolean },
): Promise<void> {
  const time = times.find((one) => one === options.for);
  if (!time)
    throw new Failure(
      `"${oneLine(options.for, 50)}" is no time to hold. Choose from: ${times.join(', ')}.`,
      exitCodes.usage,
    );
  const { wire, sessionId, name } = await subjectOf(which);
  const held = await wire.holdOwnSession({ sessionId, hold: time });
  if (options.json) return sayJson({ sessionId, isHeld: held.isHeld === true, heldUntil: held.heldUntil });
  const until = Date.parse(held.heldUntil ?? '');
  say(
    Number.isFinite(until)
      ? `Held: until ${momentOf(until)} only you read ${name}.`
      : `Held: only you read ${name}, ${time === 'released' ? 'until you release it' : `while it runs and ${time} after`}.`,
  );
}

export async function release(which: string | undefined, options: { json?: boolean }): Promise<void> {
  const { wire, sessionId, name } = await subjectOf(which);
  const { isHeld } = await wire.releaseOwnSession({ sessionId });
  if (options.json) return sayJson({ sessionId, isHeld: isHeld === true });
  say(`Shared: ${name} is read by whoever your organization lets read sessions.`);
}

export async function withdraw(
  which: string | undefined,
  options: { yes?: boolean; json?: boolean },
): Promise<void> {
  const { wire, sessionId, name } = await subjectOf(which);
  if (!options.yes) await mustBeSure(`Delete ${name} on the server, for good?`, 'withdraw');
  await wire.withdrawSession({ sessionId });
  if (options.json) return sayJson({ sessionId, isWithdrawn: true });
  say(`Withdrawn: ${name} is gone from the server, and nothing more of it is sent.`);
}

async function mustBeSure(message: string, deed: string): Promise<void> {
  if (!isInteractive()) throw new Failure(`Add --yes to ${deed} without being asked.`, exitCodes.usage);
  const { confirm } = await import('@clack/prompts');
  if ((await confirm({ message, initialValue: false })) !== true) throw new Failure('Nothing was changed.');
}

async function textFrom(input: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for await (const chunk of input) {
    text += String(chunk);
    if (text.length > 2 * limits.redactionText) break;
  }
  // The shell ends what it pipes with a newline that nobody means.
  return text.replace(/\r?\n$/, '');
}

export interface RedactOptions {
  textStdin?: boolean;
  reason?: string;
  yes?: boolean;
  json?: boolean;
}

/** The words come by the standard input, so that no history of a shell and no list of processes has them. */
export async function redact(which: string, options: RedactOptions): Promise<void> {
  if (!options.textStdin) throw new Failure('Say the words with --text-stdin.', exitCodes.usage);
  const { wire, sessionId, name } = await subjectOf(which);
  const text = await textFrom(process.stdin);
  if (text.trim().length < 4 || text.length > limits.redactionText)
    throw new Failure(
      `The words on the standard input need 4 to ${limits.redactionText} characters.`,
      exitCodes.usage,
    );
  const { count, events } = await wire.previewOwnRedaction({ sessionId, text });
  const found = `${counted(Number(count), 'place')} in ${counted(Number(events), 'event')}`;
  if (options.reason === undefined) {
    if (options.json) return sayJson({ sessionId, count, events, isRedacted: false });
    say(`${name}: ${found}. Nothing was changed. Add --reason "…" to take them out for good.`);
    return;
  }
  if (!options.json) say(`${name}: ${found}.`);
  await wire.redactOwnSession({ sessionId, text, reason: options.reason });
  if (options.json) return sayJson({ sessionId, count, events, isRedacted: true });
  say('They are being taken out, of everything made of the session too. The page of the session says when.');
}
