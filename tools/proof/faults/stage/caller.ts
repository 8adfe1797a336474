import { setTimeout as sleep } from 'node:timers/promises';
import type { Person } from './person.ts';
import type { Program } from './program.ts';

/** A client that keeps calling during a fault, and records the answers. */
export class Caller {
  /** `200`, `503 database.unreachable`, or `0 TimeoutError` where there was no answer. */
  readonly answers = new Set<string>();
  readonly ready = new Set<number>();
  readonly alive = new Set<number>();
  /** The longest duration of a call, in milliseconds. */
  longestMs = 0;
  #over = false;
  readonly #calling: Promise<void>;

  constructor(program: Program, merchant: Person) {
    this.#calling = this.#call(program, merchant);
  }

  async #call(program: Program, merchant: Person): Promise<void> {
    while (!this.#over && program.lives) {
      const began = performance.now();
      this.answers.add(
        await merchant.try('GET', '/runs?limit=1').then(
          ({ status, code }) => (code === null ? `${status}` : `${status} ${code}`),
          (thrown: Error) => `0 ${thrown.name}: ${String(thrown.cause ?? thrown.message)}`,
        ),
      );
      this.longestMs = Math.max(this.longestMs, performance.now() - began);
      this.ready.add(await program.statusOf('/readyz'));
      this.alive.add(await program.statusOf('/healthz'));
      await sleep(50);
    }
  }

  async stop(): Promise<void> {
    this.#over = true;
    await this.#calling;
  }

  /** Returns answers that are neither success nor one of these named failures. */
  wrong(named: readonly string[]): string[] {
    const wrong = [...this.answers]
      .filter((answer) => answer !== '200' && !named.some((name) => answer === `503 ${name}`))
      .map((answer) =>
        answer.startsWith('0 ')
          ? `a call was not answered (${answer.slice(2)})`
          : `a call was answered ${answer}`,
      );
    if ([...this.alive].some((status) => status !== 200)) {
      wrong.push(`/healthz answered ${[...this.alive].join(', ')}`);
    }
    return wrong;
  }
}
