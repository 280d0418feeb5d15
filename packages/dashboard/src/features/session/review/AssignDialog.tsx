import { Button, Modal, TextInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { Avatar } from '../../../ui/person/Avatar.tsx';
import { Name } from '../../../ui/text/Name.tsx';
import { toast, toastError } from '../../../ui/toast/toast.ts';
import styles from './AssignDialog.module.css';
import { suggestions } from './composer/mention.ts';
import { useMentionable } from './composer/people.ts';
import type { Reviewing } from './use-reviewing.ts';

/** Who is asked to review this session. Members take part themselves; admins and the author ask anybody. */
export function AssignDialog({ reviewing }: { reviewing: Reviewing }) {
  const { detail, me, mayAssign, actions } = reviewing;
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const people = useMentionable().filter(({ userId }) => mayAssign || userId === me);
  const asked = new Map(
    detail?.assignments.filter(({ declinedAt }) => !declinedAt).map(({ userId, why }) => [userId, why]) ?? [],
  );
  const found = suggestions(people, typed.trim(), 50).sort(
    (a, b) => Number(b.userId === me) - Number(a.userId === me),
  );
  const chosen = found[Math.min(at, found.length - 1)];
  const close = () => reviewing.show(undefined);
  const toggle = (userId: string, name: string) => {
    const isAsked = asked.has(userId);
    const work = isAsked ? actions.unassign(userId) : actions.assign(userId);
    const who = userId === me ? 'You are' : `${name} is`;
    work.then(() => toast(isAsked ? `${who} no longer asked.` : `${who} asked to review.`), toastError);
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      setAt((at + step + found.length) % Math.max(1, found.length));
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      toggle(chosen.userId, chosen.name);
    }
  };
  return (
    <Modal opened onClose={close} title="Who reviews this session?">
      <TextInput
        data-autofocus
        aria-label="Member"
        placeholder="Name"
        value={typed}
        role="combobox"
        aria-expanded
        aria-controls="assign-list"
        aria-activedescendant={chosen ? `assign-${chosen.userId}` : undefined}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div className={styles.list} id="assign-list" role="listbox" aria-label="Members">
        {found.map(({ userId, name }) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys; options are never focused
          <div
            key={userId}
            id={`assign-${userId}`}
            role="option"
            tabIndex={-1}
            aria-selected={userId === chosen?.userId}
            className={styles.item}
            onClick={() => toggle(userId, name)}
          >
            <Avatar userId={userId} />
            <span>
              <Name text={name} />
              {userId === me && ' (you)'}
              {asked.get(userId) && <small className={styles.why}>{asked.get(userId)}</small>}
            </span>
            {asked.has(userId) && <IconCheck size={15} aria-label="asked" />}
          </div>
        ))}
      </div>
      {me !== undefined && asked.has(me) && <Decline reviewing={reviewing} />}
    </Modal>
  );
}

/** Whoever is asked may say no; the queue does not hand them the session again. */
const Decline = ({ reviewing: { actions, show } }: { reviewing: Reviewing }) => (
  <div className={styles.foot}>
    <Button
      size="compact-sm"
      variant="subtle"
      color="gray"
      onClick={() => {
        actions
          .decline()
          .then(() => toast('Declined: the queue does not offer it to you again.'), toastError);
        show(undefined);
      }}
    >
      Decline to review
    </Button>
  </div>
);
