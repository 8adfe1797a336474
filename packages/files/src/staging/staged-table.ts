import { type FileFault, noticeCodes } from '@bowerbird/contract/files/fault-codes';
import { type IdColumn, idColumnPlaces } from '@bowerbird/contract/files/id-columns';
import type { FileMapping } from '@bowerbird/contract/files/mapping';
import { corruptedCells } from '../faults/corrupted.ts';
import { faultColumnPlaces } from '../faults/failed-rows.ts';
import type { FormatReader, StagedProduct } from '../formats/format.ts';
import { tableReader } from '../mapping/table-reader.ts';
import { type RemediedRow, RemediedTable } from '../remedies/remedied-table.ts';
import type { NotedRow, TableRow } from '../text/table-row.ts';

/** A product of a table: its title is known, where the file has one, even if it cannot be read otherwise. */
export interface NamedProduct extends StagedProduct {
  title: string;
  ids: CarriedIds;
  /** What a person should know of its cells and is no error (`noticeCodes`). */
  notices: FileFault[];
}

/** What rows have in the columns by which a file that was exported here comes back (`idColumns`): each value once. */
export type CarriedIds = Readonly<Partial<Record<IdColumn, readonly string[]>>>;

/** A row as it is read, with what it has in those columns. */
export interface StagedRow extends NotedRow {
  ids?: Readonly<Partial<Record<IdColumn, string>>>;
}

/**
 * A table as it is staged: every row repaired by the mapping's remedies, given to its product by a key, and read as a
 * product with all that is wrong. Give it each row once and in the order of the file (`remedied`, `keyOf`), then the rows of
 * each key in that order (`read`).
 */
export class StagedTable {
  /** The columns as they are read; remedies may have added some at the end. */
  readonly header: readonly string[];
  /** True if what a row becomes depends on rows above it: then rows are remedied in the order of the file. */
  readonly looksAbove: boolean;
  readonly #headerRow: number;
  readonly #remedies: FileMapping['remedies'];
  readonly #cells: readonly string[];
  readonly #reader: FormatReader;
  /** The places of the columns that are read, in their order. */
  readonly #places: ReadonlySet<number>;
  readonly #passedOver: ReadonlySet<number>;
  readonly #ids: ReadonlyMap<number, IdColumn>;
  #table: RemediedTable;

  /** Opens a table by its header row. With any of `faults`, no row can be read. */
  constructor({ products, remedies }: Pick<FileMapping, 'products' | 'remedies'>, header: TableRow) {
    this.#ids = idColumnPlaces(header.cells);
    this.#passedOver = new Set([...faultColumnPlaces(header.cells), ...this.#ids.keys()]);
    this.#headerRow = header.number;
    this.#remedies = remedies;
    this.#cells = this.#without(header.cells);
    this.#table = new RemediedTable(this.#cells, remedies);
    this.header = this.#table.header;
    this.looksAbove = remedies.some(({ kind }) => kind === 'fill-down');
    this.#reader = tableReader(products, { number: header.number, cells: this.header });
    this.#places = new Set([...this.#reader.places].sort((left, right) => left - right));
  }

  get faults(): readonly FileFault[] {
    return this.#reader.faults;
  }

  /** Begins to remedy rows below one that was remedied before; null at the beginning of the file. */
  startBelow(above: readonly string[] | null): void {
    this.#table = new RemediedTable(this.#cells, this.#remedies);
    if (above !== null) {
      this.#table.row({ number: 0, cells: above, notes: [] });
    }
  }

  /** Returns a row with its remedies; null for one that is not below the header, or left out by a remedy. */
  remedied(given: NotedRow): (RemediedRow & StagedRow) | null {
    if (given.number <= this.#headerRow) {
      return null;
    }
    if (this.#passedOver.size === 0) {
      return this.#table.row(given);
    }
    const row = this.#table.row({ ...given, cells: this.#without(given.cells) });
    return row === null || this.#ids.size === 0 ? row : { ...row, ids: this.#idsIn(given) };
  }

