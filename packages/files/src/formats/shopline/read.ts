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
import { type Column, nameColumns, valueColumns } from './columns.ts';

type ShoplineLine = Line<Column>;

/** Reads the rows of one product. */
export function readShoplineProduct(lines: readonly ShoplineLine[]): StagedProduct {
  const [first] = lines;
  if (!first) {
    throw new RangeError('A product needs a row');
  }
  const faults = lines.flatMap((line) => line.cellFaults());
  if (first.word('title') === '') {
    faults.push(first.fault('title', 'product.title-missing'));
  }
  const { addresses, wrong } = addressesOf(first.text('images'));
  faults.push(...wrong.map(() => first.fault('images', 'cell.not-url')));
  const names = nameColumns.map((column) => first.word(column)).filter((name) => name !== '');
  faults.push(...variantFaults(lines, names, valueColumns));
  const product = faults.length === 0 ? productOf(first, lines, names, addresses) : null;
  if (product !== null) {
    faults.push(...unsound(product, (field, code) => first.fault(places[String(field)] ?? 'title', code)));
  }
  return {
    product: faults.length === 0 ? product : null,
    faults: faults.sort((left, right) => left.row - right.row),
    origin: originOf(
      first,
      new Map(lines.map((line, at) => [`v${at + 1}`, line])),
      addresses.map(() => first.number),
      fields,
    ),
  };
}

function productOf(
  first: ShoplineLine,
  lines: readonly ShoplineLine[],
  names: readonly string[],
  addresses: readonly string[],
): Product {
  const variants = lines.map((line, index) => variantOf(line, `v${index + 1}`, names.length));
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
    status: first.word('published').toLowerCase() === 'n' ? 'draft' : 'active',
    extra: extraOf('shopline', keptOf(lines)),
  };
}

function variantOf(line: ShoplineLine, id: string, options: number): Variant {
  const [quantity, weight] = [line.word('quantity'), line.word('weight')];
  return {
    ...variantDefaults,
    id,
    sku: line.text('sku') || null,
    barcode: line.text('barcode') || null,
    optionValues: valueColumns.slice(0, options).map((column) => line.text(column)),
    price: line.word('price') || null,
    compareAtPrice: line.word('compareAt') || null,
    cost: line.word('cost') || null,
    stock:
      quantity !== '' && line.word('tracker').toLowerCase() !== 'f' ? Math.trunc(Number(quantity)) : null,
    weight: weight === '' ? null : weightIn(weight, unitOf(line.word('weightUnit')) ?? 'kg'),
    imageUrl: line.word('variantImage') || null,
    taxable: line.word('taxable').toLowerCase() !== 'f',
    requiresShipping: line.word('shipping').toLowerCase() !== 'f',
  };
}

const keptOfProduct: readonly Column[] = [
  'subtitle',
  'spu',
  'alt',
  'seoKeywords',
  'status',
  'standardType',
  'createdTime',
];

function keptOf(lines: readonly ShoplineLine[]): KeptCells {
  const variants: KeptCells['variants'] = {};
  lines.forEach((line, index) => {
    const own = Object.fromEntries(line.others());
    if (/^continue$/i.test(line.word('policy'))) {
      own.policy = line.word('policy');
    }
    if (Object.keys(own).length > 0) {
      variants[`v${index + 1}`] = own;
    }
  });
  const [first] = lines;
  const product = Object.fromEntries(
    keptOfProduct
      .map((column) => [column, first?.text(column) ?? ''] as const)
      .filter(
        ([column, value]) =>
          value.trim() !== '' && !(column === 'status' && value.trim() === first?.word('published')),
      ),
  );
  return { product, variants };
}

const places: Readonly<Record<string, Column>> = {
  handle: 'handle',
  vendor: 'vendor',
  productType: 'type',
  tags: 'tags',
  descriptionHtml: 'description',
  variants: 'sku',
  options: 'value1',
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
  'variants.cost': 'cost',
  'variants.stock': 'quantity',
  'variants.weight': 'weight',
  'variants.imageUrl': 'variantImage',
};
