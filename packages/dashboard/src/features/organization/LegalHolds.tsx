import type { LegalHold } from '@debrief/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { legalHoldsQuery, useLegalHolds } from '../../api/access/legal-hold.ts';
import { useMe } from '../../api/member.ts';
import { Fault } from '../../ui/Fault.tsx';
import styles from '../../ui/Form.module.css';
import { exact, plural } from '../../ui/format.ts';
import { Row, Rows } from '../../ui/Page.tsx';
import { Person } from '../../ui/person/Person.tsx';
import { Name } from '../../ui/text/Name.tsx';
import { Visible } from '../../ui/text/Visible.tsx';
import { toast, toastError } from '../../ui/toast/toast.ts';
import { NewLegalHold } from './NewLegalHold.tsx';

/** What nobody deletes or takes words out of, whatever else says that it should go. */
export function LegalHolds() {
  const { data, error, refetch } = useQuery(legalHoldsQuery);
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={styles.section} data-testid="legal-holds">
      <h2>Legal holds</h2>
      <p>
        While one is in force nothing of its sessions is deleted or taken out: not by members, admins,
        retention or the operator. One admin sets it; before its end it takes two to lift it.
      </p>
      {error && <Fault error={error} retry={() => void refetch()} />}
      {data && data.length > 0 && (
        <Rows label="Legal holds">
          {data.map((hold) => (
            <HoldRow key={hold.legalHoldId} hold={hold} />
          ))}
        </Rows>
      )}
      <div className={styles.buttons} style={{ marginTop: data?.length ? '0.75rem' : 0 }}>
        <Button variant="default" onClick={() => setOpen(true)}>
          Set a legal hold
        </Button>
      </div>
      {isOpen && <NewLegalHold onClose={() => setOpen(false)} />}
    </section>
  );
}

const subjectLabels: Record<LegalHold['kind'], string> = {
  session: 'Session',
  repository: 'Repository',
  member: 'Member',
};

function HoldRow({ hold }: { hold: LegalHold }) {
  const { kind, subject, label, reason, state, sessions, setBy, until, liftedAt } = hold;
  const meta = {
    active: `${plural(sessions, 'session')}, until ${exact(until)}`,
    lift_asked: `${plural(sessions, 'session')}, until ${exact(until)}`,
    lifted: `Lifted ${liftedAt ? exact(liftedAt) : ''}`,
    expired: `Ended ${exact(until)}`,
  }[state];
  return (
    <Row
      title={
        <>
          {subjectLabels[kind]} <Name text={label ?? subject} />
        </>
      }
      detail={
        <>
          <Visible text={reason} /> · set by <Person userId={setBy} />
          {state === 'lift_asked' && hold.liftAskedBy && (
            <>
              {' '}
              · <Person userId={hold.liftAskedBy} /> wants to lift it
            </>
          )}
        </>
      }
      meta={<span>{meta}</span>}
      actions={state === 'active' || state === 'lift_asked' ? <Lift hold={hold} /> : undefined}
    />
  );
}

/** Who has asked waits for somebody else; every admin may decline. */
function Lift({ hold: { legalHoldId, state, liftAskedBy } }: { hold: LegalHold }) {
  const { lift } = useLegalHolds();
  const { member } = useMe();
  const isMine = liftAskedBy !== undefined && liftAskedBy === member?.userId;
  const say = (agreed: boolean, said: string) =>
    void lift.mutateAsync({ legalHoldId, agreed }).then(() => toast(said), toastError);
  if (state === 'active')
    return (
      <Button
        size="xs"
        variant="default"
        loading={lift.isPending}
        onClick={() => say(true, 'Another admin has to agree.')}
      >
        Ask to lift
      </Button>
    );
  return (
    <>
      {!isMine && (
        <Button
          size="xs"
          variant="default"
          color="red"
          loading={lift.isPending}
          onClick={() => say(true, 'It is lifted.')}
        >
          Agree to lift
        </Button>
      )}
      <Button size="xs" variant="subtle" disabled={lift.isPending} onClick={() => say(false, 'It stays.')}>
        {isMine ? 'Do not lift' : 'Keep it'}
      </Button>
    </>
  );
}
