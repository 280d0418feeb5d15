/**
 * What happened, in the few words the rules need. Each entry of a transcript gives some acts; they are kept per entry
 * and replaced when the entry changes, so that reading at once, one by one and after a restart come to the same.
 */
export interface Base {
  sequence: number;
  lane?: string;
}
