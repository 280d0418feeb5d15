import type { Notification, NotificationReason } from '@debrief/contract';
import { ActionIcon, Menu } from '@mantine/core';
import {
  IconArrowsDiagonal,
  IconAt,
  IconBulb,
  IconCheck,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconCornerUpLeft,
  IconDeviceLaptop,
  IconFlag,
  IconLockOpen,
  IconMail,
  IconMessageCheck,
  IconMessageQuestion,
  IconNote,
  IconUserOff,
  IconUserPlus,
  IconUserX,
  IconWebhookOff,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Hint } from '../../ui/Hint.tsx';
import { Person } from '../../ui/person/Person.tsx';
import { Time } from '../../ui/Time.tsx';
import { Visible } from '../../ui/text/Visible.tsx';
import styles from './Inbox.module.css';
import { targetOf } from './notification-target.ts';
import { deedOf, nextMonday, tomorrowMorning } from './notification-words.ts';

const icons: Record<NotificationReason, typeof IconAt> = {
  assigned: IconUserPlus,
  asked: IconMessageQuestion,
  mentioned: IconAt,
  replied: IconCornerUpLeft,
  follow_up: IconFlag,
  answered: IconMessageCheck,
  accepted: IconCircleCheck,
  noted: IconNote,
  dismissed: IconCircleX,
  declined: IconUserOff,
  outgrown: IconArrowsDiagonal,
  rule: IconMail,
  author: IconDeviceLaptop,
  claim: IconDeviceLaptop,
  access: IconLockOpen,
  shared: IconLockOpen,
  endpoint: IconWebhookOff,
  data_asked: IconUserX,
  data_answered: IconUserX,
  lesson_offered: IconBulb,
};

const subjectWords: Partial<Record<NotificationReason, string>> = {
  endpoint: 'a webhook',
  data_asked: 'what is stored about them',
  data_answered: 'what is stored about you',
  lesson_offered: 'what could be a lesson',
};

/** One line of the inbox. */
export function NotificationRow(props: {
  item: Notification;
  isChosen: boolean;
  onOpen(): void;
  onState(state: 'done' | 'unread'): void;
  onPutOff(until: Date): void;
}) {
  const { item } = props;
  const Icon = icons[item.reason];
  return (
    <li className={styles.row} data-chosen={props.isChosen || undefined} data-state={item.state}>
      <Icon size={17} stroke={1.7} className={styles.icon} aria-hidden />
      <Link
        {...targetOf(item)}
        className={styles.words}
        onClick={(event) => {
          event.preventDefault();
          props.onOpen();
        }}
      >
        <span className={styles.deed}>
          {item.by && (
            <>
              <Person userId={item.by} />{' '}
            </>
          )}
          {deedOf(item)}
        </span>{' '}
        <strong>
          <Visible text={item.title ?? subjectWords[item.reason] ?? 'a session'} />
        </strong>
        {item.count > 1 && <span className={styles.deed}> · {item.count} times</span>}
      </Link>
      <span className={styles.time}>
        <Time at={item.updatedAt} />
        {item.snoozedUntil && item.state === 'unread' && (
          <span title={`Put off until ${new Date(item.snoozedUntil).toLocaleString()}`}> · put off</span>
        )}
      </span>
      <span className={styles.actions}>
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label="Put off">
              <IconClock size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => props.onPutOff(new Date(Date.now() + 3_600_000))}>
              For an hour
            </Menu.Item>
            <Menu.Item onClick={() => props.onPutOff(tomorrowMorning(new Date()))}>
              Until tomorrow (z)
            </Menu.Item>
            <Menu.Item onClick={() => props.onPutOff(nextMonday(new Date()))}>Until Monday</Menu.Item>
          </Menu.Dropdown>
        </Menu>
        {item.state === 'done' ? (
          <Hint label="Unread again (u)">
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label="Unread again"
              onClick={() => props.onState('unread')}
            >
              <IconMail size={16} />
            </ActionIcon>
          </Hint>
        ) : (
          <Hint label="Done (d)">
            <ActionIcon variant="subtle" color="gray" aria-label="Done" onClick={() => props.onState('done')}>
              <IconCheck size={16} />
            </ActionIcon>
          </Hint>
        )}
      </span>
    </li>
  );
}
