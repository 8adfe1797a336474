import type { FileFault } from '@bowerbird/contract/files/fault-codes';
import { faultAt } from '../../faults/fault.ts';
import type { TableRow } from '../../text/table-row.ts';
import {
  type FileFormat,
  type FormatReader,
  type OriginField,
  type StagedProduct,
  shareKnown,
} from '../format.ts';
import { originOf } from '../origin.ts';
import { unsound } from '../sound.ts';
import { codePlaces, headerKey } from '../table/header.ts';
import { isBlank } from '../table/line.ts';
import { blockFaults, fileBytesMax } from './check.ts';
import type { ShopifyFormat } from './columns.ts';
import { type Column, columnName, columnNamed, columns } from './columns.ts';
import { places } from './places.ts';
import { readProduct } from './read-product.ts';
import { type Header, Line, readHeader } from './table.ts';
import { shopifyCsvHeader } from './write.ts';
import { writtenProduct } from './written-product.ts';

export const shopify: FileFormat = formatOf('shopify');
export const shopifyNew: FileFormat = formatOf('shopify-new');

function formatOf(id: ShopifyFormat): FileFormat {
  const sheet = {
    header: shopifyCsvHeader(id),
    hint: null,
    write: (product: Parameters<typeof writtenProduct>[0]) => writtenProduct(product, id),
  };
  const distinct = distinctNames(id);
  return {
    id,
    platform: 'shopify',
    knownBy: 'files',
    kinds: ['csv'],
    sheetName: 'Products',
    mark: false,
    limits: { bytes: fileBytesMax, rows: null },
    html: new Set([columnName('description', id)]),
    // Names that both vocabularies share decide nothing, and a sheet without handles is none of Shopify's.
    recognise: (header) =>
      shareKnown(header, { named: columnNamed, needed: [{ column: 'title' }, { column: 'handle' }] }) *
      (0.5 + 0.5 * shareOf(header, distinct)),
    reader: (header) => readerOf(readHeader(header)),
    sheet: () => sheet,
  };
}

/** Returns the names that only this vocabulary has, whatever their case. */
function distinctNames(id: ShopifyFormat): ReadonlySet<string> {
  return new Set(
    Object.values(columns)
      .filter((names) => headerKey(names.old) !== headerKey(names.new))
      .map((names) => headerKey(id === 'shopify' ? names.old : names.new)),
  );
}

/** Returns which share of the cells that only one vocabulary has are this one's. */
function shareOf(header: readonly string[], names: ReadonlySet<string>): number {
  const own = header.filter((cell) => names.has(headerKey(cell))).length;
  const any = header.filter((cell) => anyDistinct.has(headerKey(cell))).length;
  return any === 0 ? 0 : own / any;
}

const anyDistinct: ReadonlySet<string> = new Set([
  ...distinctNames('shopify'),
  ...distinctNames('shopify-new'),
]);

function readerOf(header: Header): FormatReader {
  return {
    faults: header.faults,
    codes: codePlaces(header),
    places: new Set(header.places.values()),
    keyOf(row) {
      if (isBlank(row.cells)) {
        return null;
      }
      const handle = new Line(header, row).word('handle');
      // A row without a handle is a product of its own; no handle begins with white space.
      return handle === '' ? `\n${row.number}` : handle;
    },
    read: (rows) => readRows(header, rows),
  };
}

function readRows(header: Header, rows: readonly TableRow[]): StagedProduct {
  const { lines, faults } = ofOneProduct(rows.map((row) => new Line(header, row)));
  const [first] = lines;
  if (!first) {
    throw new RangeError('A product needs a row');
  }
  faults.push(...blockFaults({ handle: first.word('handle'), lines }));
  const isReadable = faults.length === 0;
  const product = isReadable ? readProduct({ handle: first.word('handle'), lines }) : null;
  if (product !== null) {
    faults.push(...unsound(product, (field, code) => first.fault(places[String(field)] ?? 'title', code)));
  }
  const variantLines = lines.filter((line, index) => index === 0 || line.hasVariant());
  const images = lines.filter((line) => line.hasImage()).map(({ number }) => number);
  const byId = new Map(variantLines.map((line, index) => [`v${index + 1}`, line]));
  return {
    product: faults.length === 0 ? product : null,
    faults: faults.sort((left, right) => left.row - right.row),
    origin: originOf(first, byId, images, fields),
  };
}

/** Rows that stand apart and begin with a title of their own are another product, whose handle is taken. */
function ofOneProduct(all: readonly Line[]): { lines: Line[]; faults: FileFault[] } {
  const lines: Line[] = [];
  const faults: FileFault[] = [];
  let isOther = false;
  all.forEach((line, index) => {
    const standsApart = index > 0 && line.number !== (all[index - 1]?.number ?? 0) + 1;
    if (standsApart) {
      isOther = line.word('title') !== '';
      if (isOther) {
        faults.push(
          faultAt(line.number, line.columnName('handle'), line.text('handle'), 'product.handle-twice'),
        );
      }
    }
    if (!isOther) {
      lines.push(line);
    }
  });
  return { lines, faults };
}

const fields: Readonly<Record<OriginField, Column>> = {
  title: 'title',
  handle: 'handle',
  descriptionHtml: 'description',
  vendor: 'vendor',
  productType: 'type',
  tags: 'tags',
  status: 'status',
  'seo.title': 'seoTitle',
  'seo.description': 'seoDescription',
  'images.url': 'image',
  'images.alt': 'alt',
  'variants.sku': 'sku',
  'variants.barcode': 'barcode',
  'variants.price': 'price',
  'variants.compareAtPrice': 'compareAt',
  'variants.cost': 'cost',
  'variants.stock': 'quantity',
  'variants.weight': 'grams',
  'variants.imageUrl': 'variantImage',
};
