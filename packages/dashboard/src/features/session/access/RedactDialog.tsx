import { limits, type Redaction, type RedactionPreview, type Session } from '@debrief/contract';
import { Button, Checkbox, Group, Loader, Modal, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useMe } from '../../../api/member.ts';
import { redactionsQuery, usePreviewRedaction, useRedactSession } from '../../../api/review/redaction.ts';
import { plural } from '../../../ui/format.ts';
import { Row, Rows } from '../../../ui/Page.tsx';
import { Person } from '../../../ui/person/Person.tsx';
import { Time } from '../../../ui/Time.tsx';
import { Visible } from '../../../ui/text/Visible.tsx';
import { toastError } from '../../../ui/toast/toast.ts';
import styles from './ReadersDialog.module.css';
import own from './RedactDialog.module.css';
import { RedactMany } from './RedactMany.tsx';

const shortest = 4;

/** Takes words out of a session after the fact, or out of many. `isLooked`: how often they stand there is said at once. */
export function RedactDialog(props: {
  session: Session;
  words?: string;
  isLooked?: boolean;
  onClose(): void;
}) {
  const { session, onClose } = props;
  const { mayManage } = useMe();
  const { data: done = [] } = useQuery(redactionsQuery(session.sessionId));
  const [words, setWords] = useState(props.words ?? '');
  const [isWide, setWide] = useState(false);
  const [isBegun, setBegun] = useState(false);
  return (
    <Modal
      opened
      onClose={onClose}
      title={isWide ? 'Take words out of many sessions' : 'Take words out of this session'}
      size="lg"
    >
      <Checkbox
        mb="sm"
        label={mayManage ? 'In all sessions of the organization' : 'In all sessions of mine'}
        checked={isWide}
        disabled={isBegun}
        onChange={(event) => setWide(event.currentTarget.checked)}
      />
      {isWide ? (
        <RedactMany words={words} onWords={setWords} onBegin={() => setBegun(true)} onClose={onClose} />
      ) : (
        <RedactHere
          {...{ session, words, done, onClose }}
          isLooked={props.isLooked ?? false}
          onWords={setWords}
          onBegin={() => setBegun(true)}
        />
      )}
      <Ledger redactions={done} />
    </Modal>
  );
}

/** How often they stand there is said before it is done. */
function RedactHere(props: {
  session: Session;
  words: string;
  isLooked: boolean;
  done: readonly Redaction[];
  onWords(words: string): void;
  onBegin(): void;
  onClose(): void;
}) {
  const { session, words, isLooked, done, onWords, onBegin, onClose } = props;
  const preview = usePreviewRedaction(session.sessionId);
  useAtOnce(isLooked, () => preview.mutate(words, { onError: toastError }));
  const redact = useRedactSession(session.sessionId);
  const [reason, setReason] = useState('');
  const looked = preview.data && preview.variables === words ? preview.data : undefined;
  useReloadWhenDone(redact.data?.redactionId, done);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!looked) preview.mutate(words, { onError: toastError });
    else if (reason.trim() !== '')
      redact.mutate({ text: words, reason: reason.trim() }, { onSuccess: onBegin, onError: toastError });
  };
  const isBegun = redact.isPending || redact.isSuccess;
  return (
    <form onSubmit={submit}>
      <Textarea
        data-autofocus
        autosize
        minRows={1}
        maxRows={6}
        label="Words"
        description="Exactly as they stand there: a key, a name, a sentence. They are taken out of every event, comment and title of this session, of the search and of everything made of it."
        value={words}
        maxLength={limits.redactionText}
        disabled={isBegun}
        onChange={(event) => onWords(event.currentTarget.value)}
      />
      {looked && <Looked looked={looked} />}
      {looked && (
        <TextInput
          mt="sm"
          label="Why"
          description="Everybody who reads the session reads this, so not the words themselves."
          value={reason}
          maxLength={limits.reason}
          disabled={isBegun}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      {isBegun ? (
        <Group mt="md" gap="xs" role="status">
          <Loader size="xs" /> They are being taken out; this page opens anew when they are gone.
        </Group>
      ) : (
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          {looked ? (
            <Button type="submit" color="red" disabled={reason.trim() === ''}>
              Take them out for good
            </Button>
          ) : (
            <Button type="submit" loading={preview.isPending} disabled={words.trim().length < shortest}>
              Look for them
            </Button>
          )}
        </Group>
      )}
    </form>
  );
}

/** Once, when the dialog opens. */
function useAtOnce(isWanted: boolean, look: () => void): void {
  const first = useRef(isWanted ? look : undefined);
  useEffect(() => {
    first.current?.();
    first.current = undefined;
  }, []);
}

/** Nothing that is on this page may go on showing them. */
function useReloadWhenDone(redactionId: string | undefined, done: readonly Redaction[]): void {
  const isDone = done.some((one) => one.redactionId === redactionId && one.state === 'redacted');
  useEffect(() => {
    if (isDone) location.reload();
  }, [isDone]);
}

const maxPlaces = 12;

function Looked({ looked: { count, events, kept, places, remains } }: { looked: RedactionPreview }) {
  const shown = places.slice(0, maxPlaces).map(({ sequence }) => `#${sequence}`);
  return (
    <div className={own.found} role="status">
      <p>
        {count === 0
          ? 'No event has these words. Titles and comments are looked through all the same.'
          : `${plural(count, 'place')} in ${plural(events, 'event')}: ${shown.join(', ')}${places.length > shown.length ? ' …' : ''}`}
        {kept > 0 && ` In ${plural(kept, 'place')} they stay, because a record is read by them.`}
      </p>
      <p>
        Nothing brings them back, also not importing this session again. The machine's own files and older
        backups still have them.
        {remains.includes('database_files') &&
          ' Bytes in the files of PostgreSQL go when it uses their room again.'}
      </p>
    </div>
  );
}

function Ledger({ redactions }: { redactions: readonly Redaction[] }) {
  if (redactions.length === 0) return null;
  return (
    <>
      <p className={styles.note}>Taken out so far:</p>
      <Rows label="Taken out so far">
        {redactions.map(({ redactionId, reason, requestedBy, requestedAt, count, state }) => (
          <Row
            key={redactionId}
            title={<Visible text={reason} />}
            detail={<Person userId={requestedBy} />}
            meta={
              <>
                <span>{state === 'redacting' ? 'under way' : plural(count, 'place')}</span>
                <Time at={requestedAt} />
              </>
            }
          />
        ))}
      </Rows>
    </>
  );
}
