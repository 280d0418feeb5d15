import { Button, Checkbox, Popover } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useObservable } from '../../../use-observable.ts';
import styles from './ColumnMenu.module.css';
import { chosenColumns, columns, toggleColumn } from './columns.ts';

/** Which columns the list has, in this browser. */
export function ColumnMenu() {
  const chosen = useObservable(chosenColumns);
  return (
    <Popover position="bottom-end" shadow="md" trapFocus>
      <Popover.Target>
        <Button
          className={styles.button}
          size="xs"
          variant="subtle"
          color="gray"
          leftSection={<IconColumns3 size={14} aria-hidden />}
        >
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns" className={styles.choices}>
        {columns.map(({ id, name }) => (
          <Checkbox
            key={id}
            size="xs"
            label={name}
            checked={chosen.includes(id)}
            onChange={() => toggleColumn(id)}
          />
        ))}
      </Popover.Dropdown>
    </Popover>
  );
}
