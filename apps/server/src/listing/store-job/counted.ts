import { sql } from 'kysely';
import { v7 } from 'uuid';
import { asOwner, type Db, type OwnerDb } from '../../db/database.ts';
import type { Clock } from '../../time/clock.ts';

/**
 * The most that one addition counts, in milliseconds; also how long before its attempt was answered a wait may have
 * begun.
 */
export const tickMs = 5000;

/**
 * Time counted in one shop: each worker adds its own monotonic time, under a token, so that two never count the same
 * seconds and no jump, pause or restart can shorten a wait.
 */
export class CountedTime {
  readonly #db: Db;
  readonly #ownerId: string;
  readonly #shopId: string;
  readonly #clock: Clock;
  #token: string | null = null;
  #since = 0;
  /** As last read or written. */
  nowMs = 0;

  constructor(db: Db, ownerId: string, shopId: string, clock: Clock) {
    this.#db = db;
    this.#ownerId = ownerId;
    this.#shopId = shopId;
    this.#clock = clock;
  }

  /** Adds what passed since the last call, at most a tick; nothing when another worker counted meanwhile. */
  async count(): Promise<number> {
    const at = this.#clock.monotonic();
    const passed = Math.min(tickMs, Math.max(0, at - this.#since));
    const held = this.#token;
    await asOwner(this.#db, this.#ownerId, async (db) => {
      const added = held === null ? undefined : await add(db, this.#ownerId, this.#shopId, held, passed);
      const turn = added ?? (await read(db, this.#ownerId, this.#shopId));
      this.#token = turn.token;
      this.nowMs = Number(turn.counted_ms);
    });
    // From before the transaction began: its duration is waited once more rather than counted without being waited.
    this.#since = this.#clock.monotonic();
    return this.nowMs;
  }
}

async function add(db: OwnerDb, ownerId: string, shopId: string, token: string, ms: number) {
  return await db
    .updateTable('shop_turn')
    .set({ counted_ms: sql<string>`counted_ms + ${Math.floor(ms)}`, token: v7() })
    .where('owner_id', '=', ownerId)
    .where('shop_id', '=', shopId)
    .where('token', '=', token)
    .returning(['token', 'counted_ms'])
    .executeTakeFirst();
}

async function read(db: OwnerDb, ownerId: string, shopId: string) {
  return await db
    .selectFrom('shop_turn')
    .select(['token', 'counted_ms'])
    .where('owner_id', '=', ownerId)
    .where('shop_id', '=', shopId)
    .executeTakeFirstOrThrow();
}

/**
 * Returns how much counted time must pass before the after-check of what is received now: S, and two ticks, since the
 * next addition may count time from before.
 */
export function checkInMs(settleMs: number): number {
  return settleMs + 2 * tickMs;
}
