import { type DoMany, limits, type ManyDeed } from '@debrief/contract';
import { Button, Modal, NativeSelect, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { membersQuery, useMe } from '../../../api/member.ts';
import { labelsQuery } from '../../../api/review/review.ts';
import { plural } from '../../../ui/format.ts';
import { Suggested } from '../../../ui/Suggested.tsx';
import { visibleText } from '../../../ui/text/visible.ts';
import styles from './Today.module.css';

type More = Pick<DoMany, 'body' | 'userId' | 'label'>;

const words: Record<ManyDeed, { title: string; action: string; label?: string }> = {
  settle: { title: 'Fine', action: 'Accept' },
  ask: { title: 'Ask the author', action: 'Ask', label: 'Question' },
  follow_up: { title: 'Ask for a follow-up', action: 'Ask for it', label: 'What is to be done' },
  assign: { title: 'Ask somebody to review', action: 'Assign' },
  label: { title: 'Label', action: 'Label' },
  unlabel: { title: 'Take a label off', action: 'Take off' },
};

/** Asks once before many are accepted unread, and for the words or the person that a deed needs. */
export function DeedDialog(props: {
  deed: ManyDeed;
  sessionIds: readonly string[];
  isBusy: boolean;
  onClose(): void;
  onDo(more: More): Promise<void>;
}) {
  const { deed, sessionIds } = props;
  const { member } = useMe();
  const [body, setBody] = useState('');
  const [chosen, setChosen] = useState<string>();
  const [word, setWord] = useState('');
  const isLabel = deed === 'label' || deed === 'unlabel';
  const known = useQuery({ ...labelsQuery, enabled: isLabel });
  const userId = chosen ?? member?.userId ?? '';
  const { title, action, label } = words[deed];
  const isReady = isLabel ? word.trim() !== '' : label === undefined || body.trim() !== '';
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (!isReady || props.isBusy) return;
    void props.onDo({
      ...(label && { body: body.trim() }),
      ...(deed === 'assign' && { userId }),
      ...(isLabel && { label: word.trim() }),
    });
  };
  return (
    <Modal opened onClose={props.onClose} title={`${title} · ${plural(sessionIds.length, 'session')}`}>
      <form className={styles.dialog} onSubmit={submit}>
        {deed === 'settle' && (
          <p>
            You accept {sessionIds.length === 1 ? 'it' : 'all of them'} to the end. What you have not read
            shows as <em>accepted unread</em>. What still runs, is your own, or holds a serious finding that
            you have not opened stays open.
          </p>
        )}
        {label && (
          <Textarea
            label={label}
            autosize
            minRows={3}
            maxRows={10}
            maxLength={limits.reviewBody}
            value={body}
            data-autofocus
            onChange={(event) => setBody(event.currentTarget.value)}
            onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && submit(event)}
          />
        )}
        {isLabel && (
          <Suggested
            label="Label"
            maxLength={limits.sessionLabel}
            value={word}
            data-autofocus
            onChange={(event) => setWord(event.currentTarget.value)}
            known={(known.data ?? []).map((one) => one.label)}
          />
        )}
        {deed === 'assign' && <Members chosen={userId} me={member?.userId} onChange={setChosen} />}
        <div className={styles.actions}>
          <Button variant="default" onClick={props.onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            disabled={!isReady}
            loading={props.isBusy}
            {...(deed === 'settle' && { 'data-autofocus': true })}
          >
            {action}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

function Members(props: { chosen: string; me: string | undefined; onChange(userId: string): void }) {
  const members = useQuery(membersQuery);
  return (
    <NativeSelect
      label="Member"
      value={props.chosen}
      data-autofocus
      onChange={(event) => props.onChange(event.currentTarget.value)}
      data={(members.data ?? [])
        .filter(({ status }) => status === 'active')
        .map(({ userId, email }) => ({
          value: userId,
          label: visibleText(email) + (userId === props.me ? ' (you)' : ''),
        }))}
    />
  );
}
