import { languages } from '@bowerbird/contract/account';
import { pairPlugin } from '@bowerbird/contract/tokens';
import { z } from 'zod/mini';
import { browserName } from './browser-name.ts';
import { callConsole } from './call-console.ts';
import { kept } from './kept.ts';
import { refuseOtherPeoples } from './queue.ts';

const Pairing = z.object({
  /** Origin of the console. */
  console: z.string(),
  person: z.string(),
  /** Two people may bear one name. */
  personId: z.string(),
  /** Empty once the console no longer takes it. Never leaves the worker but for the console itself. */
  token: z.string(),
  /** Why the console ended it; null while it holds. */
  endedBy: z.nullable(z.string()),
  /** The language of the console's page that paired it. */
  language: z.nullable(z.enum(languages)),
});
export type Pairing = z.infer<typeof Pairing>;

const pairing = kept<Pairing | null>('pairing', z.nullable(Pairing), null);

/** The last pairing, also one that ended. */
export const readPairing = () => pairing.read();

/** The pairing that holds; null when there is none. */
export async function holdingPairing(): Promise<Pairing | null> {
  const held = await pairing.read();
  return held !== null && held.endedBy === null ? held : null;
}

/** Whose deliveries these are: what was read for one merchant never goes to another. */
export function ownerOf({ console, personId }: Pick<Pairing, 'console' | 'personId'>): string {
  return `${console} ${personId}`;
}

/**
 * Changes a code for this console's token. Answers null when it worked, else the code of what went wrong; an earlier pairing
 * then stays.
 */
export async function pair(
  console: string,
  code: string,
  language: Pairing['language'],
): Promise<string | null> {
  const answer = await callConsole({ console, token: null }, pairPlugin, {
    code,
    name: browserName(navigator.userAgent),
  });
  if (!answer.ok) {
    return answer.code;
  }
  const { token, person, personId } = answer.data;
  const next = await pairing.change((before) => ({
    console,
    person,
    personId,
    token,
    endedBy: null,
    language: language ?? before?.language ?? null,
  }));
  if (next !== null) {
    await refuseOtherPeoples(ownerOf(next));
  }
  return null;
}

/** Forgets the token; the console keeps its half until somebody revokes it there. */
export async function unpair(): Promise<void> {
  await pairing.change(() => null);
}

/** The console refused this token: nothing more is sent with it. */
export async function endPairing(token: string, code: string): Promise<void> {
  await pairing.change((now) => (now?.token === token ? { ...now, token: '', endedBy: code } : now));
}
