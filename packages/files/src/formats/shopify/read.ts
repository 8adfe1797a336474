import type { Product } from '@bowerbird/catalog/product';
import type { FileFault } from '@bowerbird/contract/files/fault-codes';
import { faultAt } from '../../faults/fault.ts';
import { unsound } from '../sound.ts';
import { isBlank } from '../table/line.ts';
import { blockFaults } from './check.ts';
import { columnOrder } from './columns.ts';
import { places } from './places.ts';
import { readProduct } from './read-product.ts';
import { type Block, Blocks, eachRow, type Header, readHeader } from './table.ts';

/** Content of a Shopify product file. */
export interface ShopifyCsv {
  /** The valid products, each with the row where it begins. */
  products: { row: number; product: Product }[];
  /** All errors, by row and column. A product with an error is not among the products. */
  faults: FileFault[];
  /**
   * Headers of the columns that not every format has (markets, metafields, the groups and labels of advertisements), in
   * order; to be passed to the writer.
   */
  more: string[];
}

/**
 * Reads a product file with either set of header names. Rows of a product that are apart in the file are merged; a
 * handle that begins a second product with a title of its own is an error. A file without a product file's header
 * returns no products and the reason; nothing is thrown.
 */
export function readShopifyCsv(text: string): ShopifyCsv {
  const { header, blocks, faults } = readBlocks(text);
  const products: ShopifyCsv['products'] = [];
  for (const block of blocks) {
    const [first] = block.lines;
    const wrong = blockFaults(block);
    const product = wrong.length === 0 ? readProduct(block) : null;
    if (product !== null && first !== undefined) {
      wrong.push(...unsound(product, (field, code) => first.fault(places[String(field)] ?? 'title', code)));
    }
    faults.push(...wrong);
    if (product !== null && wrong.length === 0) {
      products.push({ row: first?.number ?? 0, product });
    }
  }
  faults.sort((left, right) => left.row - right.row);
  return { products, faults, more: header === null ? [] : moreIn(header) };
}

function moreIn({ cells, places: known, others }: Header): string[] {
  const ofOne = [...known].filter(([column]) => !columnOrder.shopify.includes(column));
  return [...ofOne.map(([, place]) => cells[place]?.trim() ?? ''), ...others.map(({ name }) => name)];
}

function readBlocks(text: string) {
  const gathered = new Gathered();
  let header: Header | null = null;
  let blocks: Blocks | null = null;
  const cutOff = eachRow(text, (row) => {
    if (blocks === null && isBlank(row.cells)) {
      return;
    }
    if (blocks === null) {
      header = readHeader(row);
      blocks = new Blocks(header);
    } else {
      gathered.add(blocks.add(row));
    }
  });
  return finished(header, blocks, gathered, cutOff);
}

function finished(header: Header | null, blocks: Blocks | null, gathered: Gathered, cutOff: FileFault[]) {
  gathered.add(blocks?.end() ?? null);
  const unreadable = header?.faults ?? [faultAt(1, null, '', 'file.empty')];
  return {
    header,
    blocks: unreadable.length === 0 ? gathered.blocks() : [],
    faults: [...unreadable, ...gathered.faults, ...cutOff],
  };
}

/** Merges the rows of one handle that are apart in the file. */
class Gathered {
  readonly faults: FileFault[] = [];
  readonly #byHandle = new Map<string, Block>();

  add(block: Block | null): void {
    const first = block?.lines[0];
    if (!block || !first) {
      return;
    }
    // A row without a handle is a product of its own; no handle begins with white space.
    const key = block.handle === '' ? `\n${first.number}` : block.handle;
    const earlier = this.#byHandle.get(key);
    if (earlier && first.word('title') !== '') {
      this.faults.push(first.fault('handle', 'product.handle-twice'));
      return;
    }
    const lines = [...(earlier?.lines ?? []), ...block.lines];
    this.#byHandle.set(key, { handle: block.handle, lines });
  }

  blocks(): Block[] {
    return [...this.#byHandle.values()];
  }
}
