import type { MatchKey } from './imports.ts';
import type { FileMapping } from './mapping.ts';

/** Returns the keys by which rows of this file can be matched, the best first. */
export function keysOf(mapping: FileMapping, as: 'source' | 'edit'): MatchKey[] {
  if (mapping.products.by === 'columns') {
    const { columns, key, rows } = mapping.products;
    const [code, another] = rows === 'variants' ? key : [];
    const isCode =
      code !== undefined && another === undefined && columns.every(({ column }) => column !== code);
    return [
      ...(isCode ? (['sourceId'] as const) : []),
      ...(['sku', 'handle', 'barcode'] as const).filter((each) =>
        columns.some(({ field }) => field === each),
      ),
    ];
  }
  const isWoo = mapping.products.format === 'woocommerce';
  const shared: MatchKey[] = isWoo ? ['sku', 'sourceId', 'barcode'] : ['handle', 'sku', 'barcode'];
  return as === 'edit' ? ['id', ...shared] : shared;
}

/** Returns the key to begin with; null if no column can be one. */
export function firstKey(mapping: FileMapping, as: 'source' | 'edit'): MatchKey | null {
  return keysOf(mapping, as).find((key) => key !== 'id') ?? null;
}
