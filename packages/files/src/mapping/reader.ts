import type { Product } from '@bowerbird/catalog/product';
import { productDefaults } from '@bowerbird/catalog/stored/stored-product';
import type { FileFault } from '@bowerbird/contract/files/fault-codes';
import type { ColumnMapping, MappedField } from '@bowerbird/contract/files/mapping';
import type { FormatReader, OriginField, StagedProduct } from '../formats/format.ts';
import { extraOf } from '../formats/kept-cells.ts';
import { originOf } from '../formats/origin.ts';
import { handleOf, unsound } from '../formats/sound.ts';
import type { Header } from '../formats/table/header.ts';
import { cellFault } from '../formats/table/holds.ts';
import { isBlank, Line } from '../formats/table/line.ts';
import type { TableRow } from '../text/table-row.ts';
import { type Column, holdsOf, mappedHeader, type Placed, placedColumns, placeOf } from './columns.ts';
import { imagesOf, partsOf } from './lists.ts';
import { readVariants } from './variants.ts';

/** Opens a table by a mapping; its products are the same as those of a platform's format. */
export function mappingReader(mapping: ColumnMapping, row: TableRow): FormatReader {
  const header = mappedHeader(mapping, row);
  const placed = placedColumns(mapping, row.cells);
  const keys = mapping.key.map((column) => placeOf(row.cells, column));
  let above: string | null = null;
  return {
    faults: header.faults,
    codes: new Set(placed.filter(({ field }) => codes.has(field)).map(({ place }) => place)),
    places: new Set(header.places.values()),
    keyOf(given) {
      if (isBlank(given.cells)) {
        return null;
      }
      const own = keys.map((place) => given.cells[place]?.trim() ?? '');
      const isKeyed = mapping.rows === 'variants' && own.some((value) => value !== '');
      const isOwn = above === null || new Line(header, given).word('title') !== '' || keys.length === 0;
      const key = isKeyed
        ? own.map((value) => value.toLowerCase()).join('\u0000')
        : mapping.rows === 'products' || isOwn
          ? `\n${given.number}`
          : (above ?? '');
      above = key;
      return key;
    },
    read: (rows) =>
      readMapped(
        rows.map((given) => new Line(header, given)),
        { header, placed, mapping },
      ),
  };
}

/** Fields in which a spreadsheet does harm: it takes codes and values for numbers and dates. */
const codes: ReadonlySet<MappedField> = new Set<MappedField>([
  'sku',
  'barcode',
  'handle',
  'optionValue',
  'options',
]);

interface Context {
  header: Header<Column>;
  placed: readonly Placed[];
  mapping: ColumnMapping;
}

function readMapped(lines: readonly Line<Column>[], context: Context): StagedProduct {
  const { placed, mapping } = context;
  const [first] = lines;
  if (!first) {
    throw new RangeError('A product needs a row');
  }
  const faults: FileFault[] = lines.flatMap((line) => line.cellFaults());
  const filled = (field: MappedField) => lines.find((line) => line.word(field) !== '') ?? first;
  if (filled('title').word('title') === '') {
    faults.push(first.fault('title', 'product.title-missing'));
  }
  for (const field of ['status', 'currency'] as const) {
    const code = cellFault(holdsOf(field), filled(field).word(field));
    if (code !== null) {
      faults.push(filled(field).fault(field, code));
    }
  }
  const read = readVariants(lines, placed, mapping);
  const images = readImages(lines, placed);
  faults.push(...read.faults, ...images.faults);
  const [variant] = read.variants;
  const product =
    faults.length === 0 && variant
      ? productOf(lines, filled, context, { ...read, images: images.urls })
      : null;
  if (product !== null) {
    faults.push(
      ...unsound(product, (field, code) => first.fault(columnOfField[String(field)] ?? 'title', code)),
    );
  }
  return {
    product: faults.length === 0 ? product : null,
    faults: faults.sort((left, right) => left.row - right.row),
    origin: originOf(
      first,
      new Map(read.lines.map((line, index) => [`v${index + 1}`, line])),
      images.rows,
      columnOfOrigin,
    ),
  };
}

