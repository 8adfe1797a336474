import { sql } from 'kysely';
import { asOwner, type Db, type OwnerDb } from '../../db/database.ts';
import { noteNotice } from '../../notifications/notify.ts';
import type { Services } from '../../services/services.ts';

const everyMs = 24 * 3_600_000;
/** An id that no person has. */
const nobody = '00000000-0000-0000-0000-000000000000';

export interface Guesses {
  /** Selects the sentence of the message. */
  what: 'password' | 'phone-code' | 'second-step';
  /** Null if nobody has the typed name. */
  person: { id: string; owner_id: string | null } | null;
  /** IP address of the last try. */
  ip: string;
}

/**
 * Notifies a person, at most once a day, that unknown browsers have guessed until they had to wait: what was guessed,
 * and from where the last guess came. For a name that nobody has, runs the same database query, so that the time
 * reveals nothing.
 */
export async function notifyOfGuesses(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { what, person, ip }: Guesses,
): Promise<void> {
  const now = clock.wall();
  const ownerId = person?.owner_id ?? null;
  const report = async (inside: Db | OwnerDb) => {
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
  await (ownerId === null ? db.transaction().execute(report) : asOwner(db, ownerId, report));
}

/** Returns true for only one of the calls within a day. */
async function isDue(db: Db | OwnerDb, userId: string, now: number): Promise<boolean> {
  const { rows } = await sql`
    insert into guesses_notified as notified (user_id, at)
    select id, ${new Date(now)} from "user" where id = ${userId}
    on conflict (user_id) do update set at = excluded.at where notified.at <= ${new Date(now - everyMs)}
    returning user_id
  `.execute(db);
  return rows.length > 0;
}
