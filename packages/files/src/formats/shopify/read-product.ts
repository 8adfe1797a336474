import type { Image, Option, Product, Variant, Weight } from '@bowerbird/catalog/product';
import type { KeptCells } from '../kept-cells.ts';
import { handleOf } from '../sound.ts';
import { weightFromGrams } from '../weights.ts';
import { type Column, columnOrder } from './columns.ts';
import { noOption } from './fit.ts';
import { unlisted } from './kept.ts';
import type { Block, Line } from './table.ts';

/** Returns the product that valid rows describe. Variants are numbered "v1", "v2", ... in row order. */
export function readProduct({ handle, lines }: Block): Product {
  const first = lines[0];
  if (!first) {
    throw new RangeError('A product needs a row');
  }
  const variantLines = lines.filter((line, index) => index === 0 || line.hasVariant());
  const names = optionNames(first);
  const variants = variantLines.map((line, index) => readVariant(line, `v${index + 1}`, names.length));
  const kept = keptOf(first, variantLines, variants, lines);
  return {
    title: first.text('title'),
    handle: handle === '' ? handleOf(first.text('title')) : handle,
    descriptionHtml: first.text('description'),
    vendor: first.text('vendor') || null,
    productType: first.text('type') || null,
    tags: tagsOf(first.text('tags')),
    options: names.map((name, index): Option => ({ name, values: valuesAt(variants, index) })),
    variants,
    images: imagesOf(lines),
    categories: [],
    seo: { title: first.text('seoTitle') || null, description: first.text('seoDescription') || null },
    status: statusOf(first),
    currency: null,
    attributes: [],
    priceTiers: [],
    source: null,
    extra: kept === null ? {} : { shopify: { csv: kept } },
  };
}

const nameColumns: readonly Column[] = ['name1', 'name2', 'name3'];
const valueColumns: readonly Column[] = ['value1', 'value2', 'value3'];

/** Returns the options that a product's first row names; none for a product without options. */
export function optionNames(first: Line): string[] {
  const names = nameColumns.map((column) => first.text(column)).filter((name) => name.trim() !== '');
  const isNone = names.length === 1 && names[0] === noOption.name && first.text('value1') === noOption.value;
  return isNone || first.word('value1') === '' ? [] : names;
}

function valuesAt(variants: readonly Variant[], index: number): string[] {
  return [...new Set(variants.flatMap(({ optionValues }) => optionValues[index] ?? []))];
}

function readVariant(line: Line, id: string, optionCount: number): Variant {
  const quantity = line.word('quantity');
  const tracked = line.word('tracker') !== '';
  return {
    id,
    sku: line.text('sku') || null,
    barcode: line.text('barcode').replace(/^'(?='*\d+$)/, '') || null,
    optionValues: valueColumns.slice(0, optionCount).map((column) => line.text(column)),
    price: line.word('price') || null,
    compareAtPrice: line.word('compareAt') || null,
    cost: line.word('cost') || null,
    stock: tracked && quantity !== '' ? Number(quantity) : null,
    available: null,
    weight: weightOf(line),
    imageUrl: line.word('variantImage') || null,
    requiresShipping: !isFalse(line, 'shipping'),
    taxable: !isFalse(line, 'taxable'),
  };
}

function weightOf(line: Line): Weight | null {
  const grams = line.word('grams');
  return grams === '' ? null : weightFromGrams(grams, line.word('weightUnit'));
}

function isFalse(line: Line, column: Column): boolean {
  return line.word(column).toLowerCase() === 'false';
}

/**
 * An unlisted product, which only people with its link can find, becomes a draft here: nothing makes it public unless a
 * merchant requests it.
 */
function statusOf(first: Line): Product['status'] {
  const word = first.word('status').toLowerCase();
  if (word === unlisted) {
    return 'draft';
  }
  if (word === 'draft' || word === 'archived' || word === 'active') {
    return word;
  }
  return isFalse(first, 'published') ? 'draft' : 'active';
}

function tagsOf(cell: string): string[] {
  return cell
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}

/** Returns the images in the order of their positions; those without one follow in row order. */
function imagesOf(lines: readonly Line[]): Image[] {
  return lines
    .filter((line) => line.hasImage())
    .map((line) => ({ line, position: Number(line.word('position')) || Number.POSITIVE_INFINITY }))
    .sort((left, right) => (left.position < right.position ? -1 : left.position > right.position ? 1 : 0))
    .map(({ line }) => ({ url: line.word('image'), alt: line.text('alt'), width: null, height: null }));
}

// Columns that are read into the product itself; every other column is kept unchanged.
const modelled: ReadonlySet<Column> = new Set<Column>([
  'title',
  'handle',
  'description',
  'vendor',
  'type',
  'tags',
  'status',
  'sku',
  'barcode',
  'name1',
  'value1',
  'name2',
  'value2',
  'name3',
  'value3',
  'price',
  'compareAt',
  'cost',
  'taxable',
  'quantity',
  'grams',
  'weightUnit',
  'shipping',
  'image',
  'position',
  'alt',
  'variantImage',
  'seoTitle',
  'seoDescription',
]);
const keptColumns = [...new Set([...columnOrder['shopify-new'], ...columnOrder.shopify])].filter(
  (column) => !modelled.has(column),
);
const ofVariant: ReadonlySet<string> = new Set<Column>([
  'taxCode',
  'totalMeasure',
  'totalUnit',
  'baseMeasure',
  'baseUnit',
  'tracker',
  'policy',
  'service',
]);

function keptOf(
  first: Line,
  variantLines: readonly Line[],
  variants: readonly Variant[],
  lines: readonly Line[],
): KeptCells | null {
  const kept: KeptCells = { product: {}, variants: {} };
  variantLines.forEach((line, index) => {
    const own: Record<string, string> = {};
    if (line === first && line.word('status').toLowerCase() === unlisted) {
      kept.product.status = line.word('status');
    }
    for (const [name, value] of keptCellsOf(line, statusOf(first))) {
      const target = line === first && !ofVariant.has(name) ? kept.product : own;
      target[name] = value;
    }
    const id = variants[index]?.id;
    if (id !== undefined && Object.keys(own).length > 0) {
      kept.variants[id] = own;
    }
  });
  const isEmpty = Object.keys(kept.product).length + Object.keys(kept.variants).length === 0;
  return isEmpty || lines.length === 0 ? null : kept;
}

/** Returns the cells that we have no field for, except those that hold exactly what the writer would write anyway. */
function keptCellsOf(line: Line, status: Product['status']): [string, string][] {
  const usual: Partial<Record<Column, string>> = {
    published: String(status === 'active'),
    giftCard: 'false',
    policy: 'deny',
    service: 'manual',
    tracker: line.word('quantity') === '' ? '' : 'shopify',
  };
  const stated: [string, string][] = [];
  for (const column of keptColumns) {
    const value = line.text(column);
    const word = value.trim().toLowerCase();
    if (word !== '' && word !== (usual[column] ?? '')) {
      stated.push([column, value]);
    }
  }
  return [...stated, ...line.others()];
}
