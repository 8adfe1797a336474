import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { structureIssues } from '../../invariants/invariants.ts';
import type { Product } from '../../product.ts';
import { arbitraryProduct } from '../../testing/arbitrary-product.ts';
import { applyEdits, scopeOf } from '../edit.ts';
import type { Refusal } from '../refusal.ts';
import type { MergeRule } from '../variants/merge.ts';
import { type Renaming, renamed } from './rename.ts';

const keepFirst: MergeRule = { keep: 'first', stock: 'own' };

function attempt(product: Product, renaming: Renaming, rule?: MergeRule) {
  const refused: Refusal[] = [];
  const scope = scopeOf({}, undefined, (refusal) => refused.push(refusal));
  return { next: renamed(product, renaming, rule, scope), refused };
}

const withOptions = arbitraryProduct(3).filter(({ options }) => options.length > 0);

/** New names for values of every option, of which some are names that other values have. */
const renaming = withOptions.chain((product) =>
  fc.record({
    product: fc.constant(product),
    values: fc
      .tuple(
        ...product.options.map((option) =>
          fc.array(
            fc.tuple(fc.constantFrom(...option.values), fc.constantFrom(...option.values, 'new', 'other')),
            { maxLength: 3 },
          ),
        ),
      )
      .map((all) => new Map(all.map((pairs, place) => [place, new Map(pairs)]))),
  }),
);

describe('renaming options and values at once', () => {
  it('gives every variant that is left the new names of its own values, and a sound product', () => {
    fc.assert(
      fc.property(renaming, ({ product, values }) => {
        const { next, refused } = attempt(product, { values }, keepFirst);

        expect(refused).toEqual([]);
        expect(structureIssues(next)).toEqual([]);
        const before = new Map(product.variants.map(({ id, optionValues }) => [id, optionValues]));
        for (const { id, optionValues } of next.variants) {
          expect(optionValues).toEqual(
            before.get(id)?.map((value, place) => values.get(place)?.get(value) ?? value),
          );
        }
      }),
      { numRuns: 100 },
    );
  });

  it('is undone by the opposite names where no two values become one, those that swap names too', () => {
    const turned = withOptions.map((product) => {
      const values = new Map(
        product.options.map((option, place) => [
          place,
          new Map(option.values.map((value, at) => [value, option.values.at(at - 1) ?? value])),
        ]),
      );
      const names = new Map(
        product.options.map((_, place) => [place, product.options.at(place - 1)?.name ?? '']),
      );
      return { product, values, names };
    });
    fc.assert(
      fc.property(turned, ({ product, values, names }) => {
        const { next } = attempt(product, { values, names });
        const back = {
          values: new Map(
            [...values].map(([place, own]) => [place, new Map([...own].map(([from, to]) => [to, from]))]),
          ),
          names: new Map(product.options.map(({ name }, place) => [place, name])),
        };

        expect(attempt(next, back).next).toEqual(product);
      }),
      { numRuns: 50 },
    );
  });

  it('does what bulk edits do one after the other, where no name is one that was there', () => {
    fc.assert(
      fc.property(withOptions, (product) => {
        const values = new Map(
          product.options.map((option, place) => [
            place,
            new Map(option.values.map((value, at) => [value, `new ${at}`])),
          ]),
        );
        const names = new Map(product.options.map((_, place) => [place, `Option ${place} of all`]));
        const edits = product.options.flatMap((option, place) => [
          ...option.values.map((value, at) => ({
            kind: 'rename-option-value' as const,
            option: option.name,
            value,
            to: `new ${at}`,
          })),
          { kind: 'rename-option' as const, option: option.name, name: `Option ${place} of all` },
        ]);

        expect(attempt(product, { values, names }).next).toEqual(applyEdits(product, edits));
      }),
      { numRuns: 50 },
    );
  });

  it('refuses variants that become the same without a rule, and a name that two options would have', () => {
    fc.assert(
      fc.property(withOptions, (product) => {
        const all = new Map(
          product.options.map(({ values }, place) => [place, new Map(values.map((value) => [value, 'one']))]),
        );
        const { next, refused } = attempt(product, { values: all });

        expect(refused.map(({ code }) => code)).toEqual(
          product.variants.length > 1 ? ['variants-equal'] : [],
        );
        expect(next.variants).toHaveLength(1);
        const names = new Map(product.options.map((_, place) => [place, 'Same']));
        const named = attempt(product, { names });
        expect(named.refused.map(({ code }) => code)).toEqual(
          product.options.length > 1 ? ['option-name-taken'] : [],
        );
        expect(product.options.length === 1 || named.next === product).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});
