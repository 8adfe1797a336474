import { sql } from 'kysely';
import { asOwner, type Db, type OwnerDb } from '../db/database.ts';
import { noteNotice } from '../notifications/notify.ts';
import type { Services } from '../services.ts';

const everyMs = 24 * 3_600_000;
/** Nobody's id. */
const nobody = '00000000-0000-0000-0000-000000000000';

export interface Guesses {
  /** Chooses the sentence. */
  what: 'password' | 'phone-code' | 'second-step';
  /** Null where nobody has the name that was typed. */
  person: { id: string; owner_id: string | null } | null;
  /** Of the last one. */
  ip: string;
}

/**
 * Tells a person, once a day at most, that strangers have guessed until they had to wait: what, and from where the last
 * one came. For a name that nobody has the same is asked of the database, so that the time it takes tells nothing.
 */
export async function tellOfGuesses(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { what, person, ip }: Guesses,
): Promise<void> {
  const now = clock.wall();
  const ownerId = person?.owner_id ?? null;
  const tell = async (inside: Db | OwnerDb) => {
    if (await isDue(inside, person?.id ?? nobody, now)) {
      await noteNotice(inside, {
        ownerId,
        userIds: [person?.id ?? nobody],
        event: 'sign-in-guessed',
        subject: 'sign-in-guessed',
        params: { state: what, ip },
        link: '/account/settings/security',
      });
    }
  };
  await (ownerId === null ? db.transaction().execute(tell) : asOwner(db, ownerId, tell));
}

/** True for one of those that ask within a day. */
async function isDue(db: Db | OwnerDb, userId: string, now: number): Promise<boolean> {
  const { rows } = await sql`
    insert into guesses_told as told (user_id, at)
    select id, ${new Date(now)} from "user" where id = ${userId}
    on conflict (user_id) do update set at = excluded.at where told.at <= ${new Date(now - everyMs)}
    returning user_id
  `.execute(db);
  return rows.length > 0;
}
