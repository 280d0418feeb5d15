import { parentPort } from 'node:worker_threads';
import { DebriefError, type ErrorCode } from '@debrief/contract/error';

/** The thread's end of worker-call.ts. */

/** The question at `index` has the id `firstId + index`. */
export type ToThread<Question> = { firstId: number; questions: Question[] } | 'stop';

/** An error on its way between threads. */
export interface Fault {
  message: string;
  code?: ErrorCode;
  retryAfter?: number | undefined;
  cause?: string;
}

export type Reply<Answer> = { id: number; answer: Answer } | { id: number; fault: Fault };

export type FromThread<Answer> = 'up' | { replies: Reply<Answer>[] } | { note: unknown };

interface Ending {
  /** Closes what the thread has open. */
  stop?(): void | Promise<void>;
}

interface AnswerOptions<Answer> extends Ending {
  /** The memory that is handed over with an answer instead of copied. */
  transfer?(answer: Answer): ArrayBuffer | undefined;
  /** Milliseconds between two messages of answers, where many questions are under way at once. */
  every?: number;
}

/** Answers each question with what `answer` returns or throws. Answers ready in one turn of the loop go together. */
export function answerQuestions<Question, Answer>(
  answer: (question: Question) => Answer | Promise<Answer>,
  { transfer, every = 0, ...ending }: AnswerOptions<Answer> = {},
): void {
  let replies: Reply<Answer>[] = [];
  let transfers: ArrayBuffer[] = [];
  let postedAt = 0;
  const post = () => {
    postedAt = performance.now();
    parentPort?.postMessage({ replies } satisfies FromThread<Answer>, transfers);
    replies = [];
    transfers = [];
  };
  const reply = (made: Reply<Answer>) => {
    replies.push(made);
    const memory = 'answer' in made ? transfer?.(made.answer) : undefined;
    if (memory) transfers.push(memory);
    if (replies.length > 1) return;
    const wait = postedAt + every - performance.now();
    if (wait > 0) setTimeout(post, wait);
    else setImmediate(post);
  };
  listen<Question>(({ firstId, questions }) => {
    for (const [index, question] of questions.entries()) {
      const id = firstId + index;
      try {
        const answered = answer(question);
        if (answered instanceof Promise) {
          answered.then(
            (ready) => reply({ id, answer: ready }),
            (error) => reply({ id, fault: faultOf(error) }),
          );
        } else reply({ id, answer: answered });
      } catch (error) {
        reply({ id, fault: faultOf(error) });
      }
    }
  }, ending);
}

/** Answers the questions of a message all at once: what `answer` throws is the answer to each of them. */
export function answerTogether<Question, Answer>(
  answer: (questions: Question[]) => Answer[] | Promise<Answer[]>,
  { afterwards, ...ending }: Ending & { afterwards?(questions: Question[]): void } = {},
): void {
  const post = (replies: Reply<Answer>[]) =>
    parentPort?.postMessage({ replies } satisfies FromThread<Answer>);
  listen<Question>(({ firstId, questions }) => {
    const answerAll = (answers: Answer[]) =>
      post(answers.map((ready, index) => ({ id: firstId + index, answer: ready })));
    const refuseAll = (error: unknown) => {
      const fault = faultOf(error);
      post(questions.map((_, index) => ({ id: firstId + index, fault })));
    };
    try {
      const answered = answer(questions);
      if (answered instanceof Promise) answered.then(answerAll, refuseAll);
      else answerAll(answered);
    } catch (error) {
      refuseAll(error);
    }
    afterwards?.(questions);
  }, ending);
}

/** Says something without being asked. */
export function note(said: unknown): void {
  parentPort?.postMessage({ note: said } satisfies FromThread<never>);
}

function listen<Question>(
  take: (message: Exclude<ToThread<Question>, 'stop'>) => void,
  { stop }: Ending,
): void {
  const port = parentPort;
  port?.on('message', (message: ToThread<Question>) => {
    if (message !== 'stop') take(message);
    else void Promise.resolve(stop?.()).finally(() => port.close());
  });
  port?.postMessage('up' satisfies FromThread<never>);
}

export const faultText = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

const faultOf = (error: unknown): Fault =>
  error instanceof DebriefError
    ? {
        message: error.message,
        code: error.code,
        retryAfter: error.retryAfter,
        ...(error.cause !== undefined && { cause: faultText(error.cause) }),
      }
    : { message: faultText(error) };
