import type { FileFault } from '@bowerbird/contract/files/fault-codes';
import type { Remedy } from '@bowerbird/contract/files/remedies';
import { shapeOf } from '../faults/shape.ts';
import { headerKey } from '../formats/table/header.ts';
import type { CellNote, NotedRow } from '../text/table-row.ts';
import { editedCell } from './edit-cell.ts';

/** A row after the remedies, with the cells that they changed. */
export interface RemediedRow extends NotedRow {
  /** By the cell's place, the value that the file has. */
  before: ReadonlyMap<number, string>;
}

/** A remedy with the places of its columns in one file. */
interface PlacedRemedy {
  remedy: Remedy;
  /** Null for every column. */
  place: number | null;
  into: readonly number[];
}

const noCells: ReadonlyMap<number, string> = new Map();

/**
 * Applies remedies to the rows of one table, in the order of the file: the cells that are read are the edited ones, the file
 * stays. The same remedies on the same file give the same rows, and on rows that need none they change nothing. Each kind
 * of remedy changes a cell once.
 */
export class RemediedTable {
  /** The header with the columns that remedies add at its end. */
  readonly header: readonly string[];
  readonly #remedies: readonly PlacedRemedy[];
  readonly #above = new Map<number, string>();
  /** Of a product's rows that are alike in every cell, only the first is read. */
  readonly dropsRepeats: boolean;
  readonly #accepted: readonly { code: string; place: number | null; shape: string | null }[];

  constructor(header: readonly string[], remedies: readonly Remedy[]) {
    const cells = [...header];
    const placed: PlacedRemedy[] = [];
    const accepted: { code: string; place: number | null; shape: string | null }[] = [];
    for (const remedy of remedies) {
      const place = remedy.column === null ? null : columnAt(cells, remedy.column);
      if (place === -1) {
        // Next week's file may lack the column; there is nothing to repair.
        continue;
      }
      const into = remedy.kind === 'split' ? remedy.into.map((name) => addedColumn(cells, name)) : [];
      if (remedy.kind === 'drop-repeats') {
        continue;
      }
      if (remedy.kind === 'formula-guard') {
        const html = new Set(remedy.htmlColumns.map(headerKey));
        for (const [at, cell] of header.entries()) {
          if ((place ?? at) === at && !html.has(headerKey(cell))) {
            placed.push({ remedy, place: at, into });
          }
        }
        continue;
      }
      if (remedy.kind === 'accept') {
        accepted.push({ code: remedy.code, place, shape: remedy.shape });
      } else {
        placed.push({ remedy, place, into });
      }
    }
    this.header = cells;
    this.dropsRepeats = remedies.some(({ kind }) => kind === 'drop-repeats');
    this.#remedies = placed;
    this.#accepted = accepted;
  }

  /** Returns a row as it is read; null for one that a remedy leaves out. */
  row(given: NotedRow): RemediedRow | null {
    let cells: string[] | null = null;
    const before = new Map<number, string>();
    const done = new Set<string>();
    const write = (place: number, value: string) => {
      cells ??= [...given.cells];
      const held = cells[place] ?? '';
      if (held !== value) {
        before.set(place, before.get(place) ?? held);
        while (cells.length < place) {
          cells.push('');
        }
        cells[place] = value;
      }
    };
    for (const { remedy, place, into } of this.#remedies) {
      const current: readonly string[] = cells ?? given.cells;
      const last = place === null ? current.length - 1 : place;
      for (let at = place ?? 0; at <= last; at += 1) {
        const value = current[at] ?? '';
        if (remedy.kind === 'fill-down') {
          this.#fillDown(remedy, at, value, write);
        } else if (applies(remedy, value)) {
          if (remedy.kind === 'drop-row') {
            return null;
          }
          if (remedy.kind === 'split') {
            const parts = value.split(remedy.separator).map((part) => part.trim());
            into.forEach((target, index) => {
              const isLast = index === into.length - 1;
              write(target, (isLast ? parts.slice(index).join(remedy.separator) : parts[index]) ?? '');
            });
          } else if (remedy.kind !== 'accept' && remedy.kind !== 'drop-repeats') {
            // Twice would be wrong: `1,234` is `1.234` by a decimal comma, and `1234` by another.
            const edited = done.has(`${remedy.kind} ${at}`) ? value : editedCell(value, remedy);
            if (edited !== value) {
              done.add(`${remedy.kind} ${at}`);
              write(at, edited);
            }
          }
        }
      }
    }
    return cells === null || before.size === 0
      ? { ...given, before: noCells }
      : { number: given.number, cells, notes: withoutEdited(given.notes, before), before };
  }

  /** Reports whether a person has said that the cells of this error are right as they are. */
  isAccepted({ code, column, value }: FileFault): boolean {
    return this.#accepted.some(
      (each) =>
        each.code === code &&
        (each.place === null || (column !== null && columnAt(this.header, column) === each.place)) &&
        (each.shape === null || each.shape === shapeOf(value)),
    );
  }

  #fillDown(
    { shape }: Remedy,
    place: number,
    value: string,
    write: (place: number, value: string) => void,
  ): void {
    if (isGap(shape, value)) {
      write(place, this.#above.get(place) ?? value);
    } else {
      this.#above.set(place, value);
    }
  }

  /** Reports whether a cell that the file has is read as the one above it. */
  takesFromAbove(place: number, value: string): boolean {
    return this.#remedies.some(
      ({ remedy, place: own }) =>
        remedy.kind === 'fill-down' && (own ?? place) === place && isGap(remedy.shape, value),
    );
  }
}

function isGap(shape: string | null, value: string): boolean {
  return value.trim() === '' || (shape !== null && shape !== '' && shapeOf(value) === shape);
}

function applies(remedy: Remedy, value: string): boolean {
  if (remedy.kind === 'drop-row' && remedy.value !== null && remedy.value !== value) {
    return false;
  }
  return remedy.shape === null || remedy.shape === shapeOf(value);
}

function columnAt(header: readonly string[], column: string): number {
  const exact = header.findIndex((cell) => cell.trim() === column.trim());
  return exact === -1 ? header.findIndex((cell) => headerKey(cell) === headerKey(column)) : exact;
}

function addedColumn(cells: string[], name: string): number {
  const place = columnAt(cells, name);
  return place === -1 ? cells.push(name) - 1 : place;
}

/** A note is about what the file wrote; it says nothing of a value that a remedy has written. */
function withoutEdited(notes: readonly CellNote[], before: ReadonlyMap<number, string>): readonly CellNote[] {
  return notes.some(({ place }) => before.has(place))
    ? notes.filter(({ place }) => !before.has(place))
    : notes;
}
