import type { Product } from '@bowerbird/catalog/product';
import type { MatchKey } from '@bowerbird/contract/files/imports';
import type { FileMapping } from '@bowerbird/contract/files/mapping';
import { keptCells } from '@bowerbird/files/formats/kept-cells';
import type { CarriedIds } from '@bowerbird/files/staging/staged-table';

/** How the products of a file are told apart. */
export interface KeyOfFile {
  key: MatchKey;
  mapping: Pick<FileMapping, 'products'>;
}

/**
 * Returns the values by which a product of a file can be matched; [] where it has none.
 * @param ids what its rows have in the columns of an export
 */
export function keysOf(
  product: Product,
  { key, mapping }: KeyOfFile,
  ids: CarriedIds = {},
): readonly string[] {
  switch (key) {
    case 'id':
      return ids.id ?? [];
    case 'sourceId':
      return (
        ids.sourceId ??
        idIn(product, [
          // The column by which the file's own rows belong together.
          ...(mapping.products.by === 'columns' ? mapping.products.key : []),
          ...['id', 'ID', 'Product ID', 'product id', '商品ID', '商品 ID'],
        ])
      );
    case 'handle':
      return [product.handle];
    case 'sku':
      return codesOf(product, 'sku');
    case 'barcode':
      return codesOf(product, 'barcode');
  }
}

/** Returns the one value that stands for a product at its source; its handle where it has no such value. */
export function sourceIdOf(product: Product, key: KeyOfFile): string {
  const [own] = keysOf(product, key);
  return (own ?? product.handle).slice(0, 500);
}

function codesOf({ variants }: Product, field: 'sku' | 'barcode'): string[] {
  const codes = variants.flatMap((variant) => variant[field]?.trim() || []);
  return [...new Set(codes)];
}

function idIn(product: Product, columns: readonly string[]): string[] {
  for (const platform of Object.keys(product.extra)) {
    const cells = keptCells(product, platform)?.product ?? {};
    for (const column of columns) {
      const value = cells[column]?.trim();
      if (value) {
        return [value];
      }
    }
  }
  return [];
}
