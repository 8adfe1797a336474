import { type FileFormat, shareKnown } from '../format.ts';
import type { Capacity } from '../notices.ts';
import { codePlaces, readHeader } from '../table/header.ts';
import { isBlank, Line } from '../table/line.ts';
import { writtenSoundly } from '../written-soundly.ts';
import { type Column, optionsMax, shoplineColumns, shoplineHeader } from './columns.ts';
import { readShoplineProduct } from './read.ts';
import { shoplineRows, variantsMax } from './write.ts';

const capacity: Capacity = {
  options: optionsMax,
  images: Number.POSITIVE_INFINITY,
  variants: variantsMax,
  carries: ['handle', 'vendor', 'product-type', 'seo', 'cost', 'barcode', 'shipping', 'categories'],
};
const own = readHeader({ number: 0, cells: shoplineHeader }, shoplineColumns);

/** SHOPLINE's product file. */
export const shopline: FileFormat = {
  id: 'shopline',
  platform: 'shopline',
  knownBy: 'header',
  kinds: ['csv', 'xlsx'],
  sheetName: 'Products',
  mark: true,
  limits: { bytes: 40 * 1024 * 1024, rows: null },
  html: new Set(['Product description html']),
  recognise: (header) => shareKnown(header, shoplineColumns),
  reader(row) {
    const header = readHeader(row, shoplineColumns);
    return {
      faults: header.faults,
      codes: codePlaces(header),
      places: new Set(header.places.values()),
      keyOf(given) {
        const handle = isBlank(given.cells) ? null : new Line<Column>(header, given).word('handle');
        return handle === '' ? `\n${given.number}` : handle;
      },
      read: (rows) => readShoplineProduct(rows.map((each) => new Line<Column>(header, each))),
    };
  },
  sheet: () => ({
    header: shoplineHeader,
    hint: null,
    write: (given) =>
      writtenSoundly(given, capacity, {
        rows: shoplineRows,
        isSound: (rows) => {
          const lines = rows.map((cells, at) => new Line<Column>(own, { number: at + 1, cells }));
          return readShoplineProduct(lines).faults.length === 0;
        },
      }),
  }),
};
