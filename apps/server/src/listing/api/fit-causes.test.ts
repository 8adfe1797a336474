import { expect, it } from 'vitest';
import { FitCauses } from './fit-causes.ts';

const nothing = { risks: [], stopped: [], unfit: [], repaired: [] };
const emptyStock = { code: 'risk.empty-stock' as const, params: {}, field: 'variants.stock' };

it('counts a product once for each cause, however many stores it concerns, and our checks apart from the stores', () => {
  const causes = new FitCauses();
  const options = {
    kind: 'refused' as const,
    code: 'store.too-many-options' as const,
    params: { n: 5, max: 3 },
  };
  for (const product of ['a', 'b']) {
    for (const store of ['one', 'two', 'three']) {
      causes.add(store, product, { ...nothing, risks: [emptyStock], stopped: [emptyStock] });
    }
  }
  causes.add('one', 'c', { ...nothing, unfit: [options] });
  causes.add('two', 'c', nothing);

  expect(causes.answer()).toMatchObject([
    {
      kind: 'stopped',
      code: 'risk.empty-stock',
      products: 2,
      productIds: ['a', 'b'],
      stores: [
        { storeId: 'one', count: 2 },
        { storeId: 'two', count: 2 },
        { storeId: 'three', count: 2 },
      ],
    },
    {
      kind: 'refused',
      products: 1,
      productIds: ['c'],
      stores: [{ storeId: 'one', count: 1 }],
      remedy: 'merge-options',
    },
  ]);
});

it('tells what was let through for this run apart from what is stopped', () => {
  const causes = new FitCauses();
  causes.add('one', 'a', { ...nothing, risks: [emptyStock], stopped: [] });

  expect(causes.answer()).toMatchObject([{ kind: 'stopped', released: true, products: 1 }]);
});
