import { DebriefError } from '@debrief/contract';
import { WorkerCall } from '../worker/worker-call.ts';

export interface QuestionsOptions {
  thread: URL;
  workerData?: unknown;
  /** More questions than this at once are refused rather than queued. */
  maxWaiting: number;
  /** A question that takes longer ends the thread; the next question starts another. */
  deadline: number;
  /** What a refusal says. */
  refusal: string;
}

const refused = (message: string) => new DebriefError('service_unavailable', message, { retryAfter: 2 });

/** Questions to a thread of their own, so that one that takes its time holds up nobody else. */
export class Questions<Question, Answer> {
  readonly #call: WorkerCall<Question, Answer>;

  constructor({ thread, workerData, maxWaiting, deadline, refusal }: QuestionsOptions) {
    this.#call = new WorkerCall({
      thread,
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: 512 },
      max: { questions: maxWaiting },
      full: () => refused(refusal),
      lost: () => refused('This took too long; try again shortly.'),
      deadline: { milliseconds: deadline, endsThread: true },
    });
  }

  ask(question: Question): Promise<Answer> {
    return this.#call.ask(question);
  }

  stop(): Promise<void> {
    return this.#call.stop();
  }
}
