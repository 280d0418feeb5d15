import type { View } from '@debrief/contract';
import { Button, Checkbox, Popover, TextInput } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useRemoveView, useSaveView, viewsQuery } from '../../../api/saved-view.ts';
import { toast, toastError } from '../../../ui/toast/toast.ts';
import type { SessionsSearch } from '../sessions-search.ts';
import type { TodaySearch } from '../today/today-search.ts';
import { isShown, searchText } from '../view-address.ts';
import styles from './FilterBar.module.css';

/** Keeps the filters of a page under a name, beside the places, for oneself or the team; or removes the view that is shown. */
export function SaveView({ search, page }: { search: SessionsSearch | TodaySearch; page: View['page'] }) {
  const { data: views = [] } = useQuery(viewsQuery);
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [isTeam, setTeam] = useState(false);
  const save = useSaveView();
  const remove = useRemoveView();
  const shown = views.find((view) => isShown(view, { search, page }));
  if (Object.keys(search).length === 0) return null;
  if (shown) {
    return (
      <Button
        size="xs"
        variant="subtle"
        color="gray"
        loading={remove.isPending}
        onClick={() => remove.mutate(shown.viewId, { onError: toastError })}
      >
        Remove view
      </Button>
    );
  }
  const submit = () =>
    save.mutate(
      { name: name.trim(), search: searchText(search), page, team: isTeam },
      {
        onError: toastError,
        onSuccess: ({ name: saved }) => {
          setOpen(false);
          setName('');
          setTeam(false);
          toast(`Saved as “${saved}”`);
        },
      },
    );
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" shadow="md" trapFocus>
      <Popover.Target>
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          leftSection={<IconBookmark size={14} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          Save view
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          className={styles.save}
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim()) submit();
          }}
        >
          <TextInput
            size="xs"
            label="Name of the view"
            maxLength={120}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            data-autofocus
          />
          <Checkbox
            size="xs"
            label="For the whole team"
            checked={isTeam}
            onChange={(event) => setTeam(event.currentTarget.checked)}
          />
          <Button size="xs" type="submit" disabled={name.trim() === ''} loading={save.isPending}>
            Save
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
