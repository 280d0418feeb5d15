import { Button, createTheme, type ModalProps, Tooltip } from '@mantine/core';
import { observable } from '../../observable.ts';

export type ThemeChoice = 'auto' | 'light' | 'dark';

const key = 'debrief.theme';
const media = window.matchMedia('(prefers-color-scheme: dark)');

function stored(): ThemeChoice {
  const value = localStorage.getItem(key);
  return value === 'light' || value === 'dark' ? value : 'auto';
}

export const themeChoice = observable<ThemeChoice>(stored());

const resolve = (): 'light' | 'dark' => {
  const choice = themeChoice.get();
  return choice === 'auto' ? (media.matches ? 'dark' : 'light') : choice;
};

/** What is shown now; follows the system while the choice is `auto`. */
export const shownTheme = observable(resolve());

const apply = () => {
  shownTheme.set(resolve());
  document.documentElement.dataset.mantineColorScheme = shownTheme.get();
};
media.addEventListener('change', apply);
apply();

export function chooseTheme(choice: ThemeChoice): void {
  localStorage.setItem(key, choice);
  themeChoice.set(choice);
  apply();
}

/**
 * Mantine's variables come from its CSS files and theme.css: its run-time `<style>` elements, and the one
 * its scroll lock makes, are inline styles, which the page's policy forbids.
 */
export const theme = createTheme({
  primaryColor: 'indigo',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // A finger hits nothing smaller.
    Button: Button.extend({ styles: { root: { minHeight: '1.5rem' } } }),
    // Not by its own `extend`, which would bring it to every page.
    Modal: {
      defaultProps: {
        lockScroll: false,
        centered: false,
        radius: 'md',
        closeButtonProps: { 'aria-label': 'Close' },
      } satisfies Partial<ModalProps>,
    },
    Tooltip: Tooltip.extend({
      defaultProps: { withArrow: false, transitionProps: { duration: 80 } },
    }),
  },
});
