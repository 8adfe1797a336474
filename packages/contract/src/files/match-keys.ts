import { idColumnPlaces } from './id-columns.ts';
import type { MatchKey } from './imports.ts';
import type { FileMapping } from './mapping.ts';

/**
 * Returns the keys by which rows of this file can be matched, the best first. Our own ids, where the header has them, are the
 * best for an edit: they hold whatever else was edited.
 */
export function keysOf(mapping: FileMapping, as: 'source' | 'edit', header: readonly string[]): MatchKey[] {
  const own = new Set(as === 'edit' ? idColumnPlaces(header).values() : []);
  const others = keysOfTable(mapping);
  return [
    ...(own.has('id') ? (['id'] as const) : []),
    ...others,
    ...(own.has('sourceId') && !others.includes('sourceId') ? (['sourceId'] as const) : []),
  ];
}

function keysOfTable(mapping: FileMapping): MatchKey[] {
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
  return isWoo ? ['sku', 'sourceId', 'barcode'] : ['handle', 'sku', 'barcode'];
}

/** Returns the key to begin with; null if no column can be one. */
export function firstKey(
  mapping: FileMapping,
  as: 'source' | 'edit',
  header: readonly string[],
): MatchKey | null {
  return keysOf(mapping, as, header)[0] ?? null;
}
