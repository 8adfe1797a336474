import { type Undone, undoCells } from '@bowerbird/catalog/change/undo';
import { sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import type { LockedProduct } from '../claim/prepare.ts';
import { lockProducts, writeLocked } from '../write/write.ts';
import { OpenEditSet } from './edit-sets.ts';
import { leftOf, recordsOf } from './history.ts';

/** What an undo did in one product; the paths are those of the cells. */
export interface UndoneProduct extends Pick<Undone, 'restored' | 'kept' | 'impossible'> {
  row: LockedProduct;
}

/** The undoing of one edit set by one person, as an edit set of its own. */
export class Undoing {
  readonly #ownerId: string;
  readonly #of: string;
  readonly editSet: OpenEditSet;
  /** By hand, one product can be undone cell after cell; a run comes to each once. */
  readonly #addToRecords: boolean;

  /** `runId` is the run that does it, if one does. `of` is the edit set to undo; one that was itself an undo is undone by doing again what it took back. */
  constructor(ownerId: string, { userId, of, runId }: { userId: string | null; of: string; runId?: string }) {
    this.#ownerId = ownerId;
    this.#of = of;
    this.#addToRecords = runId === undefined;
    const set = { kind: 'undone' as const, userId, undoes: of };
    this.editSet =
      runId === undefined ? OpenEditSet.of(ownerId, set) : OpenEditSet.ofRun(ownerId, runId, set);
  }

  /**
   * Undoes in these products what the set changed and what was not undone before, cell by cell; `paths` limits it to
   * some cells. Products in which nothing is left are not among the results. Locks the products.
   */
  async undo(
    db: OwnerDb,
    productIds: readonly string[],
    paths?: readonly string[],
  ): Promise<UndoneProduct[]> {
    return await this.undoLocked(db, await lockProducts(db, this.#ownerId, productIds), paths);
  }

  /** The same for products that the caller has locked. */
  async undoLocked(
    db: OwnerDb,
    rows: readonly LockedProduct[],
    paths?: readonly string[],
  ): Promise<UndoneProduct[]> {
    const undone = await planUndo(db, this.#ownerId, this.#of, rows, paths);
    const written = await writeLocked(
      db,
      this.#ownerId,
      this.editSet,
      undone.map(({ row, product }) => ({ row, product })),
      { addToRecords: this.#addToRecords },
    );
    const done = undone.map(({ row, restored, kept, impossible }, at): UndoneProduct => {
      const outcome = written[at];
      if (outcome?.outcome !== 'changed') {
        const why = 'invalid' as const;
        return {
          row,
          restored: [],
          kept,
          impossible: [...impossible, ...restored.map((path) => ({ path, why }))],
        };
      }
      const { revision, product } = outcome;
      return { row: { id: row.id, revision, product }, restored, kept, impossible };
    });
    await this.#mark(db, done);
    return done;
  }

  /** Marks what was restored as undone, and what an undo had taken back and is there again as not undone. */
  async #mark(db: OwnerDb, done: readonly UndoneProduct[]): Promise<void> {
    const restored = done.filter((each) => each.restored.length > 0);
    if (restored.length === 0) {
      return;
    }
    const set = await db
      .selectFrom('edit_set')
      .select('undoes')
      .where('owner_id', '=', this.#ownerId)
      .where('id', '=', this.#of)
      .executeTakeFirst();
    const given = sql`unnest(
      ${restored.map(({ row }) => row.id)}::uuid[],
      ${restored.map((each) => JSON.stringify(each.restored))}::jsonb[]
    ) as given (product_id, paths)`;
    await sql`
      update product_change
      set undone = coalesce(undone, '{}') || array(select jsonb_array_elements_text(given.paths))
      from ${given}
      where product_change.owner_id = ${this.#ownerId} and product_change.edit_set_id = ${this.#of}
        and product_change.product_id = given.product_id
    `.execute(db);
    if (!set?.undoes) {
      return;
    }
    await sql`
      update product_change
      set undone = nullif(array(select unnest(undone) except select jsonb_array_elements_text(given.paths)), '{}')
      from ${given}
      where product_change.owner_id = ${this.#ownerId} and product_change.edit_set_id = ${set.undoes}
        and product_change.product_id = given.product_id
    `.execute(db);
  }
}

/** Returns what undoing an edit set would make of these products now; those in which nothing is left are left out. */
export async function planUndo(
  db: OwnerDb,
  ownerId: string,
  editSetId: string,
  rows: readonly LockedProduct[],
  paths?: readonly string[],
): Promise<(Undone & { row: LockedProduct })[]> {
  const records = await recordsOf(
    db,
    ownerId,
    editSetId,
    rows.map(({ id }) => id),
  );
  const only = paths && new Set(paths);
  return rows.flatMap((row) => {
    const record = records.get(row.id);
    const left = record ? leftOf(record).filter(({ path }) => only?.has(path) ?? true) : [];
    return left.length === 0 ? [] : [{ row, ...undoCells(row.product, left) }];
  });
}

/** Returns products in which an edit set changed something that was not undone, in the order of their ids. */
export async function findUndoable(
  db: OwnerDb,
  ownerId: string,
  editSetId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ product_id: string }>`
    select product_id from product_change
    where owner_id = ${ownerId} and edit_set_id = ${editSetId}
      and coalesce(cardinality(undone), 0) < jsonb_array_length(cells)
      and (${after}::uuid is null or product_id > ${after}::uuid)
    order by product_id limit ${limit}
  `.execute(db);
  return rows.map(({ product_id }) => product_id);
}