function readImages(lines: readonly Line<Column>[], placed: readonly Placed[]) {
  const byUrl = new Map<string, number>();
  const faults: FileFault[] = [];
  for (const line of lines) {
    for (const { field, key, separators } of placed) {
      if (field === 'images') {
        const { urls, wrong } = imagesOf(line.text(key), separators);
        faults.push(...wrong.slice(0, 1).map(() => line.fault(key, 'cell.not-url')));
        for (const url of urls) {
          byUrl.set(url, byUrl.get(url) ?? line.number);
        }
      }
    }
  }
  return { urls: [...byUrl.keys()], rows: [...byUrl.values()], faults };
}

function productOf(
  lines: readonly Line<Column>[],
  filled: (field: MappedField) => Line<Column>,
  { header, placed, mapping }: Context,
  { options, variants, lines: variantLines, images }: ReturnType<typeof readVariants> & { images: string[] },
): Product {
  const text = (field: MappedField) => filled(field).text(field);
  const listed = (field: MappedField) =>
    placed
      .filter((each) => each.field === field)
      .flatMap(({ key, separators }) => partsOf(firstText(lines, key), separators));
  const all = [...new Set([...images, ...variants.flatMap(({ imageUrl }) => imageUrl ?? [])])];
  const title = text('title').trim();
  const status = text('status').trim().toLowerCase();
  return {
    ...productDefaults,
    title,
    handle: text('handle').trim() || handleOf(title),
    descriptionHtml: htmlOf(text('descriptionHtml')),
    vendor: text('vendor').trim() || null,
    productType: text('productType').trim() || null,
    tags: [...new Set(listed('tags'))],
    options,
    variants,
    images: all.map((url) => ({ url, alt: '', width: null, height: null })),
    categories: listed('categories').map((path) =>
      path
        .split(/[>＞]/)
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    ),
    seo: { title: text('seo.title') || null, description: text('seo.description') || null },
    status:
      status === 'unlisted' || status === 'draft'
        ? 'draft'
        : status === 'active' || status === 'archived'
          ? status
          : mapping.defaults.status,
    currency: text('currency').trim().toUpperCase() || mapping.defaults.currency,
    attributes: placed.flatMap(({ field, key, name, column }) => {
      const value = field === 'attribute' ? firstText(lines, key).trim() : '';
      return value === '' ? [] : [{ name: name ?? column.trim(), value }];
    }),
    extra: extraOf('file', {
      product: Object.fromEntries(lines[0]?.others() ?? []),
      variants: Object.fromEntries(
        variantLines.flatMap((line, index) => {
          const others = line === lines[0] || header.others.length === 0 ? [] : line.others();
          return others.length === 0 ? [] : [[`v${index + 1}`, Object.fromEntries(others)]];
        }),
      ),
    }),
  };
}

function firstText(lines: readonly Line<Column>[], key: Column): string {
  return (lines.find((line) => line.word(key) !== '') ?? lines[0])?.text(key) ?? '';
}

/** A description without a tag keeps its line ends. */
function htmlOf(text: string): string {
  return /<\/?[a-z][^<>]{0,2000}>/i.test(text) || !text.includes('\n')
    ? text
    : text.trim().split(/\r?\n/).join('<br>\n');
}

const columnOfField: Readonly<Record<string, Column>> = {
  handle: 'handle',
  descriptionHtml: 'descriptionHtml',
  vendor: 'vendor',
  productType: 'productType',
  tags: 'tags',
  categories: 'categories',
  variants: 'sku',
  options: 'optionValue 1',
  images: 'images',
  seo: 'seo.title',
};

const columnOfOrigin: Readonly<Partial<Record<OriginField, Column>>> = {
  title: 'title',
  handle: 'handle',
  descriptionHtml: 'descriptionHtml',
  vendor: 'vendor',
  productType: 'productType',
  tags: 'tags',
  status: 'status',
  'seo.title': 'seo.title',
  'seo.description': 'seo.description',
  'images.url': 'images',
  'variants.sku': 'sku',
  'variants.barcode': 'barcode',
  'variants.price': 'price',
  'variants.compareAtPrice': 'compareAtPrice',
  'variants.cost': 'cost',
  'variants.stock': 'stock',
  'variants.weight': 'weight',
  'variants.imageUrl': 'variantImage',
};
