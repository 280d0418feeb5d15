import { parentPort, Worker } from 'node:worker_threads';
import { DebriefError } from '@debrief/contract';

interface Waiting<Answer> {
  resolve(answer: Answer): void;
  reject(error: unknown): void;
  timer: NodeJS.Timeout;
}

type Reply<Answer> = { id: number; answer: Answer } | { id: number; fault: string };

export interface WorkerCallOptions {
  thread: URL;
  workerData?: unknown;
  /** More questions than this at once are refused rather than queued. */
  maxWaiting: number;
  /** A question that takes longer ends the thread; the next question starts another. */
  deadline: number;
  /** What a refusal says. */
  refusal: string;
}

/** Questions to a thread of their own, so that one that takes its time holds up nobody else. Started when first asked. */
export class WorkerCall<Question, Answer> {
  readonly #options: WorkerCallOptions;
  readonly #waiting = new Map<number, Waiting<Answer>>();
  #worker: Worker | undefined;
  #count = 0;

  constructor(options: WorkerCallOptions) {
    this.#options = options;
  }

  ask(question: Question): Promise<Answer> {
    const { maxWaiting, deadline, refusal } = this.#options;
    if (this.#waiting.size >= maxWaiting) {
      throw new DebriefError('service_unavailable', refusal, { retryAfter: 2 });
    }
    const worker = this.#worker ?? this.#start();
    this.#worker = worker;
    const id = this.#count++;
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const timer = setTimeout(() => void worker.terminate(), deadline).unref();
    this.#waiting.set(id, { resolve, reject, timer });
    worker.postMessage({ id, question });
    return promise;
  }

  async stop(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  #start(): Worker {
    const { thread, workerData } = this.#options;
    const worker = new Worker(thread, { workerData, resourceLimits: { maxOldGenerationSizeMb: 512 } });
    worker.unref();
    worker.on('message', (reply: Reply<Answer>) => {
      const waiting = this.#waiting.get(reply.id);
      this.#waiting.delete(reply.id);
      clearTimeout(waiting?.timer);
      if ('answer' in reply) waiting?.resolve(reply.answer);
      else waiting?.reject(new Error(reply.fault));
    });
    worker.on('error', () => {});
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
      for (const { reject, timer } of this.#waiting.values()) {
        clearTimeout(timer);
        reject(
          new DebriefError('service_unavailable', 'This took too long; try again shortly.', {
            retryAfter: 2,
          }),
        );
      }
      this.#waiting.clear();
    });
    return worker;
  }
}

/** The other end: answers each question with what `answer` returns or throws. */
export function answerQuestions<Question, Answer>(answer: (question: Question) => Answer): void {
  const port = parentPort;
  port?.on('message', ({ id, question }: { id: number; question: Question }) => {
    try {
      port.postMessage({ id, answer: answer(question) });
    } catch (error) {
      port.postMessage({ id, fault: String(error) });
    }
  });
}
