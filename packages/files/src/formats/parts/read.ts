import type { Product, Variant } from '@bowerbird/catalog/product';
import { productDefaults, variantDefaults } from '@bowerbird/catalog/stored/stored-product';
import { addressesOf } from '../addresses.ts';
import type { OriginField, StagedProduct } from '../format.ts';
import { extraOf, type KeptCells } from '../kept-cells.ts';
import { originOf } from '../origin.ts';
import { handleOf, listed, unsound } from '../sound.ts';
import type { Line } from '../table/line.ts';
import { variantFaults } from '../variant-faults.ts';
import { unitOf, weightIn } from '../weights.ts';
import { attributeColumns, type Column, type PartsDialect } from './dialect.ts';

type PartsLine = Line<Column>;

/** Reads the rows of one product: `M` and its `P`, or `S`. */
export function readPartsProduct(lines: readonly PartsLine[], dialect: PartsDialect): StagedProduct {
  const [first, ...below] = lines;
  if (!first) {
    throw new RangeError('A product needs a row');
  }
  const faults = lines.flatMap((line) => line.cellFaults());
  if (partOf(first) === 'P') {
    faults.push(first.fault('part', 'row.part-without-main'));
  } else if (first.word('title') === '') {
    faults.push(first.fault('title', 'product.title-missing'));
  }
  const isSingle = partOf(first) !== 'M';
  const variantLines = isSingle || below.length === 0 ? [first] : below;
  const names = isSingle
    ? []
    : attributeColumns.map((column) => first.word(column)).filter((name) => name !== '');
  if (!isSingle && below.length > 0) {
    faults.push(
      ...(names.length === 0
        ? [first.fault('attribute1', 'option.name-missing')]
        : variantFaults(below, names, attributeColumns)),
    );
  }
  const own = [first.text('images'), first.text('furtherImages')].map(addressesOf);
  const addresses = [...new Set(own.flatMap((each) => each.addresses))];
  faults.push(...own.flatMap(({ wrong }) => wrong.map(() => first.fault('images', 'cell.not-url'))));
  const product = faults.length === 0 ? productOf(first, variantLines, names, addresses, dialect) : null;
  if (product !== null) {
    faults.push(...unsound(product, (field, code) => first.fault(places[String(field)] ?? 'title', code)));
  }
  return {
    product: faults.length === 0 ? product : null,
    faults: faults.sort((left, right) => left.row - right.row),
    origin: originOf(
      first,
      new Map(variantLines.map((line, at) => [`v${at + 1}`, line])),
      addresses.map(() => first.number),
      fields,
    ),
  };
}

/** Returns `M`, `P` or `S`; a row without a mark stands for itself. */
export function partOf(line: PartsLine): 'M' | 'P' | 'S' {
  const word = line.word('part').toUpperCase();
  return word === 'M' || word === 'P' ? word : 'S';
}

function productOf(
  first: PartsLine,
  lines: readonly PartsLine[],
  names: readonly string[],
  addresses: readonly string[],
  dialect: PartsDialect,
): Product {
  const variants = lines.map((line, index) => variantOf(line, `v${index + 1}`, names.length, first));
  const all = [...new Set([...addresses, ...variants.flatMap(({ imageUrl }) => imageUrl ?? [])])];
  return {
    ...productDefaults,
    title: first.text('title'),
    handle: first.word('handle') || handleOf(first.text('title')),
    descriptionHtml: first.text('description'),
    vendor: first.text('vendor') || null,
    productType: first.text('type') || null,
    tags: listed(first.text('tags')),
    options: names.map((name, index) => ({
      name,
      values: [...new Set(variants.flatMap(({ optionValues }) => optionValues[index] ?? []))],
    })),
    variants,
    images: all.map((url) => ({ url, alt: '', width: null, height: null })),
    categories: listed(first.text('collections')).map((name) => [name]),
    seo: { title: first.text('seoTitle') || null, description: first.text('seoDescription') || null },
    // The platforms' own rule: what is not said to be on sale is not.
    status: first.word('published').toLowerCase() === 'y' ? 'active' : 'draft',
    extra: extraOf(dialect.id, keptOf(first, lines, dialect)),
  };
}

function variantOf(line: PartsLine, id: string, options: number, first: PartsLine): Variant {
  const [quantity, weight] = [line.word('quantity'), line.word('weight')];
  const image =
    line === first ? '' : line.word('variantImage') || (addressesOf(line.text('images')).addresses[0] ?? '');
  const isTracked = first.word('tracked').toLowerCase() !== 'n';
  return {
    ...variantDefaults,
    id,
    sku: line.text('sku') || null,
    barcode: line.text('barcode') || null,
    optionValues: attributeColumns.slice(0, options).map((column) => line.text(column)),
    price: line.word('price') || null,
    compareAtPrice: line.word('compareAt') || null,
    stock: quantity !== '' && isTracked ? Math.trunc(Number(quantity)) : null,
    weight: weight === '' ? null : weightIn(weight, unitOf(line.word('weightUnit')) ?? 'kg'),
    imageUrl: image || null,
    taxable: first.word('taxable').toLowerCase() !== 'n',
    requiresShipping: first.word('shipping').toLowerCase() !== 'n',
  };
}

function keptOf(first: PartsLine, lines: readonly PartsLine[], { rule }: PartsDialect): KeptCells {
  const product = Object.fromEntries(first.others());
  const own = first.word('id');
  if (own !== '') {
    product.id = own;
  }
  const said = first.word('rule').replace(/\.0$/, '');
  if (said !== '' && said !== rule.deny) {
    product.rule = said;
  }
  const variants = lines
    .filter((line) => line !== first)
    .map((line, index) => [`v${index + 1}`, Object.fromEntries(line.others())] as const)
    .filter(([, cells]) => Object.keys(cells).length > 0);
  return { product, variants: Object.fromEntries(variants) };
}

const places: Readonly<Record<string, Column>> = {
  handle: 'handle',
  vendor: 'vendor',
  productType: 'type',
  tags: 'tags',
  descriptionHtml: 'description',
  variants: 'sku',
  options: 'attribute1',
  images: 'images',
  seo: 'seoTitle',
};

const fields: Readonly<Partial<Record<OriginField, Column>>> = {
  title: 'title',
  handle: 'handle',
  descriptionHtml: 'description',
  vendor: 'vendor',
  productType: 'type',
  tags: 'tags',
  status: 'published',
  'seo.title': 'seoTitle',
  'seo.description': 'seoDescription',
  'images.url': 'images',
  'variants.sku': 'sku',
  'variants.barcode': 'barcode',
  'variants.price': 'price',
  'variants.compareAtPrice': 'compareAt',
  'variants.stock': 'quantity',
  'variants.weight': 'weight',
  'variants.imageUrl': 'variantImage',
};
