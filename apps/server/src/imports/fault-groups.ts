import type { FileFault } from '@bowerbird/contract/files/fault-codes';
import { sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import { columnText, jsonText } from '../db/json-text.ts';

interface Group {
  fault: FileFault;
  shape: string;
  count: number;
  examples: { row: number; value: string }[];
}

/** Most groups; further ones are counted in one group of their code, whatever the column and the values. */
const groupsMax = 2000;
const examplesMax = 5;

/** Errors of a file, put together where their code and column are the same and their values are written alike. */
export class FaultGroups {
  readonly #groups = new Map<string, Group>();
  count = 0;

  add(fault: FileFault): void {
    this.count += 1;
    const shape = shapeOf(fault.value);
    const key = JSON.stringify([fault.code, fault.column, shape]);
    const isNew = !this.#groups.has(key);
    const group =
      isNew && this.#groups.size >= groupsMax
        ? this.#group(JSON.stringify([fault.code]), { ...fault, column: null }, '…')
        : this.#group(key, fault, shape);
    group.count += 1;
    if (group.examples.length < examplesMax && !group.examples.some(({ value }) => value === fault.value)) {
      group.examples.push({ row: fault.row, value: fault.value });
    }
  }

  #group(key: string, fault: FileFault, shape: string): Group {
    const held = this.#groups.get(key) ?? { fault, shape, count: 0, examples: [] };
    this.#groups.set(key, held);
    return held;
  }

  /** Writes the groups, those with the most errors first. */
  async save(db: OwnerDb, ownerId: string, runId: string): Promise<void> {
    const sorted = [...this.#groups.values()].toSorted((one, other) => other.count - one.count);
    await sql`
      insert into import_fault (run_id, owner_id, position, code, column_name, shape, count, examples)
      select ${runId}::uuid, ${ownerId}::uuid, given.place - 1, given.code, given.column_name, given.shape, given.count,
        given.examples
      from rows from (unnest(
        ${sorted.map(({ fault }) => fault.code)}::text[],
        ${sorted.map(({ fault }) => fault.column && columnText(fault.column))}::text[],
        ${sorted.map(({ shape }) => columnText(shape))}::text[], ${sorted.map(({ count }) => count)}::integer[],
        ${sorted.map(({ examples }) => jsonText(examples))}::jsonb[]
      )) with ordinality as given (code, column_name, shape, count, examples, place)
    `.execute(db);
  }
}

/** Returns how a value is written: digits as `9`, letters as `a`. */
export function shapeOf(value: string): string {
  return value
    .trim()
    .slice(0, 200)
    .replaceAll(/\p{Nd}+/gu, '9')
    .replaceAll(/\p{L}+/gu, 'a');
}
