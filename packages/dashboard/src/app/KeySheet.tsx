import { Kbd, Modal } from '@mantine/core';
import { paletteKey } from '../ui/keyboard.ts';
import styles from './KeySheet.module.css';
import { places } from './navigation.ts';

const groups: { name: string; keys: [string, string][] }[] = [
  {
    name: 'Everywhere',
    keys: [
      [paletteKey, 'Search and commands'],
      ['?', 'This sheet'],
      ['s', 'Navigation with or without names'],
      ...places.map((place): [string, string] => [`g ${place.letter}`, `Go to ${place.name}`]),
    ],
  },
  {
    name: 'Sessions',
    keys: [
      ['j / k', 'Next, previous session'],
      ['Enter', 'Open it'],
      ['/', 'Search'],
      ['x', 'Clear the filters'],
    ],
  },
  {
    name: 'Today',
    keys: [
      ['j / k', 'Next, previous group or session'],
      ['Enter', 'Open the session, or fold the group'],
      ['x', 'Select it, or the whole group'],
      ['f', 'Fine: accept what is selected or here'],
      ['a', 'Ask its author'],
      ['u', 'Ask for a follow-up'],
      ['w', 'Ask somebody to review it'],
      ['l / L', 'Put a label on it, or take one off'],
      ['n', 'Skip it; what you hold is put back'],
      ['b', 'What you hold, else the next'],
      ['1 / 2 / 3', 'Open, your turn, done'],
    ],
  },
  {
    name: 'Inbox',
    keys: [
      ['j / k', 'Next, previous line'],
      ['Enter', 'Open it'],
      ['d', 'Done'],
      ['z', 'Put off until tomorrow'],
      ['u', 'Unread again'],
    ],
  },
  {
    name: 'Reading a session',
    keys: [
      ['j / k', 'Next, previous entry'],
      ['] / [', 'Next, previous prompt'],
      ['n / N', 'Next, previous error'],
      ['d / D', 'Next, previous edit'],
      ['i / I', 'Next, previous decision of a person'],
      ['h / H', 'Next, previous finding'],
      ['y', 'Decide about the finding here'],
      ['e', 'Open or fold the entry'],
      ['E', 'Open or fold all'],
      ['z / Z', 'Fold the turn, all turns'],
      ['p', 'Changes or transcript'],
      ['a', 'The file as of the entry, beside it'],
      ['f', 'Only prompts and final answers'],
      ['t', 'Show thinking'],
      ['/', 'Find in this session'],
      ['r', 'Raw JSON of the entry'],
      ['c', 'Copy a link to the entry'],
      ['l', 'Follow a running session'],
      ['J / K', 'Next, previous session of the list'],
      ['g g / G', 'To the top, to the end'],
      ['o / u', 'Outline, details'],
      ['Esc', 'Back to the list'],
    ],
  },
  {
    name: 'Reviewing',
    keys: [
      ['v', 'Review, then 1 accept, 2 follow-up, 3 note'],
      ['Ctrl Enter', 'Send it and take the next'],
      ['m', 'Comment on the words or the entry selected'],
      ['q / Q', 'Next, previous open thread'],
      ['x / X', 'Reviewed to here, to the end'],
      ['w', 'Ask for a review, or take it'],
      ['b / B', 'Next session of the queue, and back'],
    ],
  },
];

export const KeySheet = ({ onClose }: { onClose(): void }) => (
  <Modal opened onClose={onClose} title="Keyboard shortcuts" size="lg">
    <div className={styles.groups}>
      {groups.map((group) => (
        <section key={group.name}>
          <h3>{group.name}</h3>
          <dl>
            {group.keys.map(([keys, meaning]) => (
              <div key={keys}>
                <dt>
                  {keys.split(' / ').map((one) => (
                    <Kbd key={one} size="xs">
                      {one}
                    </Kbd>
                  ))}
                </dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  </Modal>
);
