import type { ProductCondition } from '@bowerbird/catalog/conditions/product-condition';
import type { VariantCondition } from '@bowerbird/catalog/conditions/variant-condition';
import { isSame } from '@bowerbird/catalog/merge/same';
import { type ConditionRow, conditionOf, variantConditionOf } from './row.ts';

/** Returns the comparison that makes this condition; null for one that no comparison makes. */
export function rowOf(condition: ProductCondition): ConditionRow | null {
  return checked(condition, conditionOf);
}

/** The same for a condition of variants. */
export function variantRowOf(condition: VariantCondition): ConditionRow | null {
  return checked(condition, variantConditionOf);
}

type Leaf = ProductCondition | VariantCondition;

function checked<Condition extends Leaf>(
  condition: Condition,
  read: (row: ConditionRow) => Condition | null,
): ConditionRow | null {
  const row = condition.kind === 'not' ? negated(leafOf(condition.of)) : leafOf(condition);
  return row !== null && isSame(read(row), condition) ? row : null;
}

const opposites: Readonly<Record<string, string>> = {
  contains: 'not-contains',
  equals: 'not-equals',
  empty: 'filled',
};

function negated(row: ConditionRow | null): ConditionRow | null {
  const is = opposites[row?.is ?? ''];
  return row === null || is === undefined ? null : { ...row, is };
}

const row = (what: string, is: string, value: string | number, option = ''): ConditionRow => ({
  what,
  is,
  value: String(value),
  option,
});

function leafOf(condition: Leaf): ConditionRow | null {
  switch (condition.kind) {
    case 'text':
    case 'code':
      return 'text' in condition.compare
        ? row(condition.field, condition.compare.is, condition.compare.text)
        : null;
    case 'option':
      return 'text' in condition.compare
        ? row('option', condition.compare.is, condition.compare.text, condition.option)
        : null;
    case 'image':
      return 'text' in condition.compare ? row('image', condition.compare.is, condition.compare.text) : null;
    case 'empty':
      return row(condition.field, 'empty', '');
    case 'tag':
      return row('tag', 'equals', condition.tag);
    case 'category':
      return row('category', 'equals', condition.under.join(' / '));
    case 'status':
    case 'currency':
      return row(condition.kind, 'equals', condition.of[0] ?? '');
    case 'count':
      return row(
        condition.field === 'stock' ? 'totalStock' : condition.field,
        condition.compare.is,
        'value' in condition.compare ? condition.compare.value : '',
      );
    case 'stock':
      return row('stock', condition.compare.is, 'value' in condition.compare ? condition.compare.value : '');
    case 'amount':
      return row(
        condition.field,
        condition.compare.is,
        'value' in condition.compare ? condition.compare.value : '',
      );
    case 'some-variant':
      return condition.where.kind === 'amount' ? leafOf(condition.where) : null;
    default:
      return null;
  }
}
