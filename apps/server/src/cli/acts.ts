import { watchHours } from '@bowerbird/contract/collect/watches';
import { exitCodes, type Given, say, WrongUse } from './command.ts';
import { type Session, withSession } from './session.ts';

/** What a command does with its subject, by the word after the command's name; returns the exit code. */
export type Acts = Readonly<
  Record<string, (session: Session, subject: string | undefined) => Promise<number>>
>;

const words = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/**
 * Runs a command that lists, and with one of these words and a subject does something with what it lists. Throws
 * `WrongUse` for another word, and for anything after the subject.
 * @param list what the command does without a word
 */
export async function runActs(
  command: string,
  given: Given,
  list: (session: Session) => Promise<number>,
  acts: Acts,
): Promise<number> {
  const [word, subject, ...more] = given.words;
  if (more.length > 0) {
    throw new WrongUse(`Too much is given: ${more.join(' ')}`);
  }
  return await withSession(given, async (session) => {
    if (word === undefined) {
      return await list(session);
    }
    const act = Object.hasOwn(acts, word) ? acts[word] : undefined;
    if (act === undefined) {
      throw new WrongUse(`${command} takes ${words.format(Object.keys(acts))}, not ${word}`);
    }
    return await act(session, subject);
  });
}

/** Returns the id that a command was given; throws `WrongUse` where it was given none. */
export function idIn(command: string, subject: string | undefined): string {
  if (subject === undefined) {
    throw new WrongUse(`Say which: the id that \`${command}\` lists first`);
  }
  return subject;
}

/** Prints each row as a line of columns, or all of them as JSON. */
export function sayRows<Row>(
  rows: readonly Row[],
  given: Given,
  columns: (row: Row) => readonly (string | number)[],
): number {
  if (given.flag('json')) {
    say(JSON.stringify(rows));
  } else {
    for (const row of rows) {
      say(columns(row).join('\t'));
    }
  }
  return exitCodes.done;
}

/** Options by which a person says how often something is repeated. */
export const oftenOptions = {
  every: { type: 'string' },
  hour: { type: 'string' },
  zone: { type: 'string' },
} as const;

/** Reads how often something is repeated: once a day at six, in this machine's time zone, where nothing is said. */
export function oftenIn(given: Given) {
  const wanted = given.whole('every') ?? 24;
  const everyHours = watchHours.find((each) => each === wanted);
  if (everyHours === undefined) {
    throw new WrongUse(`--every takes ${watchHours.join(', ')}, not ${wanted}`);
  }
  return {
    everyHours,
    hour: given.whole('hour') ?? 6,
    timeZone: given.text('zone') ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}
