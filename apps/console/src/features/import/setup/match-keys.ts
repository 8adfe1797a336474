import type { MatchKey } from '@bowerbird/contract/files/imports';
import type { FileMapping } from '@bowerbird/contract/files/mapping';
import { columnMappingOf } from '../mapping/columns.ts';

/** Returns the keys by which rows of this file can be matched, the best first. */
export function keysOf(mapping: FileMapping, as: 'source' | 'edit'): MatchKey[] {
  const own = columnMappingOf(mapping);
  if (own !== null && own !== undefined) {
    const { columns, key, rows } = own;
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
  const isWoo = mapping.products.by === 'format' && mapping.products.format === 'woocommerce';
  const shared: MatchKey[] = isWoo ? ['sku', 'sourceId', 'barcode'] : ['handle', 'sku', 'barcode'];
  return as === 'edit' ? ['id', ...shared] : shared;
}

/** Returns the key to begin with; null if no column can be one. */
export function firstKey(mapping: FileMapping, as: 'source' | 'edit'): MatchKey | null {
  return keysOf(mapping, as).find((key) => key !== 'id') ?? null;
}
