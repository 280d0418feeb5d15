import { notificationReasons, type Outlet } from '@debrief/contract';
import { SegmentedControl, Skeleton, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { inboxSettingsQuery, useChangeInboxSettings } from '../../api/review/inbox.ts';
import { Fault } from '../../ui/Fault.tsx';
import { Row, Rows } from '../../ui/Page.tsx';
import { toastError } from '../../ui/toast/toast.ts';
import styles from './Inbox.module.css';
import { reasonNames } from './notification-words.ts';

/** Where the member wants to be told what. */
export function InboxSettings() {
  const { data, error, refetch } = useQuery(inboxSettingsQuery);
  const change = useChangeInboxSettings();
  if (error) return <Fault error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton height={320} />;
  const outlets: { value: Outlet; label: string }[] = [
    { value: 'none', label: 'Nowhere' },
    { value: 'inbox', label: 'Inbox' },
    ...(data.sendsMail ? [{ value: 'mail' as const, label: 'Inbox and mail' }] : []),
  ];
  const outletOf = (chosen: Outlet = 'inbox'): Outlet =>
    chosen === 'mail' && !data.sendsMail ? 'inbox' : chosen;
  return (
    <>
      {!data.sendsMail && (
        <p className={styles.note}>This server cannot send mail; an operator sets SMTP_URL.</p>
      )}
      <Rows label="Where you are told what">
        {notificationReasons.map((reason) => (
          <Row
            key={reason}
            title={reasonNames[reason]}
            actions={
              <SegmentedControl
                size="xs"
                aria-label={reasonNames[reason]}
                value={outletOf(data.outlets[reason])}
                onChange={(value) =>
                  change.mutate({ outlets: { [reason]: value as Outlet } }, { onError: toastError })
                }
                data={outlets}
              />
            }
          />
        ))}
        {data.sendsMail && (
          <Row
            title="Daily digest"
            detail="One mail a day with what is unread and was not mailed."
            actions={
              <Switch
                aria-label="Daily digest"
                checked={data.digest}
                onChange={(event) =>
                  change.mutate({ digest: event.currentTarget.checked }, { onError: toastError })
                }
              />
            }
          />
        )}
      </Rows>
      {data.sendsMail && (
        <p className={styles.note}>
          A mail is held back for ten minutes and not sent if you have read it here meanwhile.
        </p>
      )}
    </>
  );
}
