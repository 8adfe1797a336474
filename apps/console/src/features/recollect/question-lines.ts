import { isSame } from '@bowerbird/catalog/merge/same';
import type { ProductField, Variant } from '@bowerbird/catalog/product';
import type { Conflict } from '@bowerbird/contract/collect/recollect';
import {
  cellName,
  cellText,
  descriptionText,
  fieldName,
  readField,
  valueText,
} from '../../lib/text/product-text.ts';
import type { Text } from '../../lib/text/text.ts';

/** The three states shown side by side; `before` is the source as last merged. */
export interface Three<Value> {
  before: Value;
  source: Value;
  mine: Value;
}

/** One line of a conflict, in all three states; `what` names a cell if there are several. */
export interface Line extends Three<string | null> {
  key: string;
  what: string;
  /** For a cell of a variant: which variant, and which cell. */
  place?: { variant: string; cell: string };
  /** How it is shown: text with changes marked, an amount of money, or a plain value. */
  kind: 'words' | 'money' | 'value';
}

/** One field of a conflict. */
export interface ConflictPart {
  field: ProductField;
  values: Three<unknown>;
  lines: Line[];
}

const moneyCells: readonly string[] = ['price', 'compareAtPrice', 'cost'];
const plainFields: readonly ProductField[] = ['status', 'currency'];

/** Returns the conflict's contents, field by field and line by line. */
export function partsOf(text: Text, conflict: Conflict): ConflictPart[] {
  const several = conflict.fields.length > 1;
  return conflict.fields.map((field) => {
    const of = (value: unknown) => (several ? inside(value, field) : value);
    const values = { before: of(conflict.before), source: of(conflict.source), mine: of(conflict.mine) };
    return { field, values, lines: linesOf(text, field, values) };
  });
}

/** Returns what the rules make of the source's new value, line by line; `before` holds the source's value. */
export function ruledLines(text: Text, { fields, source, ruled }: Conflict): Line[] {
  return fields.flatMap((field) => {
    const of = (value: unknown) => (fields.length > 1 ? inside(value, field) : value);
    const value = of(ruled?.value);
    return linesOf(text, field, { before: of(source), source: value, mine: value });
  });
}

function inside(value: unknown, field: string): unknown {
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)).get(field) : undefined;
}

function linesOf(text: Text, field: ProductField, values: Three<unknown>): Line[] {
  if (field === 'variants') {
    return variantLines(text, {
      before: readField(field, values.before) ?? [],
      source: readField(field, values.source) ?? [],
      mine: readField(field, values.mine) ?? [],
    });
  }
  if (field === 'images') {
    return [];
  }
  if (field === 'seo') {
    const [before, source, mine] = [values.before, values.source, values.mine].map((value) =>
      readField(field, value),
    );
    return (['title', 'description'] as const)
      .map((key) => ({
        key,
        what: text(key === 'title' ? 'products.field.seoTitle' : 'products.field.seoDescription'),
        before: before?.[key] ?? null,
        source: source?.[key] ?? null,
        mine: mine?.[key] ?? null,
        kind: 'words' as const,
      }))
      .filter((line) => line.before !== line.source || line.before !== line.mine);
  }
  const words = (value: unknown) =>
    field === 'descriptionHtml' && typeof value === 'string'
      ? descriptionText(value)
      : valueText(text, field, value);
  return [
    {
      key: field,
      what: '',
      before: words(values.before),
      source: words(values.source),
      mine: words(values.mine),
      kind: plainFields.includes(field) ? 'value' : 'words',
    },
  ];
}

/** Returns the variants' cells in which the three states are not all equal. */
function variantLines(text: Text, { before, source, mine }: Three<readonly Variant[]>): Line[] {
  const all = new Map([...before, ...mine, ...source].map((variant) => [variant.id, variant]));
  const only = all.size === 1;
  return [...all.values()].flatMap((variant) => {
    const of = (side: readonly Variant[]) => side.find(({ id }) => id === variant.id);
    const three = { before: of(before), source: of(source), mine: of(mine) };
    const name = variant.optionValues.join(' · ') || text('products.variant.only');
    const [was, is, own] = [three.before, three.source, three.mine];
    if (was === undefined || is === undefined || own === undefined) {
      return [
        {
          key: variant.id,
          what: name,
          before: was?.price ?? null,
          source: is?.price ?? null,
          mine: own?.price ?? null,
          place: { variant: name, cell: text('products.variant.price') },
          kind: 'money' as const,
        },
      ];
    }
    return (Object.keys(variant) as (keyof Variant)[])
      .filter((cell) => !(isSame(was[cell], is[cell]) && isSame(was[cell], own[cell])))
      .map((cell) => ({
        key: `${variant.id} ${cell}`,
        what: only ? cellName(text, cell) : `${name}, ${cellName(text, cell)}`,
        before: cellText(was[cell]),
        source: cellText(is[cell]),
        mine: cellText(own[cell]),
        ...(only ? {} : { place: { variant: name, cell: cellName(text, cell) } }),
        kind: moneyCells.includes(cell) ? ('money' as const) : ('value' as const),
      }));
  });
}

/** Returns what a conflict is about, in a merchant's terms: "price" if only prices differ. */
export function conflictName(text: Text, conflict: Conflict): string {
  if (conflict.fields.length === 1 && conflict.key === 'variants') {
    const cells = new Set(
      (partsOf(text, conflict)[0]?.lines ?? []).map(({ key }) => key.split(' ')[1] ?? ''),
    );
    const [cell] = cells;
    if (cells.size === 1 && cell !== undefined && cell !== '') {
      return text.named(`products.variant.${cell}`);
    }
  }
  return namesOf(text, conflict.fields);
}

/** Formats several field names on one line. */
export function namesOf(text: Text, fields: readonly string[]): string {
  return fields.map((field) => nameOf(text, field)).join(text('recollect.comma'));
}

export function nameOf(text: Text, field: string): string {
  return field === 'variants' ? text('recollect.variants') : fieldName(text, field);
}
