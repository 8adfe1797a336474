import { combinationOf } from '@bowerbird/catalog/invariants/invariants';
import type { FileFault } from '@bowerbird/contract/files/fault-codes';
import { faultAt } from '../../faults/fault.ts';
import type { TableRow } from '../../text/table-row.ts';
import { isBlank } from '../table/line.ts';
import type { Column, ShopifyFormat } from './columns.ts';
import { imagesMax, variantsMax } from './fit.ts';
import { layoutOf } from './layout.ts';
import { optionNames } from './read-product.ts';
import { type Block, Blocks, eachRow, type Header, Line, readHeader } from './table.ts';

/** Largest product file that Shopify accepts, in bytes. */
export const fileBytesMax = 15 * 1024 * 1024;

/**
 * Applies Shopify's import rules to a file, row by row as it is streamed: known columns and their value types, a title
 * on each product's first row, rows of a product together, option names with values, each combination once, a variant's
 * image among the product's, a price for each variant, at most 2,048 variants and 250 images. It does not check the
 * file size. Memory: one product and the handles seen.
 */
export class ShopifyCsvChecker {
  readonly #seen = new Set<string>();
  #header: Header | null = null;
  #blocks: Blocks | null = null;

  /** Takes the next row (the header first) and returns the errors that are certain by now. */
  row(row: TableRow): FileFault[] {
    if (this.#header === null && isBlank(row.cells)) {
      return [];
    }
    if (this.#header === null) {
      this.#header = readHeader(row);
      this.#blocks = new Blocks(this.#header);
      return [...this.#header.faults];
    }
    const block = this.#blocks?.add(row) ?? null;
    return block && this.#header.faults.length === 0 ? this.#check(block) : [];
  }

  /** Returns the errors of the last product, or that there was no row at all. */
  end(): FileFault[] {
    if (this.#header === null) {
      return [faultAt(1, null, '', 'file.empty')];
    }
    const block = this.#blocks?.end() ?? null;
    return block && this.#header.faults.length === 0 ? this.#check(block) : [];
  }

  #check(block: Block): FileFault[] {
    const first = block.lines[0];
    const again = block.handle !== '' && this.#seen.has(block.handle);
    this.#seen.add(block.handle);
    const twice = again && first ? [first.fault('handle', 'product.handle-twice')] : [];
    return [...twice, ...blockFaults(block), ...priceFaults(block)];
  }
}

/** Returns the errors in the rows of one product as they would be in a file of this format; rows are counted from 1. */
export function rowsFaults(format: ShopifyFormat, rows: readonly string[][]): FileFault[] {
  const header = headers[format];
  const lines = rows.map((cells, at) => new Line(header, { number: at + 1, cells }));
  const block = { handle: lines[0]?.word('handle') ?? '', lines };
  const faults = blockFaults(block);
  faults.push(...priceFaults(block));
  return faults;
}

const headers: Readonly<Record<ShopifyFormat, Header>> = {
  shopify: readHeader({ number: 0, cells: [...layoutOf('shopify', []).header] }),
  'shopify-new': readHeader({ number: 0, cells: [...layoutOf('shopify-new', []).header] }),
};

/** Finds variants without a price: Shopify would sell them for nothing. */
function priceFaults({ lines }: Block): FileFault[] {
  return lines
    .filter((line) => !line.isFilled('price') && line.hasVariant())
    .map((line) => line.fault('price', 'variant.price-missing'));
}

/** Checks a whole text. [] means that Shopify accepts it. */
export function checkShopifyCsv(text: string): FileFault[] {
  const checker = new ShopifyCsvChecker();
  const faults: FileFault[] = [];
  const cutOff = eachRow(text, (row) => {
    faults.push(...checker.row(row));
  });
  return [...faults, ...checker.end(), ...cutOff];
}

/** Returns the errors in the rows of one product, in reading order. */
export function blockFaults({ lines }: Block): FileFault[] {
  const faults: FileFault[] = [];
  for (const line of lines) {
    line.addCellFaults(faults);
  }
  const [first] = lines;
  if (!first) {
    return faults;
  }
  if (!first.isFilled('title')) {
    faults.push(first.fault('title', 'product.title-missing'));
  }
  const variants = lines.filter((line, index) => index === 0 || line.hasVariant());
  faults.push(...optionFaults(first, variants), ...imageFaults(lines, variants));
  for (const line of lines.slice(1)) {
    if (!line.hasVariant() && !line.hasImage()) {
      faults.push(faultAt(line.number, null, '', 'row.says-nothing'));
    }
  }
  if (!first.isFilled('handle') && first.hasVariant()) {
    faults.push(first.fault('handle', 'row.handle-missing'));
  }
  if (variants.length > variantsMax) {
    faults.push(first.fault('handle', 'product.too-many-variants'));
  }
  return faults.sort((left, right) => left.row - right.row);
}

const optionColumns: readonly { name: Column; value: Column }[] = [
  { name: 'name1', value: 'value1' },
  { name: 'name2', value: 'value2' },
  { name: 'name3', value: 'value3' },
];

function optionFaults(first: Line, variants: readonly Line[]): FileFault[] {
  const faults: FileFault[] = [];
  const combinations = new Set<string>();
  const isBare = variants.length === 1 && !first.hasVariant();
  const hasNoChoice = optionNames(first).length === 0;
  const names = optionColumns.map(({ name }) => first.word(name));
  for (const line of variants) {
    optionColumns.forEach(({ name, value }, at) => {
      const named = names[at] ?? '';
      const own = line === first ? named : line.word(name);
      const has = line.isFilled(value);
      if (own !== '' && own !== named) {
        faults.push(line.fault(name, 'option.name-changes'));
      }
      if (named === '' && has) {
        faults.push(first.fault(name, 'option.name-missing'));
      } else if (named !== '' && !has && !isBare) {
        faults.push(line.fault(value, 'option.value-missing'));
      }
    });
    // Without options there is only one combination, however its cells are written.
    const combination = hasNoChoice ? '' : combinationOf(optionColumns.map(({ value }) => line.text(value)));
    if (combinations.has(combination)) {
      faults.push(line.fault('value1', 'option.combination-twice'));
    }
    combinations.add(combination);
  }
  return faults;
}

function imageFaults(lines: readonly Line[], variants: readonly Line[]): FileFault[] {
  const images = lines.filter((line) => line.hasImage());
  const showing = variants.filter((line) => line.isFilled('variantImage'));
  const addresses = new Set(showing.length === 0 ? [] : images.map((line) => line.word('image')));
  const faults = showing
    .filter((line) => !addresses.has(line.word('variantImage')))
    .map((line) => line.fault('variantImage', 'variant.picture-unknown'));
  const over = images[imagesMax];
  if (over) {
    faults.push(over.fault('image', 'product.too-many-pictures'));
  }
  return faults;
}
