import type { Comment, Thread } from '@debrief/contract';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import {
  IconBulb,
  IconCheck,
  IconChevronRight,
  IconDots,
  IconLink,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useMe } from '../../../../api/member.ts';
import { Chip } from '../../../../ui/Chip.tsx';
import { plural } from '../../../../ui/format.ts';
import { LinkIcon } from '../../../../ui/LinkButton.tsx';
import { Avatar } from '../../../../ui/person/Avatar.tsx';
import { Person, usePersonName } from '../../../../ui/person/Person.tsx';
import { Time } from '../../../../ui/Time.tsx';
import { Markdown } from '../../../../ui/text/Markdown.tsx';
import { idsToNames, MentionNames } from '../../../../ui/text/mention.ts';
import { Visible } from '../../../../ui/text/Visible.tsx';
import { toast, toastError } from '../../../../ui/toast/toast.ts';
import type { ReadEntry } from '../../transcript/kept-entries.ts';
import { useRelative } from '../../work-folder.ts';
import { Composer } from '../composer/Composer.tsx';
import { useLookAtThread } from '../use-look.ts';
import { useDiscussion } from './discussion.ts';
import styles from './ThreadCard.module.css';
import { placeWords, plainWords, threadQuote } from './thread-place.ts';

/** One discussion: its place, what was said, and a field to say more. A resolved one is folded to a line. */
export function ThreadCard({ thread, entry }: { thread: Thread; entry: ReadEntry | undefined }) {
  const { actions, chosen, choose } = useDiscussion();
  const nameOf = usePersonName();
  const relative = useRelative();
  const isChosen = chosen === thread.threadId;
  const isResolved = thread.state === 'resolved';
  const [isOpen, setOpen] = useState(!isResolved);
  useEffect(() => setOpen(!isResolved), [isResolved]);
  useEffect(() => {
    if (isChosen) setOpen(true);
  }, [isChosen]);
  const card = useRef<HTMLDivElement>(null);
  useLookAtThread(card, thread.sessionId, thread.threadId, isOpen);
  const quote = threadQuote(thread, entry);
  const change = (state: Thread['state']) =>
    void actions.change(thread.threadId, { state }).catch(toastError);
  return (
    <MentionNames value={nameOf}>
      <div
        ref={card}
        className={styles.card}
        data-thread={thread.number}
        data-state={thread.state}
        data-chosen={isChosen || undefined}
      >
        <div className={styles.head}>
          <button
            type="button"
            className={styles.fold}
            aria-expanded={isOpen}
            onClick={() => {
              setOpen(!isOpen);
              if (isChosen) choose(undefined);
            }}
          >
            <IconChevronRight size={13} aria-hidden />
            <span className={styles.number}>t{thread.number}</span>
            <span className={styles.place}>
              <Visible text={placeWords(thread.anchor, relative)} />
            </span>
            {!isOpen && <FirstWords thread={thread} nameOf={nameOf} />}
          </button>
          {thread.needsAnswer && !isResolved && <Chip tone="accent">wants an answer</Chip>}
          {isResolved && <ResolvedBy userId={thread.resolvedBy} />}
          <ThreadLink number={thread.number} />
          <MakeLesson thread={thread} />
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            onClick={() => change(isResolved ? 'open' : 'resolved')}
          >
            {isResolved ? 'Reopen' : 'Resolve'}
          </Button>
        </div>
        {isOpen && (
          <>
            {quote && (
              <blockquote className={styles.quote}>
                <Visible text={quote} />
              </blockquote>
            )}
            <ol className={styles.comments}>
              {thread.comments.map((comment) => (
                <OneComment key={comment.commentId} thread={thread} comment={comment} />
              ))}
            </ol>
            <Reply thread={thread} />
          </>
        )}
      </div>
    </MentionNames>
  );
}

function FirstWords({ thread, nameOf }: { thread: Thread; nameOf(userId: string): string }) {
  const first = thread.comments.find(({ deletedAt }) => !deletedAt);
  const words = first ? plainWords(idsToNames(first.body, nameOf)) : '';
  return (
    <span className={styles.words}>
      {words && <Visible text={words} />} · {plural(thread.commentCount, 'comment')}
    </span>
  );
}

