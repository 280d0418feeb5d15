import { notificationReasons, type Outlet, type InboxSettings as Settings } from '@debrief/contract';
import { Group, SegmentedControl, Skeleton, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { inboxSettingsQuery, useChangeInboxSettings } from '../../api/review/inbox.ts';
import { Fault } from '../../ui/Fault.tsx';
import { Row, Rows } from '../../ui/Page.tsx';
import { toastError } from '../../ui/toast/toast.ts';
import styles from './Inbox.module.css';
import { reasonNames } from './notification-words.ts';

const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const usual = { from: '20:00', to: '07:00' };

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
        <Away
          until={data.awayUntil}
          onChange={(awayUntil) => change.mutate({ awayUntil }, { onError: toastError })}
        />
        {data.sendsMail && (
          <Row
            title="Quiet hours"
            detail={`Nothing is mailed then, by the clock of ${data.quietHours ? data.timeZone : browserZone}.`}
            actions={
              <QuietHours
                value={data.quietHours}
                onChange={(quietHours) =>
                  change.mutate({ quietHours, timeZone: browserZone }, { onError: toastError })
                }
              />
            }
          />
        )}
        {data.sendsMail && (
          <Regular
            title="Daily digest"
            detail="One mail a day, after seven, with what is unread and was not mailed."
            isWanted={data.digest}
            onChange={(digest) => change.mutate({ digest }, { onError: toastError })}
          />
        )}
        {data.sendsMail && (
          <Regular
            title="Mail on Mondays"
            detail="One mail a week, after eight, with what changed in the organization, in the words of Insights."
            isWanted={data.monday}
            onChange={(monday) => change.mutate({ monday, timeZone: browserZone }, { onError: toastError })}
          />
        )}
      </Rows>
      {data.sendsMail && (
        <p className={styles.note}>
          A mail is held back for ten minutes and not sent if you have read it here meanwhile, or if it is
          over. What comes together is one mail, and there is at most one an hour, but for a question to you.
        </p>
      )}
    </>
  );
}

interface RegularProps {
  title: string;
  detail: string;
  isWanted: boolean;
  onChange(isWanted: boolean): void;
}

/** A mail that comes by itself, whatever happened. */
const Regular = ({ title, detail, isWanted, onChange }: RegularProps) => (
  <Row
    title={title}
    detail={detail}
    actions={
      <Switch
        aria-label={title}
        checked={isWanted}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    }
  />
);

/** The day, by this browser's clock. */
const dayOf = (until: string | null): string => {
  if (until === null) return '';
  const at = new Date(until);
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
};

function Away(props: { until: string | null; onChange(until: string | null): void }) {
  const chosen = dayOf(props.until);
  const choose = (day: string) =>
    props.onChange(day === '' ? null : new Date(`${day}T23:59:59`).toISOString());
  return (
    <Row
      title="Away until"
      detail="Until the end of that day rotation asks others to review."
      actions={
        <TextInput
          key={chosen}
          type="date"
          size="xs"
          aria-label="Away until"
          defaultValue={chosen}
          onBlur={({ currentTarget: { value } }) => value !== chosen && choose(value)}
        />
      }
    />
  );
}

type Hours = Settings['quietHours'];

function QuietHours({ value, onChange }: { value: Hours; onChange(hours: Hours): void }) {
  const time = (end: 'from' | 'to', label: string) => (
    <TextInput
      type="time"
      size="xs"
      aria-label={label}
      defaultValue={value?.[end]}
      onBlur={({ currentTarget }) => {
        const chosen = currentTarget.value;
        if (value && /^\d\d:\d\d$/.test(chosen) && chosen !== value[end])
          onChange({ ...value, [end]: chosen });
      }}
    />
  );
  return (
    <Group gap="xs" wrap="nowrap">
      {value && time('from', 'Quiet from')}
      {value && time('to', 'Quiet to')}
      <Switch
        aria-label="Quiet hours"
        checked={value !== null}
        onChange={(event) => onChange(event.currentTarget.checked ? usual : null)}
      />
    </Group>
  );
}
