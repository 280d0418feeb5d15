import { Menu, SegmentedControl } from '@mantine/core';
import { IconKeyboard, IconLogout, IconSelector, IconTerminal2, IconUserSquare } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { authState, signOut } from '../api/auth.ts';
import { useMe } from '../api/member.ts';
import { Name } from '../ui/text/Name.tsx';
import { chooseTheme, type ThemeChoice, themeChoice } from '../ui/theme/theme.ts';
import { useObservable } from '../use-observable.ts';
import styles from './AccountMenu.module.css';

export function AccountMenu(props: { organization: string | undefined; onKeys(): void }) {
  const auth = useObservable(authState);
  const theme = useObservable(themeChoice);
  const { role } = useMe();
  const email = 'email' in auth ? auth.email : '';
  return (
    <Menu position="top-start" width={232} shadow="md" withinPortal>
      <Menu.Target>
        <button type="button" className={styles.button}>
          <span className={styles.badge} aria-hidden>
            {(email[0] ?? '?').toUpperCase()}
          </span>
          <span className={styles.words}>
            <span className={styles.organization}>
              <Name text={props.organization ?? ' '} />
            </span>
            <span className={styles.email}>
              <Name text={email} />
            </span>
          </span>
          <IconSelector size={14} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Name text={email} /> · {role}
        </Menu.Label>
        <div className={styles.theme}>
          <SegmentedControl
            fullWidth
            size="xs"
            aria-label="Theme"
            value={theme}
            onChange={(value) => chooseTheme(value as ThemeChoice)}
            data={[
              { value: 'auto', label: 'Auto' },
              { value: 'light', label: 'Light' },
              { value: 'dark', label: 'Dark' },
            ]}
          />
        </div>
        <Menu.Item leftSection={<IconTerminal2 size={15} />} component={Link} to="/account">
          Your terminals and tokens
        </Menu.Item>
        <Menu.Item leftSection={<IconUserSquare size={15} />} component={Link} to="/my-data">
          My data
        </Menu.Item>
        <Menu.Item leftSection={<IconKeyboard size={15} />} onClick={props.onKeys}>
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={15} />} onClick={() => void signOut()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
