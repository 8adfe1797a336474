import { rowLimits } from '@bowerbird/contract/row-limits';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { testDatabase, testOwner } from '../../testing/database/database.ts';
import { asOwner } from './database.ts';
import { requirePlace } from './places.ts';

const { db } = await testDatabase();
Object.assign(rowLimits.product_group, { limit: 2 });

/** Adds a group where there is a place for one more of at most two. */
function add(ownerId: string, between: () => Promise<void> = async () => {}): Promise<void> {
  return asOwner(db, ownerId, async (owned) => {
    await requirePlace(owned, ownerId, 'product_group');
    await between();
    const id = crypto.randomUUID();
    await sql`insert into product_group (id, owner_id, name) values (${id}, ${ownerId}, ${id})`.execute(
      owned,
    );
  });
}

/** Waits until a transaction of this database waits for another one. */
async function untilOneWaits(): Promise<void> {
  await vi.waitUntil(
    async () => {
      const { rows } = await sql`
        select from pg_locks join pg_stat_activity using (pid)
        where not granted and datname = current_database()`.execute(db);
      return rows.length > 0;
    },
    { timeout: 60_000 },
  );
}

describe('the last place of a merchant', () => {
  it('is not taken twice: who comes second waits, and is refused with the limit', async () => {
    const ownerId = await testOwner(db);
    await add(ownerId);
    const found = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const first = add(ownerId, async () => {
      found.resolve();
      await goOn.promise;
    });
    await found.promise;

    const second = add(ownerId).then(
      () => 'taken',
      (thrown: unknown) => thrown,
    );
    await Promise.race([second, untilOneWaits()]);
    goOn.resolve();

    await first;
    expect(await second).toMatchObject({ code: 'group.too-many', params: { limit: 2 } });
  });

  it('does not depend on what other merchants have', async () => {
    const [ann, ben] = [await testOwner(db), await testOwner(db)];
    await add(ann);
    await add(ann);

    await expect(add(ann)).rejects.toMatchObject({ code: 'group.too-many' });
    await expect(add(ben)).resolves.toBeUndefined();
  });
});
