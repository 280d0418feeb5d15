import { DebriefError, limits } from '@debrief/contract';
import { Button, Kbd } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { idempotencyKey } from '../../../../api/review/idempotency-key.ts';
import { namesToIds } from '../../../../ui/text/mention.ts';
import { Name } from '../../../../ui/text/Name.tsx';
import { toastError } from '../../../../ui/toast/toast.ts';
import styles from './Composer.module.css';
import { keepDraft, loadDraft } from './draft.ts';
import { type OpenMention, openMention, suggestions, withMention } from './mention.ts';
import { type Mentionable, useMentionable } from './people.ts';

const maxBody = limits.commentBody;

/** `key` is the same for each attempt to send the same words; `sure.asIs`, that a secret in them is meant. */
export type Send = (body: string, key: string, sure: { asIs?: true }) => Promise<unknown>;

interface Question {
  /** Names what is asked: it is asked once, although its words may change while one reads on. */
  about: string;
  words: string;
  /** What the button says that sends all the same. */
  action: string;
}

interface ComposerProps {
  /** Unsent words are kept under this name. */
  draft: string;
  label: string;
  placeholder?: string;
  /** What is edited; a draft wins. */
  initial?: string;
  action: string;
  /** May be sent without words, as a review may. */
  isOptional?: boolean;
  autoFocus?: boolean;
  /** More ways to send, beside the main one. */
  others?: { name: string; send: Send }[];
  footer?: ReactNode;
  /** Nothing can be sent yet. */
  isUnready?: boolean;
  /** Asked once before anything is sent. */
  question?: Question | undefined;
  onSend: Send;
  onCancel?(): void;
}

/** A field for a comment: Markdown, mentions, and words that survive a reload until they are sent. */
// Long because the text, the cursor and the list of names are one state.
export function Composer(props: ComposerProps) {
  const [text, setText] = useState(() => loadDraft(props.draft) || (props.initial ?? ''));
  const [mention, setMention] = useState<OpenMention>();
  const [at, setAt] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const [warning, setWarning] = useState<Omit<Question, 'about'> & { act: Send; sure?: { asIs: true } }>();
  const field = useRef<HTMLTextAreaElement>(null);
  const key = useRef(idempotencyKey());
  const asked = useRef<string>(undefined);
  const listId = useId();
  const people = useMentionable();
  const found = mention ? suggestions(people, mention.typed) : [];
  const chosen = found[Math.min(at, found.length - 1)];
  const isEmpty = text.trim() === '';
  const isTooLong = text.length > maxBody;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the field grows with its text
  useEffect(() => {
    const element = field.current;
    if (!element) return;
    element.style.height = 'auto';
    element.style.height = `${Math.min(element.scrollHeight + 2, 320)}px`;
  }, [text]);
  useEffect(() => {
    if (!props.autoFocus) return;
    const element = field.current;
    element?.focus({ preventScroll: true });
    element?.setSelectionRange(element.value.length, element.value.length);
  }, [props.autoFocus]);

  const change = (next: string, cursor: number) => {
    setText(next);
    key.current = idempotencyKey();
    setWarning(undefined);
    keepDraft(props.draft, next === props.initial ? '' : next);
    setMention(openMention(next, cursor));
    setAt(0);
  };
  const fill = (name: string) => {
    if (!mention) return;
    const filled = withMention(text, mention, name);
    change(filled.text, filled.cursor);
    setMention(undefined);
    requestAnimationFrame(() => field.current?.setSelectionRange(filled.cursor, filled.cursor));
  };
  const isUnready = props.isUnready || isTooLong || (isEmpty && !props.isOptional);
  const send = async (act: Send, sure: { asIs?: true } = {}) => {
    if (isBusy || isUnready) return;
    if (props.question && props.question.about !== asked.current) {
      asked.current = props.question.about;
      setWarning({ ...props.question, act });
      return;
    }
    setBusy(true);
    setWarning(undefined);
    try {
      await act(namesToIds(text.trim(), people), key.current, sure);
      key.current = idempotencyKey();
      keepDraft(props.draft, '');
      setText('');
    } catch (error) {
      if (error instanceof DebriefError && error.code === 'secret_found') {
        setWarning({ words: error.message, action: 'Send as it is', act, sure: { asIs: true } });
        field.current?.focus({ preventScroll: true });
      } else toastError(error);
    } finally {
      setBusy(false);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (found.length > 0 && chosen) {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step) {
        event.preventDefault();
        setAt((at + step + found.length) % found.length);
        return;
      }
      if ((event.key === 'Enter' && !event.ctrlKey && !event.metaKey) || event.key === 'Tab') {
        event.preventDefault();
        fill(chosen.name);
        return;
      }
    }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void send(props.onSend);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      if (mention && found.length > 0) setMention(undefined);
      else {
        field.current?.blur();
        props.onCancel?.();
      }
    }
  };

  return (
    <div className={styles.composer}>
      <textarea
        ref={field}
        className={styles.field}
        rows={2}
        value={text}
        aria-label={props.label}
        placeholder={props.placeholder ?? 'Markdown, @ mentions a member'}
        aria-autocomplete="list"
        aria-controls={found.length > 0 ? listId : undefined}
        aria-activedescendant={chosen ? `${listId}-${chosen.userId}` : undefined}
        aria-invalid={isTooLong || undefined}
        onChange={({ currentTarget }) => change(currentTarget.value, currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
        onBlur={() => setMention(undefined)}
      />
      {chosen && <People id={listId} found={found} chosen={chosen} onChoose={fill} />}
      {warning && (
        <div className={styles.warning} role="alert">
          <IconAlertTriangle size={14} aria-hidden />
          <span>{warning.words}</span>
          <Button size="compact-xs" variant="default" onClick={() => void send(warning.act, warning.sure)}>
            {warning.action}
          </Button>
        </div>
      )}
      <div className={styles.foot}>
        {isTooLong && (
          <span className={styles.fault} role="alert">
            {text.length - maxBody} characters too many
          </span>
        )}
        {props.footer}
        <span className={styles.hint}>
          <Kbd size="xs">Ctrl Enter</Kbd>
        </span>
        {props.onCancel && (
          <Button size="compact-sm" variant="subtle" color="gray" onClick={props.onCancel}>
            Cancel
          </Button>
        )}
        {props.others?.map((other) => (
          <Button
            key={other.name}
            size="compact-sm"
            variant="default"
            disabled={isBusy || isUnready}
            onClick={() => void send(other.send)}
          >
            {other.name}
          </Button>
        ))}
        <Button
          size="compact-sm"
          loading={isBusy}
          disabled={isUnready}
          data-send
          onClick={() => void send(props.onSend)}
        >
          {props.action}
        </Button>
      </div>
    </div>
  );
}

/** Members whose names fit what was typed after the `@`. */
const People = (props: {
  id: string;
  found: readonly Mentionable[];
  chosen: Mentionable;
  onChoose(name: string): void;
}) => (
  <div className={styles.people} role="listbox" id={props.id} aria-label="Members">
    {props.found.map((one) => (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys; options are never focused
      <div
        key={one.userId}
        id={`${props.id}-${one.userId}`}
        role="option"
        tabIndex={-1}
        aria-selected={one === props.chosen}
        className={styles.person}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => props.onChoose(one.name)}
      >
        <Name text={one.name} />
      </div>
    ))}
  </div>
);
