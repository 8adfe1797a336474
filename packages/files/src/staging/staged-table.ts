import type { FileFault } from '@bowerbird/contract/files/fault-codes';
import type { FileMapping } from '@bowerbird/contract/files/mapping';
import { corruptedCells } from '../faults/corrupted.ts';
import { faultColumnPlaces } from '../faults/failed-rows.ts';
import type { FormatReader, StagedProduct } from '../formats/format.ts';
import { tableReader } from '../mapping/table-reader.ts';
import { type RemediedRow, RemediedTable } from '../remedies/remedied-table.ts';
import type { NotedRow, TableRow } from '../text/table-row.ts';

/**
 * A table as it is staged: every row repaired by the mapping's remedies, given to its product by a key, and read as a
 * product with all that is wrong. Give it each row once and in the order of the file (`row`), then the rows of each key in
 * that order (`read`).
 */
export class StagedTable {
  /** The columns as they are read; remedies may have added some at the end. */
  readonly header: readonly string[];
  readonly #reader: FormatReader;
  readonly #table: RemediedTable;
  readonly #passedOver: ReadonlySet<number>;

  /** Opens a table by its header row. With any of `faults`, no row can be read. */
  constructor({ products, remedies }: Pick<FileMapping, 'products' | 'remedies'>, header: TableRow) {
    this.#passedOver = faultColumnPlaces(header.cells);
    this.#table = new RemediedTable(this.#without(header.cells), remedies);
    this.header = this.#table.header;
    this.#reader = tableReader(products, { number: header.number, cells: this.header });
  }

  get faults(): readonly FileFault[] {
    return this.#reader.faults;
  }

  /** Returns a row as it is read, and the key of its product: null for a row that is left out, blank, or a hint. */
  row(given: NotedRow): { row: RemediedRow; key: string | null } {
    const own = this.#passedOver.size === 0 ? given : { ...given, cells: this.#without(given.cells) };
    const row = this.#table.row(own);
    return row === null
      ? { row: { ...own, before: new Map() }, key: null }
      : { row, key: this.#reader.keyOf(row) };
  }

  /** Reads the rows of one product, as `row` returned them. Its product is null while any error is neither repaired nor accepted. */
  read(rows: readonly NotedRow[]): StagedProduct {
    const read = this.#reader.read(rows);
    const corrupted = rows.flatMap((row) =>
      corruptedCells(row, this.header, this.#reader.codes, (place) => this.#reader.places.has(place)),
    );
    const isOpen = (fault: FileFault) => !this.#table.isAccepted(fault);
    const faults = onePerCell([...corrupted, ...read.faults]).filter(isOpen);
    return {
      ...read,
      product: faults.length === 0 ? read.product : null,
      faults: faults.sort((left, right) => left.row - right.row),
    };
  }

  #without(cells: readonly string[]): readonly string[] {
    return this.#passedOver.size === 0
      ? cells
      : cells.map((cell, place) => (this.#passedOver.has(place) ? '' : cell));
  }
}

/** A cell that is wrong in itself is reported as that alone: its value is no number because it is corrupted. */
function onePerCell(faults: readonly FileFault[]): FileFault[] {
  const seen = new Set<string>();
  const wrong = new Set<string>();
  return faults
    .toSorted((left, right) => Number(isOfCell(right)) - Number(isOfCell(left)))
    .filter(({ row, column, code }) => {
      const cell = `${row} ${column}`;
      const isNew = !seen.has(`${cell} ${code}`) && (column === null || !wrong.has(cell));
      seen.add(`${cell} ${code}`);
      if (isOfCell({ code })) {
        wrong.add(cell);
      }
      return isNew;
    });
}

function isOfCell({ code }: Pick<FileFault, 'code'>): boolean {
  return code.startsWith('cell.');
}

/** What a small table gives at once: its products in the order of their first rows, and every error. */
export interface ReadStaged {
  products: StagedProduct[];
  faults: FileFault[];
}

/** Stages and reads rows that are all at hand, the header first. */
export function readStaged(
  mapping: Pick<FileMapping, 'products' | 'remedies'>,
  [header, ...rows]: readonly [TableRow, ...NotedRow[]],
): ReadStaged {
  const table = new StagedTable(mapping, header);
  if (table.faults.length > 0) {
    return { products: [], faults: [...table.faults] };
  }
  const groups = new Map<string, NotedRow[]>();
  for (const given of rows) {
    const { row, key } = table.row(given);
    if (key !== null) {
      const held = groups.get(key);
      if (held) {
        held.push(row);
      } else {
        groups.set(key, [row]);
      }
    }
  }
  const products = [...groups.values()].map((group) => table.read(group));
  return { products, faults: products.flatMap(({ faults }) => faults) };
}
