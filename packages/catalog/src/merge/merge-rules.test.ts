import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Edit } from '../edits/edit.ts';
import { type AttachedRule, applyRules } from '../edits/rule-steps.ts';
import type { Product } from '../product.ts';
import { arbitraryEdit } from '../testing/arbitrary-edit.ts';
import { arbitraryProduct } from '../testing/arbitrary-product.ts';
import { mergeRules } from './merge-rules.ts';
import { mergeSource } from './merge-source.ts';

const ruleOf = (id: string, edits: Edit[]): AttachedRule => ({ id, steps: edits.map((edit) => ({ edit })) });
const through = (rules: AttachedRule[]) => (snapshot: Product) => applyRules(snapshot, rules).product;
const raised: AttachedRule = ruleOf('raised', [{ kind: 'multiply-price', by: '1.3', ending: { to: '.99' } }]);
const named: AttachedRule = ruleOf('named', [{ kind: 'title-prefix', text: 'New ' } as Edit]);

/** A snapshot, a later one, and two lists of rules of any kind. */
const followed = arbitraryProduct(2).chain((before) => {
  const rules = fc
    .array(fc.array(arbitraryEdit(before), { minLength: 1, maxLength: 2 }), { maxLength: 2 })
    .map((lists) => lists.map((edits, at) => ruleOf(String(at), edits)));
  return fc.record({
    before: fc.constant({ ...before, currency: 'EUR' }),
    changes: fc.array(arbitraryEdit(before), { maxLength: 3 }),
    rules,
    others: rules,
  });
});

describe('rules of a product that nobody edited', () => {
  it('are exchanged completely: it is what the snapshot is under the rules after', () => {
    fc.assert(
      fc.property(followed, ({ before, rules, others }) => {
        const mine = through(rules)(before);
        const merged = mergeRules({
          snapshot: before,
          known: null,
          mine,
          before: through(rules),
          after: through(others),
        });
        expect(merged.product).toEqual(through(others)(before));
        expect(merged.kept).toEqual([]);
      }),
    );
  });

  it('give the same attached before the source changes and after it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 9999 }), { minLength: 2, maxLength: 2 }),
        ([was = 1, is = 1]) => {
          const before = priced(was);
          const now = priced(is);
          const rules = [raised, named];
          const follow = (mine: Product, claimed: (snapshot: Product) => Product) =>
            mergeSource({ before, known: null, now, mine, claimed });
          const exchange = { known: null, before: through([]), after: through(rules) };
          const first = mergeRules({ ...exchange, snapshot: before, mine: before }).product;
          const attachedFirst = follow(first, through(rules));
          const followedFirst = follow(before, through([])).product;
          const attachedLast = mergeRules({ ...exchange, snapshot: now, mine: followedFirst }).product;
          expect(attachedFirst.open).toEqual([]);
          expect(attachedFirst.product).toEqual(attachedLast);
        },
      ),
    );
  });
});

function priced(cents: number): Product {
  const price = (cents / 100).toFixed(2);
  const variant = {
    id: 'v1',
    optionValues: [],
    sku: null,
    barcode: null,
    price,
    compareAtPrice: null,
    cost: null,
    currency: null,
    stock: null,
    available: null,
    weight: null,
    imageUrl: null,
  };
  return { ...bare, variants: [variant as unknown as Product['variants'][number]] };
}

const bare: Product = {
  title: 'Mug',
  handle: 'mug',
  descriptionHtml: '',
  vendor: null,
  productType: null,
  tags: [],
  options: [],
  variants: [],
  images: [],
  categories: [],
  seo: { title: null, description: null },
  status: 'active',
  currency: 'EUR',
  attributes: [],
  priceTiers: [],
  source: null,
  extra: {},
};

describe('rules of a product that a person edited', () => {
  it('keep the price set by hand and report it', () => {
    const snapshot = priced(1000);
    const [variant] = snapshot.variants;
    const mine = { ...snapshot, variants: variant ? [{ ...variant, price: '15.00' }] : [] };
    const merged = mergeRules({ snapshot, known: null, mine, before: through([]), after: through([raised]) });
    expect(merged.product).toBe(mine);
    expect(merged.kept).toEqual([{ path: 'variants/v1/price', mine: '15.00', ruled: '12.99' }]);
  });

  it('never put amounts of two currencies side by side', () => {
    const snapshot = priced(1000);
    const [variant] = snapshot.variants;
    const mine = { ...snapshot, variants: variant ? [{ ...variant, price: '15.00' }] : [] };
    const after = (product: Product): Product => ({
      ...product,
      currency: 'USD',
      variants: product.variants.map((each) => ({ ...each, price: '11.00' })),
    });
    const merged = mergeRules({ snapshot, known: null, mine, before: (product) => product, after });
    expect([merged.product.currency, merged.product.variants[0]?.price]).toEqual(['EUR', '15.00']);
  });
});

it('leaves out a rule that would empty the title, and applies the others', () => {
  const emptied = ruleOf('emptied', [{ kind: 'replace-in-title', find: 'Mug', replaceWith: '' }]);
  const { product, rejections } = applyRules(priced(1000), [emptied, raised]);
  expect([product.title, product.variants[0]?.price]).toEqual(['Mug', '12.99']);
  expect(rejections).toMatchObject([{ attachmentId: 'emptied', step: 0 }]);
});