  #idsIn({ cells }: NotedRow): NonNullable<StagedRow['ids']> {
    return Object.fromEntries(
      [...this.#ids].flatMap(([place, column]) => {
        // A file for people has an apostrophe before what a spreadsheet would run.
        const value = cells[place]?.trim().replace(/^'(?=[=+@-])/, '') ?? '';
        return value === '' ? [] : [[column, value]];
      }),
    );
  }

  /** Reports whether a cell that the file has is read as the one above it. */
  takesFromAbove(place: number, value: string): boolean {
    return this.#table.takesFromAbove(place, value);
  }

  /** Returns what all remedied rows of one product have in common; null for a blank row or a hint. */
  keyOf(row: TableRow): string | null {
    return this.#reader.keyOf(row);
  }

  /**
   * Reads the rows of one product, as `remedied` returned them. Its product is null while any error is neither repaired nor
   * accepted. A code that `knows` reports is one that somebody uses, however ruined it looks.
   */
  read(given: readonly StagedRow[], knows: (code: string) => boolean = () => false): NamedProduct {
    const rows = this.#table.dropsRepeats ? withoutRepeats(given) : given;
    const read = this.#reader.read(rows);
    const corrupted = rows.flatMap((row) =>
      corruptedCells(row, this.header, this.#reader.codes, this.#places),
    );
    const isOpen = (fault: FileFault) =>
      !this.#table.isAccepted(fault) && !(looksRuined.has(fault.code) && knows(fault.value.trim()));
    const isNotice = ({ code }: FileFault) => noticeCodes.has(code);
    const wrong = corrupted.filter((fault) => !isNotice(fault));
    const faults = onePerCell([...wrong, ...read.faults]).filter(isOpen);
    return {
      ...read,
      title: read.product?.title ?? this.#titleIn(rows, read),
      product: faults.length === 0 ? read.product : null,
      faults: faults.sort((left, right) => left.row - right.row),
      ids: this.#ids.size === 0 ? noIds : idsOf(rows),
      notices: corrupted.filter(isNotice),
    };
  }

  /** Reads rows of one product that did not come from the file. */
  readPlain(rows: readonly TableRow[]): StagedProduct {
    return this.#reader.read(rows);
  }

  #titleIn(rows: readonly TableRow[], { origin }: StagedProduct): string {
    const column = origin.columnOf('title');
    const place = this.header.findIndex((cell) => cell.trim() === column?.trim());
    const titles = rows.map(({ cells }) => cells[place]?.trim() ?? '');
    return titles.find((title) => title !== '') ?? '';
  }

  #without(cells: readonly string[]): readonly string[] {
    return this.#passedOver.size === 0
      ? cells
      : cells.map((cell, place) => (this.#passedOver.has(place) ? '' : cell));
  }
}

const noIds: CarriedIds = {};

function idsOf(rows: readonly StagedRow[]): CarriedIds {
  const ids: Partial<Record<IdColumn, string[]>> = {};
  for (const { ids: own = {} } of rows) {
    for (const [column, value] of Object.entries(own) as [IdColumn, string][]) {
      const known = ids[column] ?? [];
      ids[column] = known.includes(value) ? known : [...known, value];
    }
  }
  return ids;
}

/** Errors of codes whose values only look as if a spreadsheet had ruined them. */
const looksRuined: ReadonlySet<FileFault['code']> = new Set<FileFault['code']>([
  'cell.exponent',
  'cell.became-date',
]);

function withoutRepeats(rows: readonly StagedRow[]): StagedRow[] {
  const seen = new Set<string>();
  return rows.filter(({ cells }) => {
    const all = JSON.stringify(cells);
    const isNew = !seen.has(all);
    seen.add(all);
    return isNew;
  });
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
  products: NamedProduct[];
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
  const groups = new Map<string, StagedRow[]>();
  for (const given of rows) {
    const row = table.remedied(given);
    const key = row && table.keyOf(row);
    if (row !== null && key !== null) {
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
