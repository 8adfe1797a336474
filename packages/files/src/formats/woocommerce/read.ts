import type { Option, Product, Variant } from '@bowerbird/catalog/product';
import { productDefaults, variantDefaults } from '@bowerbird/catalog/stored/stored-product';
import type { FileFault } from '@bowerbird/contract/files/fault-codes';
import type { OriginField, StagedProduct } from '../format.ts';
import { extraOf, type KeptCells } from '../kept-cells.ts';
import { originOf } from '../origin.ts';
import { handleOf, unsound } from '../sound.ts';
import type { Line } from '../table/line.ts';
import { unitOf, weightIn } from '../weights.ts';
import { categoriesOf, descriptionOf, valuesOf, withoutGuard } from './cells.ts';
import { attributeNumbers, type Column, type FixedColumn, fixedColumns } from './columns.ts';

export type WooLine = Line<Column>;

interface Attribute {
  number: number;
  name: string;
  values: string[];
}

/** Reads the rows of one product: one that stands for itself, or one with its variations. */
export function readWooProduct(lines: readonly WooLine[], headerCells: readonly string[]): StagedProduct {
  const parent = lines.find((line) => !isVariation(line)) ?? null;
  const first = parent ?? lines[0];
  if (!first) {
    throw new RangeError('A product needs a row');
  }
  const faults = lines.flatMap((line) => line.cellFaults());
  const variations = lines.filter(isVariation);
  if (parent === null) {
    faults.push(first.fault('parent', 'row.parent-missing'));
  } else if (parent.word('name') === '') {
    faults.push(parent.fault('name', 'product.title-missing'));
  }
  const again = lines.filter((line) => !isVariation(line) && line !== parent);
  faults.push(...again.map((line) => line.fault('sku', 'product.handle-twice')));
  const numbers = attributeNumbers(headerCells);
  const options = optionsOf(variations, numbers);
  const variantLines = variations.length > 0 ? variations : [first];
  faults.push(...optionFaults(variations, options));
  const rightSoFar = faults.length === 0;
  const product = rightSoFar ? productOf(first, variantLines, options, numbers) : null;
  if (product !== null) {
    faults.push(...unsound(product, (field, code) => first.fault(places[String(field)] ?? 'name', code)));
  }
  const byId = new Map(variantLines.map((line, index) => [`v${index + 1}`, line]));
  const images = product?.images.map(() => first.number) ?? [];
  return {
    product: faults.length === 0 ? product : null,
    faults: faults.sort((left, right) => left.row - right.row),
    origin: originOf(first, byId, images, fields),
  };
}

/** Reports whether a row is a variant of another row's product. */
export function isVariation(line: WooLine): boolean {
  return /^(?:variation|subscription_variation)\b/i.test(line.word('type'));
}

function attributesOf(line: WooLine, numbers: readonly number[]): Attribute[] {
  return numbers.flatMap((number) => {
    const name = withoutGuard(line.word(`attribute ${number} name`));
    const values = valuesOf(line.text(`attribute ${number} value(s)`)).map(withoutGuard);
    return name === '' ? [] : [{ number, name, values }];
  });
}

/** An attribute for which a variation has a value is an option; one that every variation leaves blank is not. */
function optionsOf(variations: readonly WooLine[], numbers: readonly number[]): Attribute[] {
  const found = new Map<string, Attribute>();
  for (const line of variations) {
    for (const { number, name, values } of attributesOf(line, numbers)) {
      const key = name.toLowerCase();
      const held = found.get(key) ?? { number, name, values: [] };
      held.values.push(...values.slice(0, 1).filter((value) => !held.values.includes(value)));
      found.set(key, held);
    }
  }
  return [...found.values()].filter(({ values }) => values.length > 0);
}

function valueAt(line: WooLine, { name }: Attribute, numbers: readonly number[]): string {
  const own = attributesOf(line, numbers).find((each) => each.name.toLowerCase() === name.toLowerCase());
  return own?.values[0] ?? '';
}

function optionFaults(variations: readonly WooLine[], options: readonly Attribute[]): FileFault[] {
  const combinations = new Set<string>();
  return variations.flatMap((line) => {
    const numbers = options.map(({ number }) => number);
    const values = options.map((option) => valueAt(line, option, numbers));
    const missing = options.filter((_, index) => values[index] === '');
    const key = JSON.stringify(values);
    const isTwice = combinations.has(key);
    combinations.add(key);
    return [
      ...missing.map(({ number }) => line.fault(`attribute ${number} value(s)`, 'option.value-missing')),
      ...(isTwice ? [line.fault(`attribute ${numbers[0] ?? 1} value(s)`, 'option.combination-twice')] : []),
    ];
  });
}

