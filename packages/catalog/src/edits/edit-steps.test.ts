import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkProduct, structureIssues } from '../invariants/invariants.ts';
import { Product } from '../product.ts';
import { arbitraryConversion, arbitraryEdit } from '../testing/arbitrary-edit.ts';
import { arbitraryProduct } from '../testing/arbitrary-product.ts';
import { editExamples } from '../testing/examples/all.ts';
import { exampleProduct, sizes } from '../testing/examples/example.ts';
import { variantWith } from '../testing/product-with.ts';
import { mug } from '../testing/products.ts';
import { Edit, type EditKindName } from './edit.ts';
import { applySteps, EditStep, EditSteps } from './edit-steps.ts';
import { editKinds } from './table.ts';

const kinds = Object.keys(editKinds) as EditKindName[];
const examples = kinds.flatMap((kind) =>
  editExamples[kind].map((example, index) => ({ name: `${kind} ${index + 1}`, kind, ...example })),
);
const context = { series: { next: 1 } };
const product = arbitraryProduct();
const steps = product.chain((given) =>
  fc
    .array(
      fc.oneof(
        { weight: 20, arbitrary: arbitraryEdit(given) },
        { weight: 1, arbitrary: arbitraryConversion },
      ),
      {
        minLength: 1,
        maxLength: 4,
      },
    )
    .map((edits) => ({ given, steps: edits.map((edit) => ({ edit })) })),
);

describe('an example of each kind', () => {
  it.each(examples)(
    '$name gives the product that it names, or the reason',
    ({ kind, before, edit, after, refused, context }) => {
      const given = exampleProduct(before);
      const read = Edit.parse({ kind, ...edit });
      const result = applySteps(given, [{ edit: read }], context);

      expect(result.outcome === 'rejected' ? result.refusal.code : undefined).toBe(refused);
      expect(result.product).toEqual({ ...given, ...after });
      expect(result.outcome).toBe(refused ? 'rejected' : after ? 'changed' : 'unchanged');
    },
  );

  it.each(kinds)('%s is changed by one of them at least', (kind) => {
    expect(editExamples[kind].some(({ after }) => after !== undefined)).toBe(true);
  });

  it.each(kinds)('%s refuses a key that it does not know', (kind) => {
    const [example] = editExamples[kind];

    expect(Edit.safeParse({ kind, ...example.edit, extra: 1 }).success).toBe(false);
  });
});

