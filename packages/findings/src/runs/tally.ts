import type { Report } from './evidence.ts';
import type { Runner, Shape } from './runner.ts';

const maxNames = 20;

type Counted = 'passed' | 'failed' | 'errors' | 'skipped' | 'total' | 'plan';

/** Words of a summary line and what they count. */
const countedWords: Record<string, 'passed' | 'failed' | 'errors' | 'skipped'> = {
  ...{ passed: 'passed', passing: 'passed', xpassed: 'passed' },
  ...{ failed: 'failed', failing: 'failed', failure: 'failed', failures: 'failed', undefined: 'failed' },
  ...{ ambiguous: 'failed', 'timed out': 'failed', leaky: 'skipped', 'exec failed': 'failed' },
  ...{ error: 'errors', errors: 'errors' },
  ...{ skipped: 'skipped', pending: 'skipped', todo: 'skipped', deselected: 'skipped', xfailed: 'skipped' },
};
const counted = /(\d{1,7}) (exec failed|timed out|[a-z]{4,10})/g;

/** Collects what a runner says until its run is over. */
export class Tally {
  readonly #runner: Runner;
  #counts: Partial<Record<Counted, number>> = {};
  #broken = 0;
  #says = new Set<Shape['says']>();
  /** Without what stands behind the first line of a summary. */
  readonly #saidFirst = new Set<Shape['says']>();
  readonly #names: string[] = [];
  #hasSummary = false;
  #sign: 'strong' | 'weak' | 'broken' | undefined;
  hasBegun = false;
  /** The line was there that ends a summary of this runner. */
  hasEnded = false;
  line = 0;

  constructor(runner: Runner) {
    this.#runner = runner;
  }

  hear(shape: Shape, found: RegExpExecArray, line: number): void {
    const { name, ...numbers } = (found.groups ?? {}) as Record<string, string | undefined>;
    if (name && this.#names.length < maxNames && !this.#names.includes(name)) this.#names.push(name);
    this.line = line;
    if (shape.isSign) {
      this.#hearSign(shape);
      return;
    }
    const isCounted = Object.values(numbers).some((digits) => digits !== undefined);
    if (shape.says || shape.counts || shape.adds || isCounted) this.#hasSummary = true;
    if (shape.begins && !this.hasBegun) this.#begin();
    if (shape.ends) this.hasEnded = true;
    if (shape.says) this.#says.add(shape.says);
    if (shape.says && !shape.follows) this.#saidFirst.add(shape.says);
    if (shape.counts) this.#words(found[0], shape.ofFiles === true);
    for (const [what, digits] of Object.entries(numbers)) {
      if (digits !== undefined) this.#add(what as Counted, Number(digits));
    }
    if (shape.adds?.passed) this.#add('passed', 1);
    if (shape.adds?.failed) this.#add('failed', 1);
    if (shape.adds?.broken) this.#broken++;
    if (shape.adds?.plan) this.#add('plan', 1);
    if (shape.adds && !this.#counts.passed) this.#add('passed', 0);
  }

  #hearSign({ says, isWeak }: Shape): void {
    if (says === 'broken') this.#sign ??= 'broken';
    else if (says === 'failed' && this.#sign !== 'strong') this.#sign = isWeak ? 'weak' : 'strong';
  }

  /** “1 fail” that an application wrote before the summary is no part of it. */
  #begin(): void {
    this.hasBegun = true;
    this.#counts = {};
    this.#says = new Set(this.#saidFirst);
  }

  #add(what: Counted, value: number): void {
    this.#counts[what] = (this.#counts[what] ?? 0) + value;
  }

  #words(line: string, isFiles: boolean): void {
    for (const [, digits, word] of line.matchAll(counted)) {
      const what = countedWords[word ?? ''];
      if (what === undefined) continue;
      if (!isFiles) this.#add(what, Number(digits));
      else if (Number(digits) > 0 && what !== 'skipped')
        this.#says.add(what === 'passed' ? 'passed' : 'failed');
    }
  }

  report(): Report {
    const { passed, failed, errors, skipped, total } = this.#counts;
    const bad = failed === undefined && errors === undefined ? undefined : (failed ?? 0) + (errors ?? 0);
    return {
      runner: this.#runner.name,
      of: this.#runner.of,
      verdict: this.#verdict(),
      ...(passed !== undefined && { passed }),
      ...(bad !== undefined && { failed: bad }),
      ...(skipped !== undefined && { skipped }),
      ...(passed === undefined && total !== undefined && { total }),
      ...(this.#names.length > 0 && { names: this.#names }),
      line: this.line,
      ...(this.#runner.name === 'generic' && { isLoose: true as const }),
      ...(!this.#hasSummary && this.#sign === 'weak' && { isWeak: true as const }),
    };
  }

  #verdict(): Report['verdict'] {
    if (!this.#hasSummary)
      return this.#sign === undefined ? 'unfinished' : this.#sign === 'broken' ? 'broken' : 'sign';
    const { passed, failed = 0, errors = 0, skipped = 0, total, plan } = this.#counts;
    const hasRun = (passed ?? 0) > 0 || failed > 0;
    if (this.#says.has('stopped'))
      return this.#says.has('failed') || failed + errors > 0 || this.#sign === 'strong'
        ? 'failed'
        : 'stopped';
    if (plan === undefined && this.#runner.name === 'tap' && !this.#says.has('failed'))
      return failed > 0 ? 'sign' : 'unfinished';
    if (plan !== undefined && this.#isPlanOpen(plan)) return failed > 0 ? 'failed' : 'unfinished';
    if (this.#says.has('broken') && !hasRun) return 'broken';
    if (this.#broken > 0 && !hasRun && this.#broken >= (total ?? 0)) return 'broken';
    if (this.#says.has('failed') || failed + errors > 0 || this.#broken > 0 || this.#says.has('broken'))
      return 'failed';
    if (
      this.#counts.failed === undefined &&
      total !== undefined &&
      passed !== undefined &&
      passed + skipped < total
    )
      return 'failed';
    if ((passed ?? 0) > 0 || (total ?? 0) - skipped > 0) return this.#hasEnd() ? 'passed' : 'unfinished';
    if (this.#says.has('none') || passed === 0 || total !== undefined || plan === 0) return 'none';
    // Files that passed with nothing but skipped tests in them.
    return this.#says.has('passed') && skipped === 0 ? 'passed' : 'none';
  }

  /** A number of tests alone does not say that they passed. */
  #hasEnd(): boolean {
    const { passed, failed } = this.#counts;
    return passed !== undefined || failed !== undefined || this.#says.has('passed');
  }

  #isPlanOpen(plan: number): boolean {
    return (this.#counts.passed ?? 0) + (this.#counts.failed ?? 0) < plan;
  }
}
