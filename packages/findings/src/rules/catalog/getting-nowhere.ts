import { rulesOfFamily } from './rule-info.ts';

const rule = rulesOfFamily('Getting nowhere');

/** Signs that a session got stuck. */
export const gettingNowhere = {
  'loop.same': rule(
    'medium',
    'The same failing call again and again',
    'One call failed at least three times in a row; medium from five on.',
    'What was it stuck on?',
  ),
  'loop.errors': rule(
    'low',
    'Many errors in a row',
    'At least five calls in a row failed.',
    'What was it stuck on?',
  ),
  'context.lost': rule(
    'low',
    'Lost its context',
    'The conversation was compacted at least three times.',
    'Did it forget an instruction?',
  ),
  'end.abrupt': rule(
    'low',
    'Ended abruptly',
    'The session ends with a question nobody answered, or a call that was refused or failed.',
    'Is the work finished?',
  ),
};
