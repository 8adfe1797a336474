import type { Product } from '@bowerbird/catalog/product';
import { type FileFormat, type FormatReader, shareKnown } from '../format.ts';
import type { Capacity, WrittenProduct } from '../notices.ts';
import { codePlaces, type Header, readHeader } from '../table/header.ts';
import { isBlank, Line } from '../table/line.ts';
import { writtenSoundly } from '../written-soundly.ts';
import { type Column, wooColumns } from './columns.ts';
import { isVariation, readWooProduct } from './read.ts';
import { attributesMax, wooHeader, wooRows } from './write.ts';

const capacity: Capacity = {
  options: attributesMax,
  images: Number.POSITIVE_INFINITY,
  variants: Number.POSITIVE_INFINITY,
  carries: ['categories', 'attributes', 'names-of-categories', 'barcode', 'tags-with-comma'],
};

/** WooCommerce's product CSV, as its exporter writes it and its importer reads it. */
export const woocommerce: FileFormat = {
  id: 'woocommerce',
  platform: 'woocommerce',
  knownBy: 'files',
  kinds: ['csv'],
  sheetName: 'Products',
  mark: true,
  limits: { bytes: null, rows: null },
  html: new Set(['Description', 'Short description']),
  recognise: (header) => shareKnown(header, wooColumns),
  reader: (header) => readerOf(readHeader(header, wooColumns)),
  sheet({ attributes }) {
    const header = wooHeader(attributes);
    const own = readHeader({ number: 0, cells: header }, wooColumns);
    const taken = new Set<string>();
    return {
      header,
      hint: null,
      write(given): WrittenProduct {
        const apart = withoutTaken(given, taken);
        const written = writtenSoundly(apart, capacity, {
          rows: (product) => wooRows(product, attributes),
          isSound: (rows) => {
            const lines = rows.map((cells, index) => new Line<Column>(own, { number: index + 1, cells }));
            return readWooProduct(lines, header).faults.length === 0;
          },
        });
        const isApart = apart !== given && written.rows.length > 0;
        return isApart ? { ...written, notices: [...written.notices, 'sku-twice'] } : written;
      },
    };
  },
};

/**
 * WooCommerce skips a row whose SKU another product has: a SKU that stands in the file already is left out, so that the
 * product itself is not lost.
 */
function withoutTaken(product: Product, taken: Set<string>): Product {
  let isSame = true;
  const variants = product.variants.map((variant) => {
    const key = variant.sku?.trim().toLowerCase() ?? '';
    if (key === '' || variant.price === null) {
      return variant;
    }
    if (taken.has(key)) {
      isSame = false;
      return { ...variant, sku: null };
    }
    taken.add(key);
    return variant;
  });
  return isSame ? product : { ...product, variants };
}

function readerOf(header: Header<Column>): FormatReader {
  /** The product of every SKU and id that a row of its own has, or that a variation named. */
  const byName = new Map<string, string>();
  return {
    faults: header.faults,
    codes: codePlaces(header),
    places: new Set(header.places.values()),
    keyOf(row) {
      if (isBlank(row.cells)) {
        return null;
      }
      const line = new Line<Column>(header, row);
      if (isVariation(line)) {
        const parent = line.word('parent').toLowerCase();
        const key = byName.get(parent) ?? (parent === '' ? `row ${row.number}` : `of ${parent}`);
        byName.set(parent, key);
        return key;
      }
      const id = line.word('id');
      const sku = line.word('sku').toLowerCase();
      const names = [...(id === '' ? [] : [`id:${id}`]), ...(sku === '' ? [] : [sku])];
      const key =
        names.map((name) => byName.get(name)).find((held) => held !== undefined) ?? `row ${row.number}`;
      for (const name of names) {
        byName.set(name, key);
      }
      return key;
    },
    read: (rows) =>
      readWooProduct(
        rows.map((row) => new Line<Column>(header, row)),
        header.cells,
      ),
  };
}
