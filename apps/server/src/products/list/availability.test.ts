import { expect, it } from 'vitest';
import { testDatabase, testOwner } from '../../../testing/database/database.ts';
import { mug, ownProducts, variant } from '../../../testing/products/products.ts';
import { asOwner } from '../../db/database.ts';
import { toProductRow } from '../write/rows.ts';
import { listProducts } from './list.ts';
import { unmarked } from './team-marks.ts';

const { db } = await testDatabase();

it('lists whether anything of a product can be bought, where no quantity is given', async () => {
  const ownerId = await testOwner(db);
  const one = (title: string, ...available: (boolean | null)[]) => ({
    ...mug,
    title,
    handle: title.toLowerCase(),
    variants: available.map((each, at) => variant({ id: `v${at}`, stock: null, available: each })),
  });
  await ownProducts(db, ownerId, [
    one('Available', false, true),
    one('Sold out', false, false),
    one('Unknown', null),
    one('Unsure', false, null),
  ]);

  const { rows } = await asOwner(db, ownerId, (owned) =>
    listProducts(owned, ownerId, { filter: {}, sort: 'title', direction: 'asc', limit: 10 }),
  );

  const listed = rows.map((row) => toProductRow(row, [], unmarked));
  expect(listed.map(({ title, stock, availability }) => [title, stock, availability])).toEqual([
    ['Available', null, 'available'],
    ['Sold out', null, 'sold-out'],
    ['Unknown', null, null],
    ['Unsure', null, null],
  ]);
});
