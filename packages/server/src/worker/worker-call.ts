import { Worker } from 'node:worker_threads';
import { DebriefError } from '@debrief/contract/error';
import { knownWrites } from './known-writes.ts';
import type { Fault, FromThread, Reply, ToThread } from './worker-answer.ts';
import type { WorkerCallOptions } from './worker-call-options.ts';

/** How much a question holds, and the memory that is handed over with it instead of copied. */
export interface QuestionLoad {
  bytes?: number;
  transfer?: ArrayBuffer | undefined;
  /** Milliseconds it may take, if not as long as the others. */
  patience?: number;
}

interface Message {
  unanswered: number;
}

interface Asked<Question, Answer> {
  question: Question;
  bytes: number;
  transfer: ArrayBuffer | undefined;
  /** When its time is up. */
  due: number;
  /** The message it travels in; none while it waits. */
  message: Message | undefined;
  /** Its time was up while the thread had it in hand. */
  isRefused: boolean;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

const noLoad: QuestionLoad = {};
const restartPause = 1000;

/**
 * Questions to a thread of their own. The thread starts with the first question, and again after it died. What is
 * asked in one turn of the event loop travels in one message, since a message costs more than what is in it.
 */
export class WorkerCall<Question, Answer> {
  readonly #options: WorkerCallOptions;
  readonly #inHand = new Map<number, Asked<Question, Answer>>();
  #waiting: Asked<Question, Answer>[] = [];
  #worker: Worker | undefined;
  #up: Promise<void> | undefined;
  #bytes = 0;
  #messages = 0;
  #nextId = 0;
  #isSendPlanned = false;
  #sentAt = 0;
  #delayedSend: NodeJS.Timeout | undefined;
  #heardAt = 0;
  #sweep: NodeJS.Timeout | undefined;
  #isStopped = false;
  #onIdle: (() => void) | undefined;

  constructor(options: WorkerCallOptions) {
    this.#options = options;
  }

  /** Has the thread come up before the first question; resolves when it listens, or has ended. */
  async start(): Promise<void> {
    this.#worker ??= this.#start();
    await this.#up;
  }

  ask(question: Question, { bytes = 0, transfer, patience }: QuestionLoad = noLoad): Promise<Answer> {
    const { max, full, lost, deadline } = this.#options;
    if (this.#isStopped) return Promise.reject(lost('the thread was stopped', false));
    const isFull =
      this.#waiting.length + this.#inHand.size >= (max.questions ?? Infinity) ||
      this.#bytes + bytes > (max.bytes ?? Infinity);
    if (isFull) return Promise.reject(full());
    this.#bytes += bytes;
    return new Promise((resolve, reject) => {
      const due = performance.now() + (patience ?? deadline?.milliseconds ?? Infinity);
      this.#waiting.push({
        question,
        bytes,
        transfer,
        due,
        message: undefined,
        isRefused: false,
        resolve,
        reject,
      });
      this.#watchDeadlines();
      if (this.#isSendPlanned) return;
      this.#isSendPlanned = true;
      setImmediate(() => {
        this.#isSendPlanned = false;
        this.#send();
      });
    });
  }

  /** Milliseconds for which the thread has had a question in hand and said nothing. */
  silence(): number {
    return this.#inHand.size > 0 ? performance.now() - this.#heardAt : 0;
  }

  /** Milliseconds of CPU that the thread has had; nothing where there is none, or where it ends meanwhile. */
  async cpuTime(): Promise<number | undefined> {
    try {
      const used = await this.#worker?.cpuUsage();
      return used && (used.user + used.system) / 1000;
    } catch {
      return undefined;
    }
  }

  /** Ends the thread whatever it does. What it has in hand is lost; the next question starts another. */
  async endThread(): Promise<void> {
    await this.#worker?.terminate();
  }

