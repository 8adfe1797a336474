import type { ProductCondition } from '@bowerbird/catalog/conditions/product-condition';
import { ProductCondition as ProductSchema } from '@bowerbird/catalog/conditions/product-condition';
import type { VariantCondition } from '@bowerbird/catalog/conditions/variant-condition';
import { VariantCondition as VariantSchema } from '@bowerbird/catalog/conditions/variant-condition';
import { z } from 'zod/mini';

export const joins = ['all', 'any'] as const;
export type Join = (typeof joins)[number];

/** What is compared of a product, by how it is compared. */
const productWhats = {
  text: ['title', 'description', 'vendor', 'productType', 'seoTitle', 'sourceHost', 'image'],
  one: ['tag', 'category', 'status', 'currency'],
  number: ['variants', 'images', 'titleLength', 'totalStock'],
  amount: ['price', 'cost'],
} as const;

/** The same of a variant. */
const variantWhats = {
  text: ['sku', 'barcode', 'option'],
  one: [],
  number: ['stock'],
  amount: ['price', 'compareAtPrice', 'cost'],
} as const;

const operators = {
  text: ['contains', 'not-contains', 'equals', 'not-equals', 'starts', 'ends', 'empty', 'filled'],
  one: ['equals', 'not-equals'],
  number: ['less', 'greater', 'equals'],
  amount: ['less', 'greater', 'equals'],
} as const;
type Way = keyof typeof operators;
type Operator = (typeof operators)[Way][number];

export const productWhatNames = Object.values(productWhats).flat();
export const variantWhatNames = Object.values(variantWhats).flat();
export type What = (typeof productWhatNames)[number] | (typeof variantWhatNames)[number];

/** One comparison while it is entered. */
export const ConditionRow = z.object({
  what: z.string(),
  is: z.string(),
  value: z.string(),
  /** The option's name, for a comparison of option values. */
  option: z.string(),
});
export type ConditionRow = z.infer<typeof ConditionRow>;

function wayOf(what: string): Way {
  const ways = Object.keys(operators) as Way[];
  const has = (way: Way) => [...productWhats[way], ...variantWhats[way]].some((each) => each === what);
  return ways.find(has) ?? 'text';
}

/** How this can be compared. */
export function operatorsOf(what: string): readonly Operator[] {
  const own: readonly Operator[] = operators[wayOf(what)];
  // An option that a product does not have has no value to ask for, and images are counted.
  return what === 'option' || what === 'image'
    ? own.filter((each) => each !== 'empty' && each !== 'filled')
    : own;
}

/** A comparison by an empty value has none to enter. */
export function asksForValue({ is }: ConditionRow): boolean {
  return is !== 'empty' && is !== 'filled';
}

export function newRow(what: What): ConditionRow {
  return { what, is: operatorsOf(what)[0] ?? 'equals', value: '', option: '' };
}

const negations: Readonly<Record<string, string>> = {
  'not-contains': 'contains',
  'not-equals': 'equals',
  filled: 'empty',
};

/** Returns the condition of a product; null while it is not complete. */
export function conditionOf(row: ConditionRow): ProductCondition | null {
  return read(ProductSchema, row, productLeaf);
}

/** Returns the condition of a variant; null while it is not complete. */
export function variantConditionOf(row: ConditionRow): VariantCondition | null {
  return read(VariantSchema, row, variantLeaf);
}

function read<Condition>(
  schema: z.ZodMiniType<Condition>,
  row: ConditionRow,
  leafOf: (row: ConditionRow) => object,
): Condition | null {
  const negated = negations[row.is];
  const leaf = leafOf({ ...row, is: negated ?? row.is, value: row.value.trim() });
  const result = z.safeParse(schema, negated === undefined ? leaf : { kind: 'not', of: leaf });
  return result.success ? result.data : null;
}

const textIs = ({ is, value }: ConditionRow) => ({ is, text: value, ignoreCase: true });
const numberIs = ({ is, value }: ConditionRow) => ({ is, value: value === '' ? null : Number(value) });
const amountIs = ({ is, value }: ConditionRow) => ({ is, value });

function productLeaf(row: ConditionRow): object {
  const { what, is, value } = row;
  switch (what) {
    case 'tag':
      return { kind: 'tag', tag: value };
    case 'category':
      return { kind: 'category', under: value.split('/').map((name) => name.trim()) };
    case 'status':
    case 'currency':
      return { kind: what, of: [value] };
    case 'variants':
    case 'images':
    case 'titleLength':
      return { kind: 'count', field: what, compare: numberIs(row) };
    case 'totalStock':
      return { kind: 'count', field: 'stock', compare: numberIs(row) };
    case 'price':
    case 'cost':
      return { kind: 'some-variant', where: { kind: 'amount', field: what, compare: amountIs(row) } };
    case 'image':
      return { kind: 'image', compare: textIs(row) };
    default:
      return is === 'empty'
        ? { kind: 'empty', field: what }
        : { kind: 'text', field: what, compare: textIs(row) };
  }
}

function variantLeaf(row: ConditionRow): object {
  const { what, is, option } = row;
  switch (what) {
    case 'option':
      return { kind: 'option', option: option.trim(), compare: textIs(row) };
    case 'stock':
      return { kind: 'stock', compare: numberIs(row) };
    case 'sku':
    case 'barcode':
      return is === 'empty'
        ? { kind: 'empty', field: what }
        : { kind: 'code', field: what, compare: textIs(row) };
    default:
      return { kind: 'amount', field: what, compare: amountIs(row) };
  }
}
