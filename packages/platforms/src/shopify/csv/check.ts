import type { CsvRow } from '@bowerbird/catalog/csv-reader';
import type { ExportFormat } from '@bowerbird/contract/export';
import type { Column } from './columns.ts';
import { type CsvFault, faultAt } from './faults.ts';
import { picturesMax, variantsMax } from './fit.ts';
import { layoutOf } from './layout.ts';
import { optionNames } from './read-product.ts';
import { type Block, Blocks, eachRow, type Header, isBlank, Line, readHeader } from './table.ts';

/** The size up to which Shopify takes a product file. */
export const fileBytesMax = 15 * 1024 * 1024;

/**
 * Shopify's import rules, applied to a file row by row as it streams by: known columns and their kinds of value, a
 * title on each product's first row, rows of a product together, option names with values, each combination once, a
 * variant's picture among the product's, a price for each variant, at most 2,048 variants and 250 pictures. Sizes of whole files are not its
 * business. Memory: one product and the handles seen.
 */
export class ShopifyCsvChecker {
  readonly #seen = new Set<string>();
  #header: Header | null = null;
  #blocks: Blocks | null = null;

  /** Takes the next row (the header first) and tells the faults that are certain by now. */
  row(row: CsvRow): CsvFault[] {
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

  /** Tells the faults of the last product, or that there was no row at all. */
  end(): CsvFault[] {
    if (this.#header === null) {
      return [faultAt(1, null, '', 'file.empty')];
    }
    const block = this.#blocks?.end() ?? null;
    return block && this.#header.faults.length === 0 ? this.#check(block) : [];
  }

  #check(block: Block): CsvFault[] {
    const first = block.lines[0];
    const again = block.handle !== '' && this.#seen.has(block.handle);
    this.#seen.add(block.handle);
    const twice = again && first ? [first.fault('handle', 'product.handle-twice')] : [];
    return [...twice, ...blockFaults(block), ...priceFaults(block)];
  }
}

/** What is wrong with the rows of one product as they would stand in a file of this format; rows are counted from 1. */
export function rowsFaults(format: ExportFormat, rows: readonly string[][]): CsvFault[] {
  const header = headers[format];
  const lines = rows.map((cells, at) => new Line(header, { number: at + 1, cells }));
  const block = { handle: lines[0]?.word('handle') ?? '', lines };
  return [...blockFaults(block), ...priceFaults(block)];
}

const headers: Readonly<Record<ExportFormat, Header>> = {
  shopify: readHeader({ number: 0, cells: [...layoutOf('shopify', []).header] }),
  'shopify-new': readHeader({ number: 0, cells: [...layoutOf('shopify-new', []).header] }),
};

/** A variant without a price: Shopify would sell it for nothing. */
function priceFaults({ lines }: Block): CsvFault[] {
  return lines
    .filter((line) => line.hasVariant() && line.word('price') === '')
    .map((line) => line.fault('price', 'variant.price-missing'));
}

/** Checks a whole text. [] means that Shopify takes it. */
export function checkShopifyCsv(text: string): CsvFault[] {
  const checker = new ShopifyCsvChecker();
  const faults: CsvFault[] = [];
  const cutOff = eachRow(text, (row) => {
    faults.push(...checker.row(row));
  });
  return [...faults, ...checker.end(), ...cutOff];
}

/** What is wrong with the rows of one product, in reading order. */
export function blockFaults({ lines }: Block): CsvFault[] {
  const faults = lines.flatMap((line) => line.cellFaults());
  const [first] = lines;
  if (!first) {
    return faults;
  }
  if (first.word('title') === '') {
    faults.push(first.fault('title', 'product.title-missing'));
  }
  const variants = lines.filter((line, index) => index === 0 || line.hasVariant());
  faults.push(...optionFaults(first, variants), ...pictureFaults(lines, variants));
  for (const line of lines.slice(1)) {
    if (!line.hasVariant() && !line.hasPicture()) {
      faults.push(faultAt(line.number, null, '', 'row.says-nothing'));
    }
  }
  if (first.word('handle') === '' && first.hasVariant()) {
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

function optionFaults(first: Line, variants: readonly Line[]): CsvFault[] {
  const faults: CsvFault[] = [];
  const combinations = new Set<string>();
  const isBare = !first.hasVariant() && variants.length === 1;
  const hasNoChoice = optionNames(first).length === 0;
  for (const line of variants) {
    for (const { name, value } of optionColumns) {
      const named = first.word(name);
      const has = line.word(value) !== '';
      if (line.word(name) !== '' && line.word(name) !== named) {
        faults.push(line.fault(name, 'option.name-changes'));
      }
      if (named === '' && has) {
        faults.push(first.fault(name, 'option.name-missing'));
      } else if (named !== '' && !has && !isBare) {
        faults.push(line.fault(value, 'option.value-missing'));
      }
    }
    // Without options there is one combination, however its cells spell that.
    const combination = hasNoChoice ? '' : JSON.stringify(optionColumns.map(({ value }) => line.text(value)));
    if (combinations.has(combination)) {
      faults.push(line.fault('value1', 'option.combination-twice'));
    }
    combinations.add(combination);
  }
  return faults;
}

function pictureFaults(lines: readonly Line[], variants: readonly Line[]): CsvFault[] {
  const pictures = lines.filter((line) => line.hasPicture());
  const addresses = new Set(pictures.map((line) => line.word('image')));
  const unknown = variants.filter((line) => {
    const address = line.word('variantImage');
    return address !== '' && !addresses.has(address);
  });
  const faults = unknown.map((line) => line.fault('variantImage', 'variant.picture-unknown'));
  const over = pictures[picturesMax];
  return over ? [...faults, over.fault('image', 'product.too-many-pictures')] : faults;
}
