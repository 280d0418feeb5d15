import { isObject, num, obj, parse, str, text } from '../../json.ts';
import type { Pen } from '../../pen.ts';

/**
 * What a tool printed. Shell tools put their exit status into the text, in one of four ways:
 * JSON with `metadata.exit_code`, `Exit code: 0`, `Process exited with code 0`, or `Script failed`. Of a call that never
 * ran, or was cut off, the harness says so in words of its own.
 */
export function shellResult(callId: string | undefined, raw: unknown, pen: Pen) {
  const wrapped = obj(parse(raw));
  const facts = obj(wrapped.metadata);
  const printed = typeof wrapped.output === 'string' ? wrapped.output : text(raw);
  const head = printed.slice(0, 400);
  const code =
    num(facts.exit_code) ?? number(/(?:^|\n)(?:Exit code:|Process exited with code) (-?\d+)/.exec(head)?.[1]);
  const wall = num(facts.duration_seconds) ?? number(/(?:^|\n)Wall time:? ([\d.]+) seconds/.exec(head)?.[1]);
  const body = /(?:^|\n)Output:\n/.exec(head);
  const refused =
    /reject(?:ed)? (?:command|by user)|rejected by user|denied by (?:user|policy)|approval policy is .{0,100}; reject/i.test(
      head,
    );
  const failed =
    (code !== undefined && code !== 0) ||
    /^Script failed/.test(head) ||
    obj(raw).success === false ||
    (code === undefined && NOT_RUN.test(head));
  const cut = code === undefined && CUT_OFF.test(head);
  pen.result(callId, {
    output: body && code !== undefined ? printed.slice(body.index + body[0].length) : printed,
    outcome: refused ? 'denied' : cut ? 'interrupted' : failed ? 'error' : 'ok',
    exitCode: code,
    durationMs: wall === undefined ? undefined : Math.round(wall * 1000),
  });
  const spawned = str(wrapped.agent_id);
  if (callId !== undefined && spawned !== undefined && isObject(parse(raw))) pen.bind(callId, spawned);
}

const NOT_RUN =
  /^(?:apply_patch verification failed: |exec_command failed(?: for |: )|write_stdin failed: |failed to parse function arguments: |unsupported (?:custom tool )?call: |execution error: )/;
const CUT_OFF = /^(?:Wall time: [\d.]{1,20} seconds\n)?aborted by user(?: after [\d.]{1,20}s)?\s{0,4}$/;

const number = (digits: string | undefined): number | undefined =>
  digits === undefined ? undefined : Number(digits);
