import type { Opening, Step } from './session.ts';

/** One batch, its boundaries and its key fixed before it is ever sent. The body is the request's exact bytes. */
export interface BatchHead {
  /** `keyOf` the session. */
  session: string;
  /** The session's own id, so that the journal alone can rebuild it. */
  id: string;
  batch: number;
  key: string;
  count: number;
  step: Step;
  /** On the first batch of a session of the server: an agent session that goes on after its end gets another. */
  opening?: Opening;
  /** The record at its end goes on in the next batch: without that one it does not count. */
  more?: boolean;
}

export interface Batch extends BatchHead {
  segment: number;
  offset: number;
  length: number;
  bytes: number;
}