describe('steps', () => {
  it('give the same twice, leave the product alone, and give a sound product or the very same', () => {
    fc.assert(
      fc.property(steps, ({ given, steps }) => {
        const before = structuredClone(given);
        const first = applySteps(given, steps, context);

        expect(applySteps(given, steps, context)).toEqual(first);
        expect(given).toEqual(before);
        expect(first.product === given).toBe(first.outcome !== 'changed');
        expect(Product.safeParse(first.product).success).toBe(true);
        expect(structureIssues(first.product)).toEqual([]);
        expect(checkProduct(first.product)).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  it('apply all or none: a step that cannot be done takes back those before it', () => {
    const outcome = applySteps(mug, [
      { edit: { kind: 'title-prefix', text: 'New ' } },
      { edit: { kind: 'add-to-price', amount: '-13' } },
    ]);

    expect(outcome).toMatchObject({
      outcome: 'rejected',
      step: 1,
      refusal: { code: 'price-below-zero', detail: { variant: 'v1', result: '-1.00' } },
    });
    expect(outcome.product).toBe(mug);
  });

  it('change only the products and the variants that they are for', () => {
    const step = EditStep.parse({
      when: {
        kind: 'all',
        of: [
          { kind: 'tag', tag: 'GIFT' },
          { kind: 'not', of: { kind: 'status', of: ['archived'] } },
        ],
      },
      variants: { kind: 'option', option: 'colour', compare: { is: 'equals', text: 'Blue' } },
      edit: { kind: 'multiply-price', by: '2' },
    });

    expect(applySteps(mug, [step]).product.variants.map(({ price }) => price)).toEqual([
      '24.00',
      '30.00',
      '11.00',
    ]);
    expect(applySteps({ ...mug, tags: [] }, [step]).outcome).toBe('unchanged');
  });

  it('remove the variants of a condition', () => {
    const sold = { kind: 'stock', compare: { is: 'less', value: 1 } } as const;
    const { product } = applySteps(mug, [{ variants: sold, edit: { kind: 'remove-variants' } }]);

    expect(product.variants.map(({ id }) => id)).toEqual(['v1', 'v3']);
    expect(product.options[1]?.values).toEqual(['S']);
  });

  it('ask each condition of what the steps before made', () => {
    const isNew = { kind: 'text', field: 'title', compare: { is: 'starts', text: 'New' } } as const;
    const { product } = applySteps(mug, [
      { edit: { kind: 'title-prefix', text: 'New ' } },
      { when: isNew, edit: { kind: 'add-tags', tags: ['new'] } },
      { when: { kind: 'not', of: isNew }, edit: { kind: 'add-tags', tags: ['old'] } },
    ]);

    expect(product.tags).toEqual(['Kitchen', 'gift', 'new']);
  });

  it('take numbers of the series only for a product that changes', () => {
    const edit = { kind: 'code-series', field: 'sku', template: 'B{n:3}' } as const;
    const changed = applySteps(mug, [{ edit }], { series: { next: 8 } });
    const rejected = applySteps(mug, [{ edit }, { edit: { kind: 'add-to-price', amount: '-99' } }], {
      series: { next: 8 },
    });

    expect(changed.product.variants.map(({ sku }) => sku)).toEqual(['B008', 'B009', 'B010']);
    expect([changed.seriesNext, rejected.seriesNext]).toEqual([11, 8]);
  });

  it('do not mind what was wrong with the product before, only what they made worse', () => {
    const long = exampleProduct({ vendor: 'x'.repeat(300) });

    expect(applySteps(long, [{ edit: { kind: 'title-prefix', text: 'New ' } }]).outcome).toBe('changed');
    expect(applySteps(long, [{ edit: { kind: 'add-tags', tags: ['x'.repeat(300)] } }])).toMatchObject({
      refusal: { code: 'text-too-long', detail: { path: 'tags.0' } },
    });
  });

  it('refuse a choice of variants for an edit that has none, and unknown keys', () => {
    const variants = { kind: 'empty', field: 'sku' };

    expect(EditStep.safeParse({ variants, edit: { kind: 'title-prefix', text: 'x' } }).success).toBe(false);
    expect(EditStep.safeParse({ variants, edit: { kind: 'multiply-price', by: '2' } }).success).toBe(true);
    expect(EditStep.safeParse({ edit: { kind: 'categories-to-tags' }, if: variants }).success).toBe(false);
    expect(EditSteps.safeParse(new Array(51).fill({ edit: { kind: 'categories-to-tags' } })).success).toBe(
      false,
    );
  });

  it('are done with 10,000 options and values within a few seconds', () => {
    const names = Array.from({ length: 10_000 }, (_, at) => `Option ${at}`);
    const wide = exampleProduct({
      options: names.map((name) => ({ name, values: ['x', 'y'] })),
      variants: [
        variantWith({ id: 'v1', optionValues: names.map(() => 'x') }),
        variantWith({ id: 'v2', optionValues: names.map(() => 'y') }),
      ],
    });
    const long = exampleProduct(sizes(names));
    const before = process.cpuUsage();
    const sorted = applySteps(wide, [
      { edit: { kind: 'sort-options', options: names.toReversed() } },
      { edit: { kind: 'rename-option', option: 'Option 5000', name: 'Size' } },
    ]);
    const merged = applySteps(long, [
      { edit: { kind: 'sort-option-values', option: 'Size', values: names.toReversed() } },
      {
        edit: {
          kind: 'merge-option-values',
          option: 'Size',
          values: names,
          to: 'One',
          merge: { keep: 'first', stock: 'own' },
        },
      },
    ]);
    const { user } = process.cpuUsage(before);

    expect(sorted.product.options.at(-1)?.name).toBe('Option 0');
    expect(merged.product.variants).toHaveLength(1);
    expect(user).toBeLessThan(5_000_000);
  });
});
