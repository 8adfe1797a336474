import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { testDatabase, testOwner } from '../../../testing/database/database.ts';
import { mug, ownProducts, testPerson } from '../../../testing/products/products.ts';
import { asOwner } from '../../db/database.ts';
import { undoProductChange } from '../list/queries.ts';
import { writeProducts } from '../write/write.ts';
import { type NewEditSet, OpenEditSet } from './edit-sets.ts';
import { foldHistory } from './fold-history.ts';
import { findHistory } from './history.ts';

const { db } = await testDatabase();
const ann = await testOwner(db);
const annie = await testPerson(db, ann, 'Annie');

async function priced(id: string, price: string, set: NewEditSet, daysAgo: number): Promise<void> {
  await asOwner(db, ann, async (owned) => {
    const editSet = OpenEditSet.of(ann, set);
    await writeProducts(owned, ann, editSet, [id], (product) => ({
      ...product,
      variants: product.variants.map((each) => ({ ...each, price })),
    }));
    const then = sql<Date>`now() - ${daysAgo} * interval '1 day'`;
    await owned.updateTable('edit_set').set({ at: then }).where('id', '=', editSet.id).execute();
    await owned
      .updateTable('product_change')
      .set({ at: then })
      .where('edit_set_id', '=', editSet.id)
      .execute();
  });
}

it('folds what a source changed long ago into one record, and keeps what people did and what is recent', async () => {
  const [id = ''] = await ownProducts(db, ann, [mug]);
  const source = { kind: 'followed', userId: null } as const;
  await priced(id, '1.00', source, 200);
  await priced(id, '2.00', source, 150);
  await priced(id, '3.00', { kind: 'edited', userId: annie }, 140);
  await priced(id, '4.00', { kind: 'followed', userId: annie }, 130);
  await priced(id, '5.00', source, 120);
  await priced(id, '6.00', source, 10);

  const gone = await foldHistory(db, 90);

  const history = await asOwner(db, ann, (owned) => findHistory(owned, ann, id));
  expect(gone).toBe(2);
  expect(history.map(({ kind, by, cells: [cell] }) => [kind, by, cell?.before, cell?.after])).toEqual([
    ['followed', null, '5.00', '6.00'],
    ['followed', null, '19.90', '5.00'],
    ['followed', 'Annie', '3.00', '4.00'],
    ['edited', 'Annie', '2.00', '3.00'],
  ]);
  expect(await foldHistory(db, 90)).toBe(0);
  const { kept } = await asOwner(db, ann, (owned) =>
    undoProductChange(owned, ann, { id, changeId: history[1]?.id ?? '', userId: annie }),
  );
  expect(kept).toEqual(['variants/v1/price']);
});
