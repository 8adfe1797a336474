import { languages } from '@bowerbird/contract/account/account';
import { pairPlugin } from '@bowerbird/contract/account/tokens';
import { z } from 'zod/mini';
import { callConsole } from './answers/call-console.ts';
import { refuseOtherPeoples } from './batch/queue.ts';
import { browserName } from './browser-name.ts';
import { kept } from './kept.ts';

const Pairing = z.object({
  /** Origin of the console. */
  console: z.string(),
  person: z.string(),
  /** Needed because two people may have the same name. */
  personId: z.string(),
  /** Empty once the console no longer accepts it. Leaves the worker only towards the console itself. */
  token: z.string(),
  /** Why the console ended it; null while it is valid. */
  endedBy: z.nullable(z.string()),
  /** The language of the console's page that paired it. */
  language: z.nullable(z.enum(languages)),
});
export type Pairing = z.infer<typeof Pairing>;

const pairing = kept<Pairing | null>('pairing', z.nullable(Pairing), null);

/** Returns the last pairing, even if it has ended. */
export const readPairing = () => pairing.read();

/** Returns the valid pairing; null if there is none. */
export async function holdingPairing(): Promise<Pairing | null> {
  const held = await pairing.read();
  return held !== null && held.endedBy === null ? held : null;
}

/** Returns the owner of deliveries: what was read for one merchant is never sent to another. */
export function ownerOf({ console, personId }: Pick<Pairing, 'console' | 'personId'>): string {
  return `${console} ${personId}`;
}

/**
 * Exchanges a code for this console's token. Returns null on success, else the error code; an earlier pairing is then
 * kept.
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

/** Deletes the token here; the console keeps its entry until someone revokes it there. */
export async function unpair(): Promise<void> {
  await pairing.change(() => null);
}

/** Ends the pairing whose token the console refused: nothing more is sent with it. */
export async function endPairing(token: string, code: string): Promise<void> {
  await pairing.change((now) => (now?.token === token ? { ...now, token: '', endedBy: code } : now));
}
