import type { Db } from '../../db/database.ts';
import { machineOf } from '../../http/condition/machine.ts';
import type { Services } from '../../services/services.ts';
import { type Guesses, notifyOfGuesses } from './notify-of-guesses.ts';
import { type Bound, countTry, forgetTries } from './tries.ts';

type Parts = Pick<Services, 'db' | 'seal' | 'clock'>;

/** What can be guessed when signing in. */
export type Guessed = Guesses['what'];

/** The account that somebody tries to sign in to, and the origin of the try. */
export interface Trier {
  person: Guesses['person'];
  /** The name as typed, in lower case. */
  name: string;
  ip: string;
  /** The hash of this browser's cookie, if the browser has signed in to this account before. */
  browser: Buffer | null;
}

const ofOneFree = 5;
/**
 * Free wrong tries of all unknown browsers together. More than for one machine, because the account's owner at a new
 * browser is unknown too.
 */
const ofUnknownClientsFree = { password: 20, 'phone-code': 20, 'second-step': 5 } as const;

/** One try to sign in, counted and not yet judged. */
export interface SignInTry {
  /** Forgets the tries so far, in the transaction of the sign-in if there is one. */
  right(inside?: Db): Promise<void>;
  wrong(): Promise<void>;
}

/**
 * Counts a try to sign in to an account, before the input is checked. A browser that has signed in to the account
 * before is counted separately. All other browsers are counted together over all machines, and for each machine. So
 * tries from unknown browsers lock nobody out of their own browser. Throws `rate.too-many-tries`.
 */
export async function beginTry(parts: Parts, what: Guessed, trier: Trier): Promise<SignInTry> {
  const bounds = boundsOf(what, trier);
  const counts = await countTry(parts, bounds);
  const ofUnknownClients = trier.browser === null ? (counts.at(-1) ?? 0) : 0;
  return {
    right: (inside = parts.db) => forgetTries({ ...parts, db: inside }, bounds),
    wrong: async () => {
      if (ofUnknownClients >= ofUnknownClientsFree[what]) {
        await notifyOfGuesses(parts, { what, person: trier.person, ip: trier.ip });
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
    { of: [what, ...account, 'unknownClients'], free: ofUnknownClientsFree[what] },
  ];
}
