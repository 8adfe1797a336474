import type { FileMapping } from '@bowerbird/contract/files/mapping';
import type { Remedy } from '@bowerbird/contract/files/remedies';
import { exportFormats } from '@bowerbird/contract/products/export';
import { columnMappingOf, emptyMapping } from '../mapping/columns.ts';

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

/** Whether the mapping reads numbers with a decimal comma. */
export function readsComma({ remedies }: FileMapping): boolean {
  return remedies.some(({ kind }) => kind === 'decimal-comma');
}

/** Returns the mapping with the decimal sign chosen for its columns of amounts and weights. */
export function withDecimal(mapping: FileMapping, sign: ',' | '.'): FileMapping {
  const others = mapping.remedies.filter(({ kind }) => kind !== 'decimal-comma');
  const columns = columnMappingOf(mapping)?.columns ?? [];
  const own: Remedy[] = columns
    .filter(({ field }) => decimalFields.has(field))
    .map(({ column }) => ({ kind: 'decimal-comma', column, shape: null }));
  return { ...mapping, remedies: sign === ',' ? [...others, ...own] : others };
}
