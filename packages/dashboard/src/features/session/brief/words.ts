import type { Brief } from '@debrief/contract';
import type { Tone } from '../../../ui/Chip.tsx';
import { plural } from '../../../ui/format.ts';

/** The words of the brief. Pure. */

type Check = Brief['proved']['checks'][number];
type Work = Brief['did']['work'][number];

const checkNames: Record<Check['of'], string> = {
  tests: 'Tests',
  build: 'Build',
  lint: 'Linter',
  types: 'Types',
};

export const checkTones: Record<Check['state'], Tone> = {
  passed: 'good',
  failed: 'bad',
  edited: 'warn',
  partly: 'warn',
  'not-run': 'warn',
  unreadable: 'plain',
};

const marks: Record<Check['state'], string> = {
  passed: '✓',
  failed: '✗',
  edited: '–',
  partly: '–',
  'not-run': '–',
  unreadable: '?',
};

/** “✓ Tests” */
export const checkName = ({ of, state }: Check): string => `${marks[state]} ${checkNames[of]}`;

/** What is known of the last run: “214 passed, whole suite, no edit recorded since”. */
export function checkText({ state, run }: Check): string {
  const parts: string[] = [];
  if (run.failed !== undefined && run.failed > 0) parts.push(plural(run.failed, 'failed', 'failed'));
  if (run.passed !== undefined && run.passed > 0) parts.push(plural(run.passed, 'passed', 'passed'));
  if (parts.length === 0) parts.push(results[run.result]);
  if (run.scope === 'part') parts.push('a part only');
  if (state === 'passed') parts.push('no edit recorded since');
  if (state === 'edited') parts.push(`${plural(run.edits, 'edit')} since`);
  if (state === 'unreadable') parts.push('cannot be read from the record');
  return parts.join(', ');
}

const results: Record<Check['run']['result'], string> = {
  passed: 'passed',
  failed: 'failed',
  unknown: 'ran',
  'not run': 'could not start',
};

export const supportText: Record<Brief['proved']['unproven']['items'][number]['support'], string> = {
  supported: 'shown',
  contradicted: 'the run says otherwise',
  edited: 'files were changed since the run',
  none: 'nothing ran',
  partly: 'only a part ran',
  'not-run': 'the run could not start',
  unreadable: 'cannot be read from the record',
};

const workNames: Record<Work['kind'], string> = {
  explored: 'Explored',
  planned: 'Planned',
  edited: 'Edited',
  ran: 'Ran commands',
  delegated: 'Delegated',
  asked: 'Asked',
  answered: 'Wrote',
};

export const workName = ({ kind }: Work): string => workNames[kind];

/** Minutes are what people think in here; less than one is said in seconds. */
export function roughTime(ms: number): string {
  if (ms < 1000) return '';
  if (ms < 60_000) return `${Math.round(ms / 1000)} s`;
  const minutes = Math.round(ms / 60_000);
  if (minutes < 60) return `${minutes} m`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return minutes % 60 ? `${hours} h ${minutes % 60} m` : `${hours} h`;
  const days = Math.floor(hours / 24);
  return hours % 24 ? `${days} d ${hours % 24} h` : `${days} d`;
}

/** “2 refused, 1 interrupted”; empty when nobody stepped in. */
export const steppedInText = ({ denied, interrupted, corrected, sentBack }: Brief['steppedIn']): string =>
  [
    denied > 0 && `${denied} refused`,
    interrupted > 0 && `${interrupted} interrupted`,
    corrected > 0 && `${corrected} corrected`,
    sentBack > 0 && `${plural(sentBack, 'plan')} sent back`,
  ]
    .filter((part) => part !== false)
    .join(', ');
