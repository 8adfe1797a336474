import type { Person } from './person.ts';
import type { Program, ProgramOptions } from './program.ts';
import type { Installed, Stage } from './stage.ts';
import { until } from './until.ts';

/** The process that replaced a killed one. */
export interface Successor {
  program: Program;
  merchant: Person;
  /** Time of its start, by `performance.now()`. */
  began: number;
}

/** Waits until a process has killed itself at its kill point. */
export function death(program: Program, point: string): Promise<boolean> {
  return until(`the process to be killed ${point}`, async () => !program.lives);
}

/** Starts another process in place of a killed one, without its kill point. */
export async function succeed(
  stage: Stage,
  { options, merchant }: Pick<Installed, 'options' | 'merchant'>,
  more: Partial<ProgramOptions> = {},
): Promise<Successor> {
  const began = performance.now();
  const program = stage.begin({ ...options, edits: [], environment: {}, ...more });
  await program.ready();
  return { program, merchant: merchant.at(program), began };
}
