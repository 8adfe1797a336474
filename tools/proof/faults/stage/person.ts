import { z } from 'zod';
import type { Program, SignIn } from './program.ts';
import { until } from './until.ts';

const Id = z.object({ runId: z.string() });
const Ended = ['complete', 'partial', 'failed', 'cancelled'];
export const RunSeen = z.object({
  id: z.string(),
  state: z.string(),
  done: z.int(),
  total: z.int().nullable(),
  fault: z.object({ code: z.string() }).nullable(),
});
export type RunSeen = z.infer<typeof RunSeen>;

/** A signed-in person. */
export class Person {
  readonly #program: Program;
  readonly token: string;

  constructor(program: Program, token: string) {
    this.#program = program;
    this.token = token;
  }

  static async signIn(program: Program, who: SignIn): Promise<Person> {
    const answer = await program.call('POST', '/auth/user-name-login', who);
    if (answer.status !== 200) {
      throw new Error(`signing in: ${answer.status} ${answer.code}`);
    }
    return new Person(program, z.string().parse(answer.data));
  }

  /** Returns the same session at another process. */
  at(program: Program): Person {
    return new Person(program, this.token);
  }

  /** Returns the data of a call that succeeds; throws for any other. */
  async call(method: string, path: string, body?: object): Promise<unknown> {
    const answer = await this.#program.call(method, path, body, this.token);
    if (answer.status >= 300) {
      throw new Error(`${method} ${path}: ${answer.status} ${answer.code}`);
    }
    return answer.data;
  }

  /** Returns the answer of a call, whatever it is. */
  try(method: string, path: string, body?: object) {
    return this.#program.call(method, path, body, this.token);
  }

  async start(path: string, body: object): Promise<string> {
    return Id.parse(await this.call('POST', path, body)).runId;
  }

  collect(address: string): Promise<string> {
    return this.start('/collect/runs', {
      platform: 'shopify',
      scope: 'shop',
      addresses: [address],
      paceMs: 0,
    });
  }

  async run(runId: string): Promise<RunSeen> {
    return RunSeen.parse(await this.call('GET', `/runs/${runId}`));
  }

  /** Waits until a run has ended; repeats calls that fail meanwhile. */
  ended(runId: string): Promise<RunSeen> {
    return until(`run ${runId} to end`, async () => {
      const run = await this.run(runId).catch(() => null);
      return run !== null && Ended.includes(run.state) && run;
    });
  }
}
