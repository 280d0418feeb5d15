/** Words that were typed and not sent yet, kept for this tab: a reload or a look at another session costs nothing. */
const key = (name: string): string => `debrief.draft.${name}`;

export function loadDraft(name: string): string {
  try {
    return sessionStorage.getItem(key(name)) ?? '';
  } catch {
    return '';
  }
}

export function keepDraft(name: string, text: string): void {
  try {
    if (text.trim() === '') sessionStorage.removeItem(key(name));
    else sessionStorage.setItem(key(name), text);
  } catch {
    // Storage that is full or forbidden costs the draft after a reload, and nothing else.
  }
}
