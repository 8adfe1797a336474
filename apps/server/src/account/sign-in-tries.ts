import { machineOf } from '../http/machine.ts';
import type { Services } from '../services.ts';
import { type Guesses, tellOfGuesses } from './tell-of-guesses.ts';
import { type Bound, countTry, forgetTries } from './tries.ts';

type Parts = Pick<Services, 'db' | 'seal' | 'clock'>;

/** What may be guessed on the way in. */
export type Guessed = Guesses['what'];

/** Who tries to get into an account, and from where. */
export interface Trier {
  person: Guesses['person'];
  /** As it was typed, in small letters. */
  name: string;
  ip: string;
  /** The hash of this browser's cookie, where it has signed in to this very account before. */
  browser: Buffer | null;
}

const ofOneFree = 5;
/** More than one machine may have: the owner at a new one is a stranger, too. */
const ofStrangersFree = { password: 20, 'phone-code': 20, 'second-step': 5 } as const;

/** One try to get in, counted and not yet judged. */
export interface SignInTry {
  right(): Promise<void>;
  wrong(): Promise<void>;
}

/**
 * Counts a try to get into an account, before what was typed is looked at. A browser that has signed in to the account
 * before is counted by itself; all others are strangers, counted together over all machines, and each machine. So
 * strangers lock nobody out of their own browser. Throws `rate.too-many-tries`.
 */
export async function beginTry(parts: Parts, what: Guessed, trier: Trier): Promise<SignInTry> {
  const bounds = boundsOf(what, trier);
  const counts = await countTry(parts, bounds);
  const ofStrangers = trier.browser === null ? (counts.at(-1) ?? 0) : 0;
  return {
    right: () => forgetTries(parts, bounds),
    wrong: async () => {
      if (ofStrangers >= ofStrangersFree[what]) {
        await tellOfGuesses(parts, { what, person: trier.person, ip: trier.ip });
      }
    },
  };
}

function boundsOf(what: Guessed, { person, name, ip, browser }: Trier): Bound[] {
  const account = person === null ? ['nobody', name] : ['person', person.id];
  if (browser !== null) {
    return [{ of: [what, ...account, 'browser', browser.toString('hex')], free: ofOneFree }];
  }
  return [
    { of: [what, ...account, 'machine', machineOf(ip)], free: ofOneFree },
    { of: [what, ...account, 'strangers'], free: ofStrangersFree[what] },
  ];
}
