import { AppError } from '@bowerbird/contract/errors';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { FindSignedIn, Recorder } from '../http/admission.ts';
import type { Log } from '../log/log.ts';
import { eventOf, type Happened } from './event.ts';

/** Records what was done: in the transaction of the change if the call says so, else after the response was sent. */
export interface AuditRecord extends Recorder {
  /** Waits until all events so far are written, or logged as lost. */
  written(): Promise<void>;
}

interface Parts {
  db: Db;
  log: Log;
  findSignedIn: FindSignedIn;
}

/** Most events written at once. */
const batchMax = 200;

/** Writes events batch after batch: while one batch is being written, the next events collect. */
export function openAudit({ db, log, findSignedIn }: Parts): AuditRecord {
  const waiting: Happened[] = [];
  let writing: Promise<void> | undefined;

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, batchMax);
      try {
        await write(db, findSignedIn, batch);
      } catch (thrown) {
        await rescue(batch, thrown);
      }
    }
    writing = undefined;
  }

  /** Writes events one by one, so that one bad event does not lose the others; logs those that cannot be written. */
  async function rescue(batch: Happened[], thrown: unknown): Promise<void> {
    for (const event of batch) {
      await write(db, findSignedIn, [event]).catch(() =>
        log.error(
          {
            error: thrown instanceof Error ? thrown.message : String(thrown),
            what: event.what,
            at: event.at.toISOString(),
            user: event.person?.id,
            params: event.params,
            request: event.requestId,
          },
          'An event could not be written into the audit log',
        ),
      );
    }
  }

  return {
    answered(answered) {
      try {
        const event = eventOf(answered);
        if (event) {
          waiting.push(event);
          writing ??= writeAll();
        }
      } catch (thrown) {
        log.error({ error: String(thrown) }, 'An event could not be read for the audit log');
      }
    },
    async record(inside, answered) {
      const event = eventOf(answered);
      if (event) {
        await write(inside, findSignedIn, [event]).catch((thrown: unknown) => {
          log.error({ error: String(thrown), what: event.what }, 'A change was not made: no audit event');
          throw new AppError('audit.unwritable', `no audit event of ${event.what}`, { cause: thrown });
        });
      }
    },
    async written() {
      await writing;
    },
  };
}

async function write(db: Db, findSignedIn: FindSignedIn, batch: readonly Happened[]): Promise<void> {
  const rows = [];
  for (const event of batch) {
    const person = event.person ?? (await personOf(db, findSignedIn, event));
    rows.push({
      id: event.id,
      owner_id: person?.ownerId ?? null,
      user_id: person?.id ?? null,
      user_name: person?.name ?? null,
      what: event.what,
      area: event.area,
      details: JSON.stringify({ params: event.params, fields: event.fields }),
      ip: event.ip,
      user_agent: event.userAgent,
      request_id: event.requestId,
      status: event.status,
      at: event.at,
    });
  }
  await db.insertInto('audit_event').values(rows).execute();
}

/**
 * Returns the person whose session began or whose account was named. A name that no account has is not kept, because
 * people type passwords into the wrong field.
 */
async function personOf(
  db: Db,
  findSignedIn: FindSignedIn,
  { token, named }: Happened,
): Promise<Happened['person']> {
  // A session may already be over before its beginning is recorded.
  const bySession = token === undefined ? undefined : await findSignedIn(token);
  if (bySession !== undefined || named === undefined) {
    return bySession;
  }
  const name = named.trim().toLowerCase();
  const found = await db
    .selectFrom('user')
    .select(['id', 'owner_id', 'name'])
    .where((user) =>
      user.or([
        user(sql`lower(username)`, '=', name),
        user(sql`lower(email)`, '=', name),
        user('phone', '=', name),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return found && { id: found.id, ownerId: found.owner_id, name: found.name };
}
