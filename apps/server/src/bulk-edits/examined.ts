import type { EditStep } from '@bowerbird/catalog/edits/edit-steps';
import { noRules } from '@bowerbird/catalog/listing-rules/rules';
import type { Risk } from '@bowerbird/catalog/risk/risks';
import type { Selection } from '@bowerbird/contract/products/products';
import { mapInTurns } from '../async/map-in-turns.ts';
import type { OwnerDb } from '../db/database.ts';
import type { LockedProduct } from '../products/claim/prepare.ts';
import { whereSelected } from '../products/list/filter.ts';
import { findSources, nothingReported } from '../rules/facts.ts';
import { findGuard } from '../rules/guard.ts';
import { type Ruling, rulingOf, stoppedAnywhere } from '../rules/ruling.ts';
import { type Outcome, type OutcomeContext, outcomeOf } from './outcome.ts';

/** A selected product, what the edit would make of it, and what would then stop it from being listed. */
export interface Examined {
  row: LockedProduct;
  outcome: Outcome;
  stops: Risk[];
}

/** How an edit is examined: its steps, and what else its outcome and the stops depend on. */
export interface Examination extends OutcomeContext {
  steps: readonly EditStep[];
  ruling: Ruling;
}

/** Returns the merchant's price guard, with no store's rules. */
export async function findRulingOfNoStore(db: OwnerDb, ownerId: string): Promise<Ruling> {
  return rulingOf(null, noRules, await findGuard(db, ownerId));
}

/** Returns selected products after this id, in the order of their ids. */
export async function selectRows(
  db: OwnerDb,
  ownerId: string,
  selection: Selection,
  { after, limit }: { after: string | null; limit: number },
): Promise<LockedProduct[]> {
  const rows = await db
    .selectFrom('own_product')
    .select(['id', 'revision', 'content'])
    .where(whereSelected(ownerId, selection))
    .$if(after !== null, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id, revision, content }) => ({ id, revision, product: content }));
}

/** Makes the outcome of each, one after the other as the job does, and finds what would stop those that change. */
export async function examine(
  db: OwnerDb,
  ownerId: string,
  rows: readonly LockedProduct[],
  { steps, ruling, ...context }: Examination,
): Promise<Examined[]> {
  const made = await mapInTurns(rows, (row) => ({ row, outcome: outcomeOf(row, steps, context) }));
  const changed = made.filter(({ outcome }) => outcome.outcome === 'changed').map(({ row }) => row.id);
  const sources = changed.length > 0 ? await findSources(db, ownerId, changed) : new Map();
  return await mapInTurns(made, ({ row, outcome }) => ({
    row,
    outcome,
    stops:
      outcome.outcome === 'changed'
        ? stoppedAnywhere(ruling, outcome.prepared.product, {
            ...nothingReported,
            source: sources.get(row.id) ?? null,
          })
        : [],
  }));
}
