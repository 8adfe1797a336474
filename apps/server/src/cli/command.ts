import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

/** Exit codes, the same for every command. */
export const exitCodes = { done: 0, failed: 1, partly: 3 } as const;

/** A command of the program: its options and what it does with them. Returns the exit code. */
export interface Command {
  /** What `--help` prints after the summary. */
  usage: string;
  options: ParseArgsOptionsConfig;
  run(given: Given): Promise<number>;
}

/** A wrongly given command; shown to the person in one line, without a stack trace. */
export class WrongUse extends Error {
  override readonly name = 'WrongUse';
}

/** The arguments given to a command. */
export class Given {
  readonly words: readonly string[];
  readonly #values: Record<string, unknown>;

  constructor(words: readonly string[], values: Record<string, unknown>) {
    this.words = words;
    this.#values = values;
  }

  text(name: string): string | undefined {
    const value = this.#values[name];
    return typeof value === 'string' ? value : undefined;
  }

  /** Returns an option that the command requires. */
  needed(name: string, what: string): string {
    const value = this.text(name);
    if (value === undefined || value === '') {
      throw new WrongUse(`${what} is missing: --${name} ${what.toUpperCase().replaceAll(' ', '_')}`);
    }
    return value;
  }

  flag(name: string): boolean {
    return this.#values[name] === true;
  }

  list(name: string): string[] {
    const value = this.#values[name];
    return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
  }

  whole(name: string): number | undefined {
    const value = this.text(name);
    if (value !== undefined && !/^\d{1,9}$/.test(value)) {
      throw new WrongUse(`--${name} takes a whole number, not ${value}`);
    }
    return value === undefined ? undefined : Number(value);
  }
}

const common: ParseArgsOptionsConfig = {
  for: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
};

/** Reads the arguments after a command's name; throws `WrongUse`. */
export function readGiven(command: Command, args: readonly string[]): Given {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { ...common, ...command.options },
      allowPositionals: true,
    });
    return new Given(positionals, values);
  } catch (thrown) {
    throw new WrongUse(thrown instanceof Error ? thrown.message : String(thrown));
  }
}

/** Writes one line of result. Only results go to standard output. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Writes one line to standard error, for the person who waits. */
export function inform(line: string): void {
  process.stderr.write(`${line}\n`);
}
