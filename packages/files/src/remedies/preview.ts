import type { Remedy, RemedyPreview } from '@bowerbird/contract/files/remedies';
import type { NotedRow } from '../text/table-row.ts';
import { RemediedTable } from './remedied-table.ts';

const examplesMax = 5;

/**
 * Counts what one more remedy changes after those that are applied already, row by row. Examples are cells before and
 * after; `after` null is a row that is left out.
 */
export class RemedyTrial {
  readonly #held: RemediedTable;
  readonly #more: RemediedTable;
  readonly #preview: RemedyPreview = { cells: 0, rowsDropped: 0, countedRows: null, examples: [] };

  constructor(header: readonly string[], applied: readonly Remedy[], remedy: Remedy) {
    this.#held = new RemediedTable(header, applied);
    this.#more = new RemediedTable(this.#held.header, [remedy]);
  }

  /** Takes the next row below the header, as the file has it. */
  add(given: NotedRow): void {
    const held = this.#held.row(given);
    if (held === null) {
      return;
    }
    const after = this.#more.row(held);
    if (after === null) {
      this.#preview.rowsDropped += 1;
      this.#example(given.number, null, held.cells.join(' | '), null);
      return;
    }
    for (const [place, before] of after.before) {
      this.#preview.cells += 1;
      this.#example(given.number, this.#more.header[place] ?? null, before, after.cells[place] ?? '');
    }
  }

  get preview(): RemedyPreview {
    return this.#preview;
  }

  #example(row: number, column: string | null, before: string, after: string | null): void {
    const { examples } = this.#preview;
    const isNew = !examples.some((held) => held.column === column && held.before === before);
    if (examples.length < examplesMax && isNew) {
      examples.push({ row, column, before: before.slice(0, 200), after: after?.slice(0, 200) ?? null });
    }
  }
}

/** Returns what one more remedy changes in rows that are all at hand. */
export function previewRemedy(
  header: readonly string[],
  rows: Iterable<NotedRow>,
  applied: readonly Remedy[],
  remedy: Remedy,
): RemedyPreview {
  const trial = new RemedyTrial(header, applied, remedy);
  for (const row of rows) {
    trial.add(row);
  }
  return trial.preview;
}
