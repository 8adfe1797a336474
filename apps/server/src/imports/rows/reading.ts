import type { FileFault } from '@bowerbird/contract/files/fault-codes';
import type { FileMapping } from '@bowerbird/contract/files/mapping';
import { corruptedCells } from '@bowerbird/files/faults/corrupted';
import { faultColumnPlaces } from '@bowerbird/files/faults/failed-rows';
import type { FormatReader, StagedProduct } from '@bowerbird/files/formats/format';
import { tableReader } from '@bowerbird/files/mapping/table-reader';
import { RemediedTable } from '@bowerbird/files/remedies/remedied-table';
import type { NotedRow, TableRow } from '@bowerbird/files/text/table-row';
import type { Opened } from '../../db/tables/imports.ts';

/** Rows of a file as a mapping reads them: with its remedies, by its columns. */
export class Reading {
  readonly #headerRow: number;
  readonly #mapping: FileMapping;
  readonly #cells: readonly string[];
  readonly #header: readonly string[];
  readonly #reader: FormatReader;
  #table: RemediedTable;

  private constructor(header: NonNullable<Opened['header']>, mapping: FileMapping) {
    const own = faultColumnPlaces(header.cells);
    this.#cells = header.cells.map((cell, place) => (own.has(place) ? '' : cell));
    this.#headerRow = header.number;
    this.#mapping = mapping;
    this.#table = new RemediedTable(this.#cells, mapping.remedies);
    this.#header = this.#table.header;
    this.#reader = tableReader(mapping.products, { number: header.number, cells: this.#header });
  }

  /** Opens the rows below the header of a file; null for a file without one. */
  static of({ header }: Opened, mapping: FileMapping): Reading | null {
    return header === null ? null : new Reading(header, mapping);
  }

  /** With any of these errors, no row can be read. */
  get faults(): readonly FileFault[] {
    return this.#reader.faults;
  }

  /** True if what a row becomes depends on rows above it: then rows are remedied in the order of the file. */
  get looksAbove(): boolean {
    return this.#mapping.remedies.some(({ kind }) => kind === 'fill-down');
  }

  /** Begins to remedy rows below one that was remedied before; null at the beginning of the file. */
  startBelow(above: readonly string[] | null): void {
    this.#table = new RemediedTable(this.#cells, this.#mapping.remedies);
    if (above !== null) {
      this.#table.row({ number: 0, cells: above, notes: [] });
    }
  }

  /** Returns a row with its remedies; null for one above the table, or left out by a remedy. */
  remedied(row: NotedRow): NotedRow | null {
    return row.number <= this.#headerRow ? null : this.#table.row(row);
  }

  /** Returns what all rows of one product have in common; null for a row of none. Remedied rows are given in their order. */
  keyOf(row: NotedRow): string | null {
    return this.#reader.keyOf(row);
  }

  /** The columns as they are read, with those that remedies add. */
  get header(): readonly string[] {
    return this.#header;
  }

  /** Reads rows of one product that did not come from the file. */
  readPlain(rows: readonly TableRow[]): StagedProduct {
    return this.#reader.read(rows);
  }

  /** Reads the remedied rows of one product, in the order of the file. */
  read(rows: readonly NotedRow[]): StagedProduct {
    const staged = this.#reader.read(rows);
    const { codes, places } = this.#reader;
    const corrupted = rows
      .flatMap((row) => corruptedCells(row, this.#header, codes, (place) => places.has(place)))
      .filter((fault) => !this.#table.isAccepted(fault));
    if (corrupted.length === 0) {
      return staged;
    }
    const faults = [...corrupted, ...staged.faults].toSorted((one, other) => one.row - other.row);
    return { ...staged, product: null, faults };
  }
}
