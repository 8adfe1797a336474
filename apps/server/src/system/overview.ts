import type { AnswerOf } from '@bowerbird/contract/route';
import type { getSystemOverview } from '@bowerbird/contract/system/system';
import { sql } from 'kysely';
import { inBilling } from '../billing/paying/books.ts';
import type { OwnerDb } from '../db/database.ts';
import type { Services } from '../services/services.ts';
import { failedDays, measureSystem } from './status.ts';

type Overview = AnswerOf<typeof getSystemOverview>;

const newDays = 7;
const accountsShown = 10;
const messagesShown = 5;

/**
 * Returns what waits for an administrator: figures outside their range, transfers to confirm, frozen merchants and
 * those who request to be unfrozen, messages that were not sent, and who is new.
 */
export async function findOverview(services: Services): Promise<Overview> {
  const { db } = services;
  const { figures } = await measureSystem(services);
  const waiting = await inBilling(db, countWaiting);
  const { rows } = await sql<{ merchants: number; people: number; fresh: number }>`
    select (select count(*)::integer from owner) as merchants,
      (select count(*)::integer from "user") as people,
      (select count(*)::integer from "user" where created_at > now() - make_interval(days => ${newDays})) as fresh
  `.execute(db);
  const accounts = await db
    .selectFrom('user')
    .leftJoin('owner', 'owner.id', 'user.owner_id')
    .select(['user.id', 'user.name', 'user.username', 'owner.name as merchant', 'user.activated_at'])
    .select('user.created_at')
    .where('user.created_at', '>', sql<Date>`now() - make_interval(days => ${newDays})`)
    .orderBy('user.created_at', 'desc')
    .limit(accountsShown)
    .execute();
  const failed = db
    .selectFrom('outbox')
    .where('state', '=', 'failed')
    .where('created_at', '>', sql<Date>`now() - make_interval(days => ${failedDays})`);
  const messages = await failed
    .select(['id', 'channel', 'template', 'created_at'])
    .orderBy('created_at', 'desc')
    .limit(messagesShown)
    .execute();
  const [counts] = rows;
  return {
    act: figures.filter(({ act }) => act),
    ...waiting,
    keptMessages: figures.find(({ name }) => name === 'outbox.kept')?.value ?? 0,
    merchants: counts?.merchants ?? 0,
    people: counts?.people ?? 0,
    newAccounts: accounts.map(({ id, name, username, merchant, activated_at, created_at }) => ({
      id,
      name,
      username,
      merchant,
      createdAt: created_at.toISOString(),
      activated: activated_at !== null,
    })),
    newAccountsTotal: counts?.fresh ?? 0,
    failedMessages: messages.map(({ id, channel, template, created_at }) => ({
      id,
      channel,
      template,
      createdAt: created_at.toISOString(),
    })),
    failedMessagesTotal: figures.find(({ name }) => name === 'outbox.failed')?.value ?? 0,
  };
}

/** Counts orders that wait for a bank transfer to be confirmed, and merchants who may start nothing. */
async function countWaiting(db: OwnerDb): Promise<Pick<Overview, 'openOrders' | 'frozen'>> {
  const { rows } = await sql<Pick<Overview, 'openOrders' | 'frozen'>>`
    select
      (select count(*)::integer from plan_order where state = 'waiting-payment' and payment = 'bank-transfer') as "openOrders",
      (select count(*)::integer from owner where status = 'frozen') as frozen
  `.execute(db);
  return rows[0] ?? { openOrders: 0, frozen: 0 };
}
