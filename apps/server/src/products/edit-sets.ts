import type { Edit } from '@bowerbird/catalog/edit';
import type { ProductChange } from '@bowerbird/contract/products';
import { v7 } from 'uuid';
import type { OwnerDb } from '../db/database.ts';
import { jsonText } from '../db/json-text.ts';

export type ChangeKind = ProductChange['kind'];

export interface NewEditSet {
  kind: ChangeKind;
  userId: string | null;
  runId?: string | null;
  edits?: readonly Edit[];
  /** The edit set that this one undoes. */
  undoes?: string;
}

/** Records who changes something, when and how; returns the id. */
export async function saveEditSet(db: OwnerDb, ownerId: string, set: NewEditSet): Promise<string> {
  const id = v7();
  await db
    .insertInto('edit_set')
    .values({
      id,
      owner_id: ownerId,
      user_id: set.userId,
      run_id: set.runId ?? null,
      kind: set.kind,
      edits: jsonText(set.edits ?? []),
      undoes: set.undoes ?? null,
    })
    .execute();
  return id;
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
