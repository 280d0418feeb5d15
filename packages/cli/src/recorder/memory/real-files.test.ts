import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Agent, fields, type Source } from '../../agents/agent.ts';
import { claudeCode } from '../../agents/claude-code/claude-code.ts';
import { codex } from '../../agents/codex/codex.ts';
import { geminiCli } from '../../agents/gemini-cli/gemini-cli.ts';
import { capture } from '../read/capture.ts';
import { Hold } from '../read/hold.ts';
import { noRedaction } from '../read/redact.ts';
import { applyStep, newSession } from '../spool/session.ts';
import { PauseMemory } from './pause-memory.ts';
import { SessionMemory } from './session-memory.ts';

/**
 * Real files in which agents repeat what was said. The middle of each is declared a pause; what people said in it
 * is then looked for in what would be sent, by another way of reading than the recorder's.
 */
const shared = fileURLToPath(new URL('../../../../../../shared/', import.meta.url));
const folders = ['transcripts', 'work-sessions', 'work-sessions-2'].map((name) => join(shared, name));
const repeats =
  /"type":"(?:ai-title|custom-title|last-prompt|summary|compacted)"|"isCompactSummary":true|"\$set":\{"messages"/;
const most = 4_000_000;
const mostFiles = 4;

function* filesIn(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesIn(path);
    else if (entry.name.endsWith('.jsonl')) yield path;
  }
}

const agentOf = (text: string): Agent | undefined => {
  const head = text.slice(0, 4000);
  if (/"type":"session_meta"/.test(head)) return codex;
  if (/"projectHash"|"\$set"/.test(head)) return geminiCli;
  return /"sessionId":/.test(head) && /"parentUuid"/.test(text) ? claudeCode : undefined;
};

const recordsIn = (text: string): unknown[] =>
  text.split('\n').flatMap((line) => {
    try {
      return line === '' ? [] : [JSON.parse(line)];
    } catch {
      return [];
    }
  });

/** Lines that a person or the agent said, by the letter of the agents' formats. */
function saidIn(record: unknown): string[] {
  const r = fields(record);
  const payload = fields(r.payload);
  const message = fields(payload.type === 'message' ? payload : (r.message ?? r));
  if (!/^(?:user|assistant|gemini)$/.test(String(message.role ?? r.type))) return [];
  const { content } = message;
  const texts =
    typeof content === 'string'
      ? [content]
      : Array.isArray(content)
        ? content.map((one) => fields(one).text)
        : [];
  return texts
    .filter((text): text is string => typeof text === 'string' && !/^\s*[<#[]/.test(text))
    .flatMap((text) => text.split('\n'))
    .map((line) => line.trim())
    .filter((line) => line.split(/\s+/).length >= 6 && /^[A-Za-z][\w ,'-]{34,}[.?!]?$/.test(line));
}

async function sentOf(
  agent: Agent,
  path: string,
  window: { from: number; to: number },
  isRemembering: boolean,
) {
  const folder = mkdtempSync(join(tmpdir(), 'debrief-real-'));
  try {
    const { size, mtimeMs } = statSync(path);
    const source: Source = {
      agentId: agent.agentId,
      externalId: 's',
      part: '',
      path,
      stamp: '',
      modifiedAt: mtimeMs,
      bytes: size,
    };
    const session = newSession('00000000-0000-4000-8000-000000000000', agent.agentId, 's');
    const bodies: string[] = [];
    let struck = 0;
    await capture(agent, source, {
      session,
      redaction: noRedaction(),
      directory: folder,
      hold: new Hold([{ ...window, begun: true, ended: true }], source, undefined),
      ...(isRemembering && {
        memory: new SessionMemory(await PauseMemory.open(folder), `${agent.agentId}/s`),
      }),
      append: async (head, body) => {
        applyStep(session, head.batch, head.step);
        bodies.push(body.toString());
        struck += (head.step.redacted ?? []).length;
      },
    });
    return { sent: bodies.join('\n'), struck, events: session.events };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('real files with repeats', () => {
  for (const agent of [claudeCode, codex, geminiCli])
    it(`${agent.name}: nothing that was said in the middle of a file is sent`, async (t) => {
      const present = folders.filter(existsSync);
      if (present.length === 0) return t.skip('no ../shared here: see repeats.test.ts');
      const totals = { files: 0, said: 0, cameBack: 0, events: 0, struck: 0 };
      const paths = present
        .flatMap((folder) => [...filesIn(folder)])
        .filter((path) => statSync(path).size <= most);
      const largest = paths.sort((a, b) => statSync(b).size - statSync(a).size || (a < b ? -1 : 1));
      for (const path of largest) {
        if (totals.files >= mostFiles) break;
        const text = readFileSync(path, 'utf8');
        if (!repeats.test(text) || agentOf(text) !== agent) continue;
        const records = recordsIn(text);
        const times = records.flatMap((record) => agent.facts(record).at ?? []).sort((a, b) => a - b);
        // Up to where a history is put in the place of the old one, or the second third.
        const put = records.findLast((record) => agent === codex && fields(record).type === 'compacted');
        const from = times[Math.floor(times.length / (put ? 20 : 3))] ?? 0;
        const to = agent.facts(put).at ?? times[Math.floor((2 * times.length) / 3)] ?? 0;
        const isHeld = (record: unknown) => {
          const { at } = agent.facts(record);
          return at !== undefined && at >= from && at < to;
        };
        const first = records.findIndex(isHeld);
        if (first < 0) continue;
        const before = JSON.stringify(records.slice(0, first));
        const secrets = records
          .filter(isHeld)
          .flatMap(saidIn)
          .filter((line) => !before.includes(line));
        const without = await sentOf(agent, path, { from, to }, false);
        const { sent, struck, events } = await sentOf(agent, path, { from, to }, true);
        for (const secret of secrets) assert.ok(!sent.includes(secret), `${path}: ${secret}`);
        totals.files++;
        totals.said += secrets.length;
        totals.cameBack += secrets.filter((secret) => without.sent.includes(secret)).length;
        totals.events += events;
        totals.struck += struck;
      }
      // Of Gemini CLI's only the context that it puts in front is written again in these.
      assert.ok(totals.cameBack > 0 || agent === geminiCli, `without a memory: ${JSON.stringify(totals)}`);
      assert.ok(totals.files > 0, 'no file with repeats');
      // The other two thirds stay readable.
      assert.ok(totals.struck * 4 < totals.events, JSON.stringify(totals));
      t.diagnostic(JSON.stringify(totals));
    });
});
