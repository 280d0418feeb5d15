import { isSecretFile, namesSecretFile, secretFileShapes } from '@debrief/shell';
import { Screen } from '../../screen/screen.ts';

const screen = new Screen(secretFileShapes);

/** Most paths have nothing in them that a file of secrets is called by. */
function mayBeSecret(path: string): boolean {
  // The shapes are written for the other slash.
  if (path.includes('\\')) return true;
  screen.lookAt(path, 0, path.length);
  return screen.isAnyHere;
}

export const isSecret = (path: string): boolean => mayBeSecret(path) && isSecretFile(path);

/** Whether a word of a command names such a file; what a pattern stands for is worked out first. */
export const namesSecret = (word: string): boolean =>
  (mayBeSecret(word) || /[*?]/.test(word)) && namesSecretFile(word);
