import type { Product } from '@bowerbird/catalog/product';
import { addressCell } from '@bowerbird/files/formats/addresses';
import type { FileFormat } from '@bowerbird/files/formats/format';

/**
 * Returns a product's rows with paths instead of the addresses of its images, in every cell that consists of addresses.
 * An address without a path stays.
 */
export function pointToFiles(
  rows: string[][],
  { images, variants }: Pick<Product, 'images' | 'variants'>,
  sheet: { format: Pick<FileFormat, 'html'>; header: readonly string[] },
  paths: ReadonlyMap<string, string>,
): string[][] {
  const addresses = [...images.map(({ url }) => url), ...variants.flatMap(({ imageUrl }) => imageUrl ?? [])];
  const written = new Map(
    addresses.flatMap((address): [string, string][] => {
      const path = paths.get(address);
      return path === undefined
        ? []
        : [
            [address, path],
            [addressCell(address), path],
          ];
    }),
  );
  // An address may begin with another one.
  const longestFirst = [...written].sort(([left], [right]) => right.length - left.length);
  return rows.map((row) =>
    row.map((cell, place) =>
      /^\s*https?:\/\//i.test(cell) && !sheet.format.html.has(sheet.header[place] ?? '')
        ? longestFirst.reduce((text, [address, path]) => text.replaceAll(address, path), cell)
        : cell,
    ),
  );
}
