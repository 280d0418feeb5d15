import { Button, Menu } from '@mantine/core';
import { IconCheck, IconColumns3 } from '@tabler/icons-react';
import { useObservable } from '../../../use-observable.ts';
import styles from './ColumnMenu.module.css';
import { chosenColumns, columns, toggleColumn } from './columns.ts';

/** Which columns the list has, in this browser. */
export function ColumnMenu() {
  const chosen = useObservable(chosenColumns);
  return (
    <Menu closeOnItemClick={false} position="bottom-end" shadow="md" width={180}>
      <Menu.Target>
        <Button
          className={styles.button}
          size="xs"
          variant="subtle"
          color="gray"
          leftSection={<IconColumns3 size={14} aria-hidden />}
        >
          Columns
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {columns.map(({ id, name }) => (
          <Menu.Item
            key={id}
            role="menuitemcheckbox"
            aria-checked={chosen.includes(id)}
            leftSection={
              <IconCheck size={14} aria-hidden visibility={chosen.includes(id) ? 'visible' : 'hidden'} />
            }
            onClick={() => toggleColumn(id)}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
