import { agentCatalog, type Lesson, lessonTextFault, limits, type ProposeLesson } from '@debrief/contract';
import { Button, Checkbox, Modal, MultiSelect, Select, TagsInput, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useLessons } from '../../api/lesson/lesson.ts';
import styles from '../../ui/Form.module.css';
import { Person } from '../../ui/person/Person.tsx';
import { Visible } from '../../ui/text/Visible.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { CheckField, faultOfCheck } from './CheckField.tsx';
import own from './Lessons.module.css';
import type { Start } from './start.ts';

type Agents = NonNullable<ProposeLesson['agents']>;

interface DialogProps {
  /** What it begins from; a lesson that is there is changed. */
  start: Start | Lesson;
  /** What repositories are called. */
  repositories: ReadonlyMap<string, string>;
  mayAdopt: boolean;
  onClose(): void;
}

/** What stands in the fields. */
function draftOf(start: DialogProps['start']) {
  const { text, repository = '', check = '' } = start;
  const scope = 'lessonId' in start ? start : { paths: [], agents: [] };
  return { text, repository, check, paths: scope.paths, agents: scope.agents as Agents, reason: '' };
}

/** A person types or confirms every word, and sees where they come from. Long because it is one form. */
export function LessonDialog({ start, repositories, mayAdopt, onClose }: DialogProps) {
  const lesson = 'lessonId' in start ? start : undefined;
  const from = 'lessonId' in start ? undefined : start;
  const [draft, setDraft] = useState(() => draftOf(start));
  const [asIs, setAsIs] = useState(false);
  const { propose, edit, adopt } = useLessons();
  const put = (part: Partial<typeof draft>) => setDraft((old) => ({ ...old, ...part }));
  const fault = draft.text.trim() === '' ? undefined : lessonTextFault(draft.text.trim());
  const isWhole = draft.text.trim() !== '' && !fault && !faultOfCheck(draft.check);
  const error = propose.error ?? edit.error ?? adopt.error;
  const scope = {
    paths: draft.paths,
    agents: draft.agents,
    ...(draft.repository && { repository: draft.repository }),
  };
  const given = {
    ...scope,
    text: draft.text,
    ...(draft.check.trim() && { check: draft.check }),
    ...(draft.reason && { reason: draft.reason }),
    ...(asIs && { asIs }),
  };
  const save = async (andAdopt: boolean) => {
    const { lesson: saved } = lesson
      ? await edit.mutateAsync({ ...given, lessonId: lesson.lessonId, version: lesson.version })
      : await propose.mutateAsync({ ...given, ...(from?.source && { sources: [from.source] }) });
    if (andAdopt) await adopt.mutateAsync({ lessonId: saved.lessonId, version: saved.version });
    toast(andAdopt ? 'Agents are told from now on.' : lesson ? 'Saved.' : 'Proposed.');
    onClose();
  };
  const submit = (andAdopt: boolean) => (event: FormEvent) => {
    event.preventDefault();
    // What went wrong stands in the form.
    if (isWhole) save(andAdopt).catch(() => undefined);
  };
  return (
    <Modal opened onClose={onClose} size="lg" title={lesson ? 'Change the lesson' : 'New lesson'}>
      <form className={styles.stack} onSubmit={submit(false)}>
        {from?.said && <Said said={from.said} />}
        <Textarea
          label="The lesson"
          description="One instruction in one line, in your words. Every agent it is for will read exactly this."
          required
          autosize
          data-autofocus
          maxLength={limits.lessonText * 2}
          value={draft.text}
          error={fault}
          onChange={(event) => put({ text: event.currentTarget.value.replace(/[\r\n]+/g, ' ') })}
        />
        <Scope draft={draft} put={put} repositories={repositories} />
        <CheckField check={draft.check} scope={scope} onChange={(check) => put({ check })} />
        <TextInput
          label="Why"
          maxLength={limits.lessonReason}
          value={draft.reason}
          onChange={(event) => put({ reason: event.currentTarget.value })}
        />
        {error && (
          <p className={own.fault} role="alert">
            {error.message}
          </p>
        )}
        {error && 'code' in error && error.code === 'secret_found' && (
          <Checkbox
            label="It is no secret"
            checked={asIs}
            onChange={(event) => setAsIs(event.currentTarget.checked)}
          />
        )}
        <div className={styles.end}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          {mayAdopt && lesson?.state !== 'adopted' && (
            <Button variant="default" disabled={!isWhole} onClick={submit(true)}>
              {lesson ? 'Save and adopt' : 'Propose and adopt'}
            </Button>
          )}
          <Button type="submit" loading={propose.isPending || edit.isPending} disabled={!isWhole}>
            {lesson ? 'Save' : 'Propose'}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

const Said = ({ said: { words, by, title = '', from } }: { said: NonNullable<Start['said']> }) => (
  <figure className={own.said}>
    <figcaption>
      {from ?? (
        <>
          {by ? <Person userId={by} /> : 'A rule'} in “<Visible text={title} />
          ”:
        </>
      )}
    </figcaption>
    <blockquote>
      <Visible text={words} />
    </blockquote>
  </figure>
);

interface ScopeProps {
  draft: ReturnType<typeof draftOf>;
  put(part: Partial<ReturnType<typeof draftOf>>): void;
  repositories: ReadonlyMap<string, string>;
}

/** Where it applies. */
function Scope({ draft, put, repositories }: ScopeProps) {
  const known = new Map(repositories);
  if (draft.repository && !known.has(draft.repository)) known.set(draft.repository, draft.repository);
  return (
    <div className={own.scope}>
      <Select
        label="Repository"
        data={[
          { value: '', label: 'All repositories' },
          ...[...known].map(([value, label]) => ({ value, label })),
        ]}
        value={draft.repository}
        searchable
        allowDeselect={false}
        onChange={(repository) => put({ repository: repository ?? '' })}
      />
      <TagsInput
        label="Paths"
        placeholder={draft.paths.length === 0 ? 'everywhere' : ''}
        maxTags={limits.lessonPaths}
        value={draft.paths}
        onChange={(paths) => put({ paths })}
      />
      <MultiSelect
        label="Agents"
        placeholder={draft.agents.length === 0 ? 'all' : ''}
        data={agentCatalog.map(({ agentId, displayName }) => ({ value: agentId, label: displayName }))}
        searchable
        value={draft.agents}
        onChange={(agents) => put({ agents: agents as Agents })}
      />
    </div>
  );
}
