import type { Edit } from '@bowerbird/catalog/edits/edit';
import type { EditStep } from '@bowerbird/catalog/edits/edit-steps';
import type { ProductChange } from '@bowerbird/contract/products/products';
import { v7 } from 'uuid';
import type { OwnerDb } from '../../db/database.ts';
import { jsonText } from '../../db/json-text.ts';

export type ChangeKind = Exclude<ProductChange['kind'], 'marked'>;

export interface NewEditSet {
  kind: ChangeKind;
  userId: string | null;
  runId?: string | null;
  /** Left out where there are none, as where a person wrote the values. */
  steps?: readonly EditStep[];
  /** The edit set that this one undoes. */
  undoes?: string;
}

/** Records who changes something, when and how; returns the id. */
export async function saveEditSet(db: OwnerDb, ownerId: string, set: NewEditSet): Promise<string> {
  const id = await insertEditSet(db, ownerId, set);
  if (id === null) {
    throw new Error(`Run ${set.runId} has an edit set.`);
  }
  return id;
}

/** Returns edits without conditions as steps. */
export function stepsOf(edits: readonly Edit[]): EditStep[] {
  return edits.map((edit) => ({ edit }));
}

/** Returns null where the run has an edit set already: that of another transaction, which is committed by then. */
async function insertEditSet(db: OwnerDb, ownerId: string, set: NewEditSet): Promise<string | null> {
  const row = await db
    .insertInto('edit_set')
    .values({
      id: v7(),
      owner_id: ownerId,
      user_id: set.userId,
      run_id: set.runId ?? null,
      kind: set.kind,
      steps: set.steps?.length ? jsonText(set.steps) : null,
      undoes: set.undoes ?? null,
    })
    .onConflict((conflict) => conflict.column('run_id').where('run_id', 'is not', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Returns the edit set of a run; null before its first change. */
export async function findEditSetOf(db: OwnerDb, ownerId: string, runId: string): Promise<string | null> {
  const row = await db
    .selectFrom('edit_set')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('run_id', '=', runId)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** An edit set that is recorded with the first change that belongs to it; if nothing changes, there is none. */
export class OpenEditSet {
  readonly #open: (db: OwnerDb) => Promise<string>;
  #id: Promise<string> | null = null;
  /** Null before the first change. */
  id: string | null = null;

  constructor(open: (db: OwnerDb) => Promise<string>) {
    this.#open = open;
  }

  /** The one edit set of a run, which each of its transactions may be the first to record. */
  static ofRun(ownerId: string, runId: string, set: NewEditSet): OpenEditSet {
    return new OpenEditSet(
      async (db) =>
        (await findEditSetOf(db, ownerId, runId)) ??
        (await insertEditSet(db, ownerId, { ...set, runId })) ??
        (await findEditSetOf(db, ownerId, runId)) ??
        '',
    );
  }

  /** Creates one with these facts. */
  static of(ownerId: string, set: NewEditSet): OpenEditSet {
    return new OpenEditSet((db) => saveEditSet(db, ownerId, set));
  }

  /** Returns its id, and records it first where that has not been done. */
  async open(db: OwnerDb): Promise<string> {
    this.#id ??= this.#open(db);
    this.id = await this.#id;
    return this.id;
  }
}
