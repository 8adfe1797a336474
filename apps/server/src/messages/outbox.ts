import { AppError } from '@bowerbird/contract/errors';
import type { OpenedMessage, OutboxMessage } from '@bowerbird/contract/system/outbox';
import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../db/database.ts';
import { readCursor, writeCursor } from '../db/pages/keyset-cursor.ts';
import type { OutboxTable } from '../db/tables/account/messages.ts';
import type { Seal } from '../seal/seal.ts';
import { messagePlace } from './messages.ts';
import type { Template } from './texts/template.ts';
import { isTemplate, wholeLink, write } from './write.ts';

const pageDefault = 50;
const pageMax = 200;

export interface OutboxRequest {
  cursor?: string | undefined;
  limit?: number | undefined;
  channel?: 'mail' | 'sms' | undefined;
  state?: OutboxMessage['state'] | undefined;
  recipient?: string | undefined;
}

/** Returns a page of messages, newest first. */
export async function findMessages(db: Db, request: OutboxRequest) {
  const limit = Math.min(Math.max(request.limit ?? pageDefault, 1), pageMax);
  const after = request.cursor === undefined ? undefined : readCursor(request.cursor, 'created', 'descend');
  const wanted = db
    .selectFrom('outbox')
    .$if(request.channel !== undefined, (query) => query.where('channel', '=', request.channel ?? 'mail'))
    .$if(request.state !== undefined, (query) => query.where('state', '=', request.state ?? 'kept'))
    .$if(Boolean(request.recipient), (query) =>
      query.where('recipient', 'ilike', `%${(request.recipient ?? '').replaceAll(/[\\%_]/g, '\\$&')}%`),
    );
  const rows = await wanted
    .selectAll()
    // As text: the database's times are more precise than JavaScript's.
    .select(sql<string>`created_at::text`.as('created_text'))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${after?.value}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const { count } = await wanted
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(reported),
    total: Number(count),
    totalIsEstimate: false,
    nextCursor:
      rows.length > limit && last
        ? writeCursor({ sort: 'created', direction: 'descend', value: last.created_text, id: last.id })
        : null,
  };
}

const Values = z.record(z.string(), z.string());

/** Messages whose code or link gives access to anybody who has it. */
const opening: ReadonlySet<string> = new Set(['code', 'activation', 'invitation'] satisfies Template[]);
const hidden = '••••••';

/** A message that gives somebody access. */
export type Opening = Pick<Selectable<OutboxTable>, 'owner_id' | 'recipient' | 'template'>;

interface Opened {
  id: string;
  consoleUrl: string;
  /** Reports whether the reader of this message could do more with it than they may do themselves. */
  letsInWider(message: Opening): Promise<boolean>;
}

/**
 * Returns one message with its values unsealed, for one reader; links that are only a path lead to `consoleUrl`.
 * Withholds a code or link that gives access once the message was sent, and from readers who may do less than the
 * person it lets in. Throws `not-found`.
 */
export async function getMessage(
  { db, seal }: { db: Db; seal: Seal },
  { id, consoleUrl, letsInWider }: Opened,
): Promise<OpenedMessage> {
  const row = await getRow(db, id);
  const { template, language } = row;
  const sealed = Values.parse(JSON.parse(seal.open(row.sealed_values, messagePlace(row.id, row.owner_id))));
  const withheld = await withheldFrom(row, letsInWider);
  const { code, link, ...rest } = sealed;
  const values = withheld
    ? { ...rest, ...(code && { code: hidden }), ...(link && { link: hidden }) }
    : sealed;
  const written = isTemplate(template)
    ? write({ template, language, values, consoleUrl })
    : { subject: template, text: '', line: '' };
  return {
    ...reported(row),
    subject: row.channel === 'mail' ? written.subject : '',
    text: row.channel === 'mail' ? written.text : written.line,
    code: withheld ? null : (code ?? null),
    link: link && !withheld ? wholeLink(link, consoleUrl) : null,
    withheld: code === undefined && link === undefined ? null : withheld,
  };
}

/** Returns the channel of a message. Throws `not-found`. */
export async function channelOf(db: Db, id: string): Promise<OutboxMessage['channel']> {
  return (await getRow(db, id)).channel;
}

async function getRow(db: Db, id: string): Promise<Selectable<OutboxTable>> {
  const row = await db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) {
    throw new AppError('not-found', `message ${id}`);
  }
  return row;
}

async function withheldFrom(
  row: Selectable<OutboxTable>,
  letsInWider: Opened['letsInWider'],
): Promise<OpenedMessage['withheld']> {
  if (!opening.has(row.template)) {
    return null;
  }
  // The message reached its recipient: nobody else needs what opens their account.
  return row.state === 'sent' ? 'sent' : (await letsInWider(row)) ? 'wider-rights' : null;
}

/** Queues a message again, from its first try. Throws `not-found`. */
export async function lineUpAgain(db: Db, id: string, now: Date): Promise<OutboxMessage> {
  const row = await db
    .updateTable('outbox')
    .set({ state: 'waiting', tries: 0, fault: null, next_try_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (!row) {
    throw new AppError('not-found', `message ${id}`);
  }
  return reported(row);
}

function reported(row: Selectable<OutboxTable>): OutboxMessage {
  return {
    id: row.id,
    channel: row.channel,
    recipient: row.recipient,
    template: row.template,
    language: row.language,
    state: row.state,
    fault: row.fault,
    tries: row.tries,
    createdAt: row.created_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null,
  };
}
