import type { Severity, Support } from '@debrief/contract';
import type { Tone } from '../Chip.tsx';

export const severityTone: Record<Severity | 'off', Tone> = {
  high: 'bad',
  medium: 'warn',
  low: 'plain',
  off: 'plain',
};

export const severityName: Record<Severity | 'off', string> = {
  high: 'High',
  medium: 'Medium',
  low: 'Low',
  off: 'Off',
};

export const supportText: Record<Support, { short: string; long: string; tone: Tone }> = {
  supported: {
    short: 'Proven',
    long: 'A run whose whole output is in the session passed, and no edit that matters is recorded since.',
    tone: 'good',
  },
  contradicted: { short: 'Contradicted', long: 'The session shows otherwise.', tone: 'bad' },
  edited: { short: 'Edited since', long: 'Code was edited after the last run of these checks.', tone: 'bad' },
  none: { short: 'No run', long: 'No run of these checks was recognised in this session.', tone: 'bad' },
  partly: { short: 'Shown in part', long: 'The run covered a part of what is claimed.', tone: 'plain' },
  'not-run': {
    short: 'Did not run',
    long: 'The run could not start, or there was nothing to run. That is neither good nor bad.',
    tone: 'plain',
  },
  unreadable: {
    short: 'Cannot be told',
    long: 'The result of the run cannot be read from the session.',
    tone: 'plain',
  },
};
