import { observable } from '../observable.ts';

/** Whether somebody can see this page; a tab in the background keeps no connection it does not need. */
export const pageVisible = observable(document.visibilityState === 'visible');
document.addEventListener('visibilitychange', () => pageVisible.set(document.visibilityState === 'visible'));
