import { sql } from 'kysely';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { asOwner, openDatabase } from '../db/database.ts';
import { testDatabase, testOwner } from './database.ts';

const { db, url } = await testDatabase();

describe('what one merchant has', () => {
  it('stays invisible to another, even for a query that forgot to name the owner', async () => {
    const [ann, ben] = [await testOwner(db), await testOwner(db)];
    await asOwner(db, ann, (own) =>
      own
        .insertInto('run')
        .values({ id: v7(), owner_id: ann, kind: 'collect', state: 'waiting', title: 'Glade', ask: '{}' })
        .execute(),
    );

    const seenBy = (owner: string) => asOwner(db, owner, (own) => own.selectFrom('run').select('id').execute());

    expect(await seenBy(ann)).toHaveLength(1);
    expect(await seenBy(ben)).toEqual([]);
    expect(await db.selectFrom('run').select('id').execute()).toEqual([]);
  });

  it('cannot be written under another merchant', async () => {
    const [ann, ben] = [await testOwner(db), await testOwner(db)];

    const forged = asOwner(db, ben, (own) =>
      own
        .insertInto('run')
        .values({ id: v7(), owner_id: ann, kind: 'collect', state: 'waiting', title: 'Glade', ask: '{}' })
        .execute(),
    );

    await expect(forged).rejects.toThrow(/row-level security/);
  });
});

describe('the role the program works as', () => {
  it('is a plain one', async () => {
    const { rows } = await sql<{ name: string }>`select current_user as name`.execute(db);

    expect(rows).toEqual([{ name: 'bowerbird_app' }]);
  });

  it('is refused when it owns the tables', async () => {
    await sql`select 1`.execute(db);
    const owning = new URL(url);
    owning.searchParams.set('options', '-c role=none');
    const database = openDatabase(owning.href);

    await expect(sql`select 1`.execute(database.db)).resolves.toBeDefined();
    await database.close();
  });
});