  /** Waits until everything is answered and the thread has closed what it has open. */
  async finish(): Promise<void> {
    while (this.#waiting.length > 0 || this.#inHand.size > 0) {
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve;
      });
    }
    this.#isStopped = true;
    const worker = this.#worker;
    if (!worker) return;
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    worker.postMessage('stop' satisfies ToThread<Question>);
    await ended;
  }

  /** Ends the thread at once; what it has in hand is refused. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#worker?.terminate();
    for (const { reject } of this.#waiting.splice(0))
      reject(this.#options.lost('the thread was stopped', false));
  }

  #send(): void {
    const { message: most, messagesAhead = Infinity } = this.#options;
    const isHalved = messagesAhead > 1 && messagesAhead < Infinity;
    while (this.#waiting.length > 0 && this.#maySend()) {
      let bytes = 0;
      let end = 0;
      const share = isHalved ? Math.ceil(this.#half()) : this.#waiting.length;
      const isRoom = () => end < share && (!most || (bytes < most.bytes && end < most.questions));
      while (end < this.#waiting.length && (end === 0 || isRoom())) bytes += this.#waiting[end++]?.bytes ?? 0;
      this.#sendMessage(this.#waiting.splice(0, end));
    }
  }

  /**
   * Half of the questions that wait or are in hand. If all who ask waited for one message, they would come back together,
   * and the two threads would take turns instead of working side by side.
   */
  #half(): number {
    return (this.#waiting.length + this.#inHand.size) / 2;
  }

  #maySend(): boolean {
    const { messagesAhead = Infinity, longestWait = Infinity } = this.#options;
    if (this.#isStopped) return false;
    if (this.#messages === 0 || messagesAhead === Infinity) return true;
    // A few that come first would fill the last place, and all who come after them would wait.
    if (this.#messages < messagesAhead && this.#waiting.length >= Math.floor(this.#half())) return true;
    const left = this.#sentAt + longestWait - performance.now();
    if (left <= 0) return true;
    if (left < Infinity) {
      this.#delayedSend ??= setTimeout(() => {
        this.#delayedSend = undefined;
        this.#send();
      }, left);
    }
    return false;
  }

  #sendMessage(asked: Asked<Question, Answer>[]): void {
    this.#worker ??= this.#start();
    this.#sentAt = performance.now();
    if (this.#inHand.size === 0) this.#heardAt = this.#sentAt;
    const firstId = this.#nextId;
    const message: Message = { unanswered: asked.length };
    const questions: Question[] = [];
    const transfers: ArrayBuffer[] = [];
    for (const one of asked) {
      one.message = message;
      this.#inHand.set(this.#nextId++, one);
      questions.push(one.question);
      if (one.transfer) transfers.push(one.transfer);
    }
    this.#messages++;
    this.#worker.postMessage({ firstId, questions } satisfies ToThread<Question>, transfers);
  }

  #start(): Worker {
    const { thread, workerData, resourceLimits, holdsProcess, onNote } = this.#options;
    const worker = new Worker(thread, { workerData, ...(resourceLimits && { resourceLimits }) });
    if (!holdsProcess) worker.unref();
    const up = Promise.withResolvers<void>();
    this.#up = up.promise;
    let cause: unknown = 'the thread ended';
    worker.on('message', (said: FromThread<Answer>) => {
      knownWrites.count++;
      if (said === 'up') up.resolve();
      else if ('note' in said) onNote?.(said.note);
      else this.#settle(said.replies);
    });
    worker.on('error', (error) => {
      cause = error;
    });
    worker.on('exit', () => {
      up.resolve();
      this.#ended(worker, cause);
    });
    return worker;
  }

  #settle(replies: Reply<Answer>[]): void {
    this.#heardAt = performance.now();
    for (const reply of replies) {
      const asked = this.#inHand.get(reply.id);
      if (!asked) continue;
      this.#release(reply.id, asked);
      if ('answer' in reply) asked.resolve(reply.answer);
      else asked.reject(errorOf(reply.fault));
    }
    this.#send();
    this.#tellIdle();
  }

  #release(id: number, { bytes, message }: Asked<Question, Answer>): void {
    this.#inHand.delete(id);
    this.#bytes -= bytes;
    if (message && --message.unanswered === 0) this.#messages--;
  }

  #ended(worker: Worker, cause: unknown): void {
    if (this.#worker === worker) this.#worker = undefined;
    const { lost, onDeath, restarts } = this.#options;
    // Whether what the thread had in hand was done is not known: whoever asked has to ask again.
    const inHand = [...this.#inHand];
    for (const [index, [id, asked]] of inHand.entries()) {
      this.#release(id, asked);
      asked.reject(lost(cause, index === 0));
    }
    this.#tellIdle();
    if (this.#isStopped) return;
    onDeath?.(cause);
    this.#send();
    if (restarts) setTimeout(() => this.#isStopped || void this.start(), restartPause).unref();
  }

  #tellIdle(): void {
    if (this.#waiting.length === 0 && this.#inHand.size === 0) this.#onIdle?.();
  }

  /** One timer for all questions: one for each would cost more than the rest of a question. */
  #watchDeadlines(): void {
    const { deadline } = this.#options;
    if (!deadline || this.#sweep) return;
    this.#sweep = setInterval(
      () => this.#refuseLate(deadline.endsThread),
      deadline.milliseconds / 20,
    ).unref();
  }

  #refuseLate(endsThread: boolean): void {
    if (this.#waiting.length === 0 && this.#inHand.size === 0) {
      clearInterval(this.#sweep);
      this.#sweep = undefined;
      return;
    }
    const now = performance.now();
    const { lost } = this.#options;
    // One in hand keeps its place and its bytes until the thread is done with it.
    for (const asked of this.#inHand.values()) {
      if (asked.due > now || asked.isRefused) continue;
      if (endsThread) return void this.#worker?.terminate();
      asked.isRefused = true;
      asked.reject(lost('too slow', false));
    }
    const late = this.#waiting.filter(({ due }) => due <= now);
    if (late.length > 0) this.#waiting = this.#waiting.filter(({ due }) => due > now);
    for (const { bytes, reject } of late) {
      this.#bytes -= bytes;
      reject(lost('too slow', false));
    }
    this.#tellIdle();
  }
}

const errorOf = ({ code, message, retryAfter, cause }: Fault): Error =>
  code
    ? new DebriefError(code, message, { ...(retryAfter !== undefined && { retryAfter }), cause })
    : new Error(message);
