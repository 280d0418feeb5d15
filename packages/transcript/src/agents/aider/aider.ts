/**
 * Aider. One record = one block of `.aider.chat.history.md`, as text: `#### ` is the person, `> ` Aider itself,
 * `# aider chat started at` a new run, the rest the model. Times stand only at the beginning of a run; tokens and
 * cost are in Aider's own words, rounded by it.
 */
import type { AgentReader } from '../../agent.ts';
import type { Pen } from '../../pen.ts';
import { tokens } from '../../totals/tokens.ts';
import { generic } from '../generic.ts';

export const aider: AgentReader = { ...generic('aider'), id: 'aider', line: block };

function block(raw: string, pen: Pen) {
  const said = raw.trim();
  if (said.startsWith('# aider chat started at ')) {
    const started = said.slice('# aider chat started at '.length);
    return pen.put({ kind: 'notice', label: 'started', text: started, level: 'info' });
  }
  if (/^####(?: |$)/.test(said)) return prompt(said, pen);
  if (!said.startsWith('>')) {
    const model = pen.recall<string>('model');
    return pen.put({ kind: 'reply', text: said, ...(model && { model }) });
  }
  status(said.replace(/^> ?/gm, '').trim(), pen);
}

function prompt(said: string, pen: Pen) {
  const words = said
    .split('\n')
    .map((line) => line.replace(/^#### ?/, '').trimEnd())
    .join('\n')
    .trim();
  // Enter, and nothing else.
  if (words === '<blank>' || words === '') return pen.meta('blank prompt');
  const isCommand = /^[/!]\S/.test(words);
  pen.title(words, isCommand ? 'command' : 'prompt');
  pen.put({ kind: 'prompt', text: words, origin: isCommand ? 'command' : 'human' });
}

function status(said: string, pen: Pen) {
  const model = /^(?:Main model|Model): (\S{1,200})/m.exec(said)?.[1];
  if (model !== undefined) {
    pen.remember('model', model);
    pen.model(model);
  }
  for (const line of said.split('\n')) spend(line, pen);
  if (/^(?:litellm\.|The API provider|Retrying in )/m.test(said))
    return pen.put({ kind: 'error', text: said });
  if (/^\^C/m.test(said)) return pen.put({ kind: 'interruption', text: said });
  pen.put({ kind: 'notice', label: 'output', text: said, level: 'info' });
}

const counts = /([\d.]{1,12})([kM]?) (sent|cache write|cache hit|received)/g;

/** `Tokens: 1.2k sent, 3k cache hit, 30 received. Cost: $0.01 message, $0.05 session.` */
function spend(line: string, pen: Pen) {
  if (!line.startsWith('Tokens: ') || line.length > 500) return;
  const used: Record<string, number> = {};
  for (const [, digits = '', unit, what = ''] of line.matchAll(counts))
    used[what] = Math.round(Number(digits) * (unit === 'k' ? 1e3 : unit === 'M' ? 1e6 : 1)) || 0;
  const cost = Number(/Cost: \$([\d.]{1,12}) message/.exec(line)?.[1] ?? Number.NaN);
  pen.spend(`#${pen.serial()}`, {
    model: pen.recall<string>('model') ?? 'unknown',
    tokens: tokens({
      input: used.sent,
      cacheWrite: used['cache write'],
      cacheRead: used['cache hit'],
      output: used.received,
    }),
    ...(Number.isFinite(cost) && { cost }),
  });
}
