import { AppError, errorCodes } from '@bowerbird/contract/errors';
import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { type BackgroundWork, more } from '../background/background-work.ts';
import type { Config } from '../config/config.ts';
import type { Db } from '../db/database.ts';
import type { OutboxTable } from '../db/tables/account/messages.ts';
import type { Log } from '../log/log.ts';
import type { Seal } from '../seal/seal.ts';
import type { Clock } from '../time/clock.ts';
import type { Carrier } from './carrier.ts';
import { messagePlace } from './messages.ts';
import { isTemplate, wholeLink, write } from './write.ts';

export type Carriers = ReadonlyMap<'mail' | 'sms', Carrier>;

interface DeliveringParts {
  db: Db;
  seal: Seal;
  clock: Clock;
  log: Log;
  config: Pick<Config, 'publicUrl'>;
}

const atOnce = 5;
/** Longer than any carrier tries; if a worker is killed meanwhile, the next one takes the message. */
const leaseMs = 2 * 60_000;
/** Pauses after each failed try; after the last one the message has failed. */
const pausesMs = [10_000, 30_000, 2 * 60_000, 10 * 60_000, 60 * 60_000];
/** A code is no longer valid after this time. */
const codeMs = 10 * 60_000;

/**
 * Sends the messages that are due, each by one worker only, and returns how many were tried. A message that its carrier
 * could not take now waits for its next try; one that the carrier refused has failed, with the reason.
 */
export async function deliverDue(parts: DeliveringParts, carriers: Carriers): Promise<number> {
  const taken = await takeUp(parts, [...carriers.keys()]);
  await Promise.all(taken.map((row) => deliver(parts, carriers, row)));
  return taken.length;
}

/** @param carriersOf returns what sends mail and SMS in this process */
export function deliveries<Parts extends DeliveringParts>(
  carriersOf: (parts: Parts) => Carriers,
): BackgroundWork<Parts> {
  return {
    name: 'messages',
    everyMs: 1000,
    does: 'Sends mail and SMS that are due.',
    runsIn: 'workers',
    async begin(parts) {
      const carriers = carriersOf(parts);
      await keepUncarried(parts.db, carriers);
      return {
        pass: async () => ((await deliverDue(parts, carriers)) === atOnce ? more : undefined),
        async close() {
          for (const carrier of carriers.values()) {
            carrier.close();
          }
        },
      };
    },
  };
}

type Row = Selectable<OutboxTable>;

/**
 * Marks due messages as tried before they are sent, so that a message that crashes its worker each time also reaches
 * its last try.
 */
async function takeUp({ db, clock }: DeliveringParts, channels: ('mail' | 'sms')[]): Promise<Row[]> {
  if (channels.length === 0) {
    return [];
  }
  const now = clock.wall();
  return await db
    .updateTable('outbox')
    .set(({ eb }) => ({ tries: eb('tries', '+', 1), next_try_at: new Date(now + leaseMs) }))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('outbox')
        .select('id')
        .where('state', '=', 'waiting')
        .where('channel', 'in', channels)
        .where('next_try_at', '<=', new Date(now))
        .orderBy('next_try_at')
        .limit(atOnce)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute();
}

async function deliver(parts: DeliveringParts, carriers: Carriers, row: Row): Promise<void> {
  const { db, clock, log } = parts;
  const failure = await carry(parts, carriers, row).then(
    () => undefined,
    (thrown: unknown) => AppError.from(thrown),
  );
  if (!failure) {
    await db
      .updateTable('outbox')
      .set({ state: 'sent', sent_at: new Date(clock.wall()), fault: null })
      .where('id', '=', row.id)
      .where('state', '=', 'waiting')
      .execute();
    return;
  }
  log.warn(
    { message: row.id, channel: row.channel, code: failure.code, tries: row.tries },
    'A message was not sent',
  );
  const pauseMs = pausesMs[row.tries - 1];
  const later = errorCodes[failure.code].retry === 'later' && pauseMs !== undefined;
  await db
    .updateTable('outbox')
    .set({
      fault: JSON.stringify({ code: failure.code, params: failure.params }),
      state: later ? 'waiting' : 'failed',
      ...(later && { next_try_at: new Date(clock.wall() + pauseMs) }),
    })
    .where('id', '=', row.id)
    .where('state', '=', 'waiting')
    .execute();
}

const Values = z.record(z.string(), z.string());

async function carry({ seal, clock, config }: DeliveringParts, carriers: Carriers, row: Row): Promise<void> {
  const { id, channel, template, language, recipient } = row;
  const carrier = carriers.get(channel);
  if (!carrier || !isTemplate(template)) {
    throw new AppError('message.no-template', `nothing carries ${channel} ${template}`, {
      params: { template },
    });
  }
  if (template === 'code' && clock.wall() - row.created_at.getTime() > codeMs) {
    throw new AppError('message.too-late', 'the code has expired before it could be sent');
  }
  const sealed = Values.parse(JSON.parse(seal.open(row.sealed_values, messagePlace(row.id, row.owner_id))));
  const consoleUrl = config.publicUrl ?? null;
  const values = { ...sealed, ...(sealed.link && { link: wholeLink(sealed.link, consoleUrl) }) };
  const written = write({ template, language, values, consoleUrl });
  await carrier.carry({ id, to: recipient, template, values, written });
}

/** Keeps messages of a channel without a carrier for the administrator. */
export async function keepUncarried(db: Db, carriers: Carriers): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ state: 'kept' })
    .where('state', '=', 'waiting')
    .where('channel', 'not in', sql<'mail' | 'sms'>`(select unnest(${[...carriers.keys()]}::text[]))`)
    .execute();
}