function ThreadLink({ number }: { number: number }) {
  const clipboard = useClipboard();
  return (
    <ActionIcon
      size="sm"
      variant="subtle"
      color="gray"
      aria-label={`Copy a link to thread ${number}`}
      title="Copy a link"
      className={styles.link}
      onClick={() => {
        clipboard.copy(`${location.origin}${location.pathname}#t${number}`);
        toast('Link copied.');
      }}
    >
      <IconLink size={14} />
    </ActionIcon>
  );
}

/** Its first words begin a lesson, which a person then words. */
const MakeLesson = ({ thread: { sessionId, threadId, number } }: { thread: Thread }) => (
  <LinkIcon
    size="sm"
    variant="subtle"
    color="gray"
    to="/lessons"
    search={{ from: 'thread', sessionId, id: threadId }}
    aria-label={`Make a lesson of thread ${number}`}
    title="Make a lesson"
    className={styles.link}
  >
    <IconBulb size={14} />
  </LinkIcon>
);

function OneComment({ thread, comment }: { thread: Thread; comment: Comment }) {
  const { actions, sessionId } = useDiscussion();
  const { member, mayManage } = useMe();
  const nameOf = usePersonName();
  const [isEditing, setEditing] = useState(false);
  const isMine = member?.userId === comment.writtenBy;
  if (comment.deletedAt)
    return (
      <li className={styles.comment} data-deleted>
        <span>
          A comment of <Person userId={comment.writtenBy} /> was deleted <Time at={comment.deletedAt} />.
        </span>
      </li>
    );
  return (
    <li className={styles.comment} data-comment={comment.commentId}>
      <Avatar userId={comment.writtenBy} />
      <div className={styles.said}>
        <div className={styles.by}>
          <strong>
            {comment.byAgent && 'An agent for '}
            <Person userId={comment.writtenBy} />
          </strong>
          <Time at={comment.createdAt} />
          {comment.editedAt && <span>edited</span>}
          {(isMine || mayManage) && !isEditing && (
            <Menu position="bottom-end">
              <Menu.Target>
                <ActionIcon size="sm" variant="subtle" color="gray" aria-label="More about this comment">
                  <IconDots size={14} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                {isMine && (
                  <Menu.Item leftSection={<IconPencil size={14} />} onClick={() => setEditing(true)}>
                    Edit
                  </Menu.Item>
                )}
                <Menu.Item
                  leftSection={<IconTrash size={14} />}
                  color="red"
                  onClick={() => void actions.remove(thread, comment.commentId).catch(toastError)}
                >
                  Delete
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          )}
        </div>
        {isEditing ? (
          <Composer
            autoFocus
            draft={`${sessionId}.edit.${comment.commentId}`}
            label="Edit the comment"
            initial={idsToNames(comment.body, nameOf)}
            action="Save"
            onSend={async (body, _key, sure) => {
              await actions.edit(thread, comment.commentId, { body, ...sure });
              setEditing(false);
            }}
            onCancel={() => setEditing(false)}
          />
        ) : (
          <Markdown text={comment.body} breaks />
        )}
      </div>
    </li>
  );
}

function Reply({ thread }: { thread: Thread }) {
  const { actions, sessionId, chosen } = useDiscussion();
  const draft = `${sessionId}.reply.${thread.threadId}`;
  const [isWriting, setWriting] = useState(false);
  const other = thread.state === 'open' ? 'resolved' : 'open';
  if (!isWriting)
    return (
      <button
        type="button"
        className={styles.reply}
        data-reply={chosen === thread.threadId || undefined}
        onClick={() => setWriting(true)}
      >
        Reply…
      </button>
    );
  return (
    <div className={styles.write}>
      <Composer
        autoFocus
        draft={draft}
        label={`Reply in thread ${thread.number}`}
        action="Reply"
        others={[
          {
            name: other === 'resolved' ? 'Reply and resolve' : 'Reply and reopen',
            async send(body, key, sure) {
              await actions.reply(thread.threadId, { body, state: other, ...sure }, key);
              setWriting(false);
            },
          },
        ]}
        onSend={async (body, key, sure) => {
          await actions.reply(thread.threadId, { body, ...sure }, key);
          setWriting(false);
        }}
        onCancel={() => setWriting(false)}
      />
    </div>
  );
}

function ResolvedBy({ userId }: { userId: string | undefined }) {
  return (
    <span className={styles.resolved}>
      <IconCheck size={13} aria-hidden /> Resolved
      {userId && (
        <>
          {' by '}
          <Person userId={userId} />
        </>
      )}
    </span>
  );
}
