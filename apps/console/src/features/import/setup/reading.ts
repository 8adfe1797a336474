import type { FileMapping } from '@bowerbird/contract/files/mapping';
import type { Remedy } from '@bowerbird/contract/files/remedies';
import { exportFormats } from '@bowerbird/contract/products/export';
import { emptyMapping } from '../mapping/columns.ts';

/** Encodings of CSV files, by the names that the server uses. */
export const encodings = [
  'utf-8',
  'gb18030',
  'big5',
  'shift_jis',
  'windows-1252',
  'utf-16le',
  'utf-16be',
] as const;

export const separators = [',', ';', '\t', '|'] as const;

/** How the products of a file are laid out: in a platform's format, or by mapped columns. */
export const layouts = ['columns', ...exportFormats] as const;
export type Layout = (typeof layouts)[number];

export function layoutOf({ products }: FileMapping): Layout {
  return products.by === 'columns' ? 'columns' : products.format;
}

export function withLayout(mapping: FileMapping, layout: Layout): FileMapping {
  return {
    ...mapping,
    products: layout === 'columns' ? emptyMapping() : { by: 'format', format: layout },
  };
}

const decimalFields: ReadonlySet<string> = new Set(['price', 'compareAtPrice', 'cost', 'weight']);

export type DecimalSign = ',' | '.';

/** Returns the mapping with the decimal sign chosen for its columns of amounts and weights. */
export function withDecimal(mapping: FileMapping, sign: DecimalSign): FileMapping {
  if (mapping.products.by !== 'columns') {
    return mapping;
  }
  const others = mapping.remedies.filter((remedy) => !isWholeColumnComma(remedy));
  const own: Remedy[] = mapping.products.columns
    .filter(({ field }) => decimalFields.has(field))
    .map(({ column }) => ({ kind: 'decimal-comma', column, shape: null }));
  return { ...mapping, remedies: sign === ',' ? [...others, ...own] : others };
}

/** A decimal comma of one shape of values was chosen for an error, and stays whatever the file's decimal sign is. */
function isWholeColumnComma(remedy: Remedy): boolean {
  return remedy.kind === 'decimal-comma' && remedy.shape === null;
}