function productOf(
  first: WooLine,
  lines: readonly WooLine[],
  options: readonly Attribute[],
  numbers: readonly number[],
): Product {
  const title = withoutGuard(first.text('name'));
  const isOption = new Set(options.map(({ name }) => name.toLowerCase()));
  const variants = lines.map((line, index) => variantOf(line, `v${index + 1}`, options, numbers));
  const own = imagesOf(first);
  const ofVariants = variants.flatMap(({ imageUrl }) => imageUrl ?? []);
  const addresses = [...new Set([...own, ...ofVariants])];
  return {
    ...productDefaults,
    title,
    handle: handleOf(title),
    descriptionHtml: descriptionOf(withoutGuard(first.text('description'))),
    tags: valuesOf(first.text('tags')).map(withoutGuard),
    options: options.map(({ name, values }): Option => ({ name, values })),
    variants,
    images: addresses.map((url) => ({ url, alt: '', width: null, height: null })),
    categories: categoriesOf(withoutGuard(first.text('categories'))),
    status: statusOf(first),
    attributes: attributesOf(first, numbers)
      .filter(({ name, values }) => !isOption.has(name.toLowerCase()) && values.length > 0)
      .map(({ name, values }) => ({ name, value: values.join(', ') })),
    extra: extraOf('woocommerce', keptOf(first, lines)),
  };
}

function variantOf(
  line: WooLine,
  id: string,
  options: readonly Attribute[],
  numbers: readonly number[],
): Variant {
  const [sale, regular] = [line.word('salePrice'), line.word('regularPrice')];
  const stock = line.word('stock');
  const weight = line.word('weight');
  const unit = unitOf(/\(([^()]*)\)/.exec(line.columnName('weight'))?.[1] ?? '') ?? 'kg';
  return {
    ...variantDefaults,
    id,
    sku: withoutGuard(line.text('sku')) || null,
    barcode: line.text('barcode') || null,
    optionValues: options.map((option) => valueAt(line, option, numbers)),
    price: sale || regular || null,
    compareAtPrice: sale !== '' && regular !== '' ? regular : null,
    stock: /^-?\d/.test(stock) ? Math.trunc(Number(stock)) : null,
    available: line.word('inStock') === '0' ? false : null,
    weight: weight === '' ? null : weightIn(weight, unit),
    imageUrl: isVariation(line) ? (imagesOf(line)[0] ?? null) : null,
    requiresShipping: !/\b(?:virtual|downloadable)\b/i.test(line.word('type')),
    taxable: line.word('taxStatus').toLowerCase() !== 'none',
  };
}

/** A file may also name images that the store has already, without an address: these cannot be read. */
function imagesOf(line: WooLine): string[] {
  return line
    .text('images')
    .split(/,\s*(?=https?:)|,\s+/)
    .map((address) => address.trim())
    .filter((address) => /^https?:\/\//i.test(address) && URL.canParse(address));
}

function statusOf(first: WooLine): Product['status'] {
  const word = first.word('published').toLowerCase();
  return word === '1' || word === 'true' || word === '' ? 'active' : 'draft';
}

const modelled: ReadonlySet<FixedColumn> = new Set<FixedColumn>([
  'barcode',
  'name',
  'description',
  'taxStatus',
  'inStock',
  'stock',
  'weight',
  'salePrice',
  'regularPrice',
  'categories',
  'tags',
  'images',
  'parent',
]);
/** What the writer writes anyway. */
const usual: Readonly<Partial<Record<FixedColumn, string>>> = {
  featured: '0',
  visibility: 'visible',
  backorders: '0',
  soldIndividually: '0',
  reviews: '1',
  position: '0',
};
const keptColumns = fixedColumns.filter((column) => !modelled.has(column));

function keptOf(first: WooLine, lines: readonly WooLine[]): KeptCells {
  const isVariable = lines[0] !== first;
  const own = cellsOf(first, isVariable ? 'variable' : 'simple');
  if (!isVariable) {
    // The SKU of a product without variations is its variant's.
    delete own.sku;
  }
  if (['1', '-1', 'true', ''].includes(first.word('published').toLowerCase())) {
    delete own.published;
  }
  const variants = isVariable
    ? lines.flatMap((line, index): [string, Record<string, string>][] => {
        const cells = cellsOf(line, 'variation');
        delete cells.sku;
        delete cells.position;
        return Object.keys(cells).length === 0 ? [] : [[`v${index + 1}`, cells]];
      })
    : [];
  return { product: own, variants: Object.fromEntries(variants) };
}

function cellsOf(line: WooLine, type: string): Record<string, string> {
  const expected: Partial<Record<FixedColumn, string>> = {
    ...usual,
    type,
    ...(type === 'variation' && { published: '1', taxClass: 'parent', reviews: '0' }),
  };
  const known = keptColumns
    .map((column): [string, string] => [column, line.text(column)])
    .filter(([column, value]) => value.trim() !== '' && value !== expected[column as FixedColumn]);
  return Object.fromEntries([...known, ...line.others()]);
}

const places: Readonly<Record<string, Column>> = {
  descriptionHtml: 'description',
  tags: 'tags',
  variants: 'sku',
  options: 'attribute 1 value(s)',
  images: 'images',
};

const fields: Readonly<Partial<Record<OriginField, Column>>> = {
  title: 'name',
  descriptionHtml: 'description',
  tags: 'tags',
  status: 'published',
  'images.url': 'images',
  'variants.sku': 'sku',
  'variants.barcode': 'barcode',
  'variants.price': 'regularPrice',
  'variants.compareAtPrice': 'regularPrice',
  'variants.stock': 'stock',
  'variants.weight': 'weight',
  'variants.imageUrl': 'images',
};
