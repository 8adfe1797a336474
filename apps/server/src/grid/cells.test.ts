import { describeChange } from '@bowerbird/catalog/change/describe';
import { undoCells } from '@bowerbird/catalog/change/undo';
import { structureIssues } from '@bowerbird/catalog/invariants/invariants';
import type { Product } from '@bowerbird/catalog/product';
import { arbitraryProduct } from '@bowerbird/catalog/testing/arbitrary-product';
import type { GridCell } from '@bowerbird/contract/products/grid';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mug, variant } from '../../testing/products/products.ts';
import { judge } from './cells.ts';

const merge = { keep: 'cheapest', stock: 'own' } as const;

/** Cells that rename options and values, some of them to names that others have, and set prices. */
function cellsOf(product: Product): fc.Arbitrary<GridCell[]> {
  const { options, variants } = product;
  const names = options.map(
    ({ name }, at): fc.Arbitrary<GridCell> =>
      fc.record({
        path: fc.constant(`options/${at}/name`),
        before: fc.constant(name),
        after: fc.constantFrom(`${name} new`, `Name ${at}`),
      }),
  );
  const values = options.flatMap(({ values: own }, option) =>
    own.map(
      (value, at): fc.Arbitrary<GridCell> =>
        fc.record({
          path: fc.constant(`options/${option}/values/${at}`),
          before: fc.constant(value),
          after: fc.constantFrom(...own, 'New', 'Other'),
        }),
    ),
  );
  const prices = variants.map(
    ({ id, price }): fc.Arbitrary<GridCell> =>
      fc.record({
        path: fc.constant(`variants/${id}/price`),
        before: fc.constant(price),
        after: fc.constantFrom('1.00', '20.00'),
      }),
  );
  return fc
    .tuple(...[...prices, ...names, ...values].map((cell) => fc.option(cell)))
    .map((all) => all.filter((cell) => cell !== null));
}

const entered = arbitraryProduct(3).chain((product) =>
  fc.record({ product: fc.constant(product), cells: cellsOf(product) }),
);

it('of 10,000 values that all become one name their cells, and are merged by a rule', () => {
  const values = Array.from({ length: 10_000 }, (_, at) => `Value ${at}`);
  const product: Product = {
    ...mug,
    options: [{ name: 'Color', values }],
    variants: values.slice(0, 50).map((value, at) => variant({ id: `v${at}`, optionValues: [value] })),
  };
  const cells = values.map((before, at) => ({ path: `options/0/values/${at}`, before, after: 'One' }));

  const refused = judge(product, cells, [], undefined);
  const merged = judge(product, cells, [], merge);
  const again = judge(merged.product, cells, describeChange(product, merged.product), merge);

  expect(refused.product).toBe(product);
  expect(refused.rejected).toHaveLength(10_000);
  expect(merged.product.options).toEqual([{ name: 'Color', values: ['One'] }]);
  expect(merged.product.variants).toHaveLength(1);
  expect(again).toEqual({ product: merged.product, rejected: [], meanwhile: [] });
});

describe('cells that rename options and values', () => {
  it('give a sound product, and sent again leave nothing to do, whichever values became one', () => {
    fc.assert(
      fc.property(entered, ({ product, cells }) => {
        const first = judge(product, cells, [], merge);
        expect([first.rejected, first.meanwhile, structureIssues(first.product)]).toEqual([[], [], []]);

        const again = judge(first.product, cells, describeChange(product, first.product), merge);

        expect(again).toEqual({ product: first.product, rejected: [], meanwhile: [] });
      }),
      { numRuns: 150 },
    );
  });

  it('are taken back whole by an undo, with the variants that were merged', () => {
    fc.assert(
      fc.property(entered, ({ product, cells }) => {
        const { product: edited } = judge(product, cells, [], merge);

        const undone = undoCells(edited, describeChange(product, edited));

        expect(undone.product).toEqual(product);
        expect([undone.kept, undone.impossible]).toEqual([[], []]);
      }),
      { numRuns: 100 },
    );
  });
});
