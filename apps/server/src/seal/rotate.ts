import type { OperatorEvent } from '@bowerbird/contract/system/audit';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Clock } from '../time/clock.ts';
import type { KeyFile } from './key-files.ts';
import { type KeyFolder, noticedMs } from './key-folder.ts';
import { countSealed, type Resealed, resealAll } from './reseal.ts';

/** Milliseconds that a replaced key is kept, however few rows it seals: longer than any transaction lasts. */
export const graceMs = 10 * 60_000;

/**
 * Numbers of advisory locks that nothing else uses: changes of keys, one at a time; and backups, which read keys after
 * rows.
 */
const changeLock = 7_246_052_001;
export const backupLock = 7_246_052_002;

interface Parts {
  db: Db;
  keys: KeyFolder;
  clock: Pick<Clock, 'sleep' | 'wall'>;
  /** Writes the audit event in the transaction of the change. */
  record(db: Db, what: OperatorEvent, fields: Record<string, string | number>): Promise<void>;
}

export interface Rotated extends Resealed {
  key: KeyFile;
  /** False if an earlier rotation was unfinished: it is finished now, and no key was made. */
  isNew: boolean;
}

/**
 * Creates a new key and seals every row with it, while the program runs; an interrupted earlier rotation is finished
 * instead. Old keys stay until `removeOldKeys`. Null while another process changes keys.
 */
export async function rotateKeys(parts: Parts): Promise<Rotated | null> {
  const { db, keys, record } = parts;
  return await oneAtATime(db, async () => {
    const left = await resealAll(db, keys);
    if (left.rows > 0) {
      await record(db, 'keys-rotated', { number: keys.current().number });
      return { ...(await withLate(parts, left)), key: keys.current(), isNew: false };
    }
    const key = await db.transaction().execute(async (inside) => {
      await record(inside, 'keys-rotated', { number: keys.current().number + 1 });
      return await keys.add();
    });
    return { ...(await withLate(parts, await resealAll(db, keys))), key, isNew: true };
  });
}

/** Reseals what other processes sealed before they noticed the new key, after the first pass. */
async function withLate({ db, keys, clock }: Parts, first: Resealed): Promise<Resealed> {
  await clock.sleep(noticedMs * 1.5);
  const late = await resealAll(db, keys);
  return { rows: first.rows + late.rows, altered: late.altered };
}

/** Why a key was not removed: rows need it, it was replaced a moment ago, or a backup is being written. */
export type Kept = { key: KeyFile; because: 'rows' | 'grace' | 'backup' };

/**
 * Deletes the keys that no row needs and that were replaced at least ten minutes ago. It is a separate step because
 * only a backup can restore a deleted key. Null while another process changes keys.
 */
export async function removeOldKeys(parts: Parts): Promise<{ removed: KeyFile[]; kept: Kept[] } | null> {
  const { db, keys, clock } = parts;
  return await oneAtATime(db, async () => {
    keys.current();
    const needed = new Set((await countSealed(db)).map(({ keyId }) => keyId));
    const removed: KeyFile[] = [];
    const kept: Kept[] = [];
    const all = keys.list();
    for (const [at, key] of all.entries()) {
      const next = all[at + 1];
      if (next === undefined) {
        break;
      }
      if (needed.has(key.id)) {
        kept.push({ key, because: 'rows' });
      } else if (clock.wall() - Date.parse(next.madeAt) < graceMs) {
        kept.push({ key, because: 'grace' });
      } else if (await removeUnlessBackedUp(parts, key)) {
        removed.push(key);
      } else {
        kept.push({ key, because: 'backup' });
      }
    }
    return { removed, kept };
  });
}

async function removeUnlessBackedUp({ db, keys, record }: Parts, key: KeyFile): Promise<boolean> {
  return await db.transaction().execute(async (inside) => {
    const lock = sql<{ free: boolean }>`select pg_try_advisory_xact_lock(${backupLock}) as free`;
    const { rows } = await lock.execute(inside);
    if (!rows[0]?.free) {
      return false;
    }
    await record(inside, 'keys-removed', { number: key.number });
    await keys.remove(key);
    return true;
  });
}

/**
 * Runs work while holding a lock, in a transaction that ends with the connection if the process is killed. Null if
 * another process holds the lock.
 */
async function oneAtATime<T>(db: Db, work: () => Promise<T>): Promise<T | null> {
  return await db.transaction().execute(async (held) => {
    const lock = sql<{ free: boolean }>`select pg_try_advisory_xact_lock(${changeLock}) as free`;
    const { rows } = await lock.execute(held);
    return rows[0]?.free ? await work() : null;
  });
}
