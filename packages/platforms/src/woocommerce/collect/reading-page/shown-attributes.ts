import type { Variant } from '@bowerbird/catalog/product';
import { plainText } from '../../../reading/html/html-text.ts';
import { elementsIn, type PageElement } from '../../../reading/html/page-elements.ts';

/** A row of the table of additional information. */
export interface TableRow {
  /** `weight`, `dimensions` or `attribute_pa_size`; null in tables of older shops, which do not state it. */
  key: string | null;
  label: string;
  text: string;
}

const textMax = 5000;
/** Class of a row or its cell, in current and in older shops. */
const rowClass = /^(?:woocommerce-product-attributes-item--|product_(?=weight$|dimensions$))(.{1,200})$/;

/** Returns the rows of the tables of additional information, each once. */
export function tableRows(tables: readonly PageElement[]): TableRow[] {
  const seen = new Set<string>();
  return tables.flatMap(({ inner }) =>
    (elementsIn<'row'>(inner, (name) => (name === 'tr' ? 'row' : null)).get('row') ?? []).flatMap((row) => {
      const cells = elementsIn<'th' | 'td'>(row.inner, (name) =>
        name === 'th' || name === 'td' ? name : null,
      );
      const all = [...(cells.get('th') ?? []), ...(cells.get('td') ?? [])];
      const classes = [row, ...all].flatMap(({ attributes }) => attributes.class?.split(/\s+/) ?? []);
      const key = classes.map((one) => rowClass.exec(one)?.[1]).find((one) => one !== undefined) ?? null;
      const [label = '', text = ''] = all.map(textIn);
      if (label === '' || text === '' || seen.has(label)) {
        return [];
      }
      seen.add(label);
      return [{ key, label: label.replace(/(?:(?<!\s)\s+)?:$/, ''), text }];
    }),
  );
}

function textIn({ inner }: PageElement): string {
  return plainText(inner.slice(0, 4 * textMax)).slice(0, textMax);
}

/** Returns a weight as a page shows it ("0.42 kg", "0,42 kg"); null for none, or for an unknown unit. */
export function weightIn(shown: string | null): Variant['weight'] {
  const found = /^(\d{1,9})(?:[.,](\d{1,4}))?\s*(kg|lbs?|oz|g)$/i.exec(
    shown === null ? '' : plainText(shown),
  );
  if (found === null) {
    return null;
  }
  const [, whole = '', part, unit = ''] = found;
  const name = unit.toLowerCase();
  return {
    value: part === undefined ? whole : `${whole}.${part}`,
    unit: name.startsWith('lb') ? 'lb' : name === 'kg' || name === 'oz' ? name : 'g',
  };
}

/** Returns the product's weight; null where the table has no row for it. */
export function weightInTable(rows: readonly TableRow[]): Variant['weight'] {
  return weightIn(rows.find(({ key }) => key === 'weight')?.text ?? null);
}
