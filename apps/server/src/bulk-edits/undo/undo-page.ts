import type { OwnerDb } from '../../db/database.ts';
import { binCreated } from '../../products/history/created.ts';
import { Undoing, type UndoneProduct } from '../../products/history/undo.ts';
import { lockProducts } from '../../products/write/write.ts';
import type { ItemResult, Page, PageResult } from '../../runs/pages.ts';
import { groupOf } from './forecast.ts';
import { findLaterPeople } from './later-people.ts';

/** Undoes an edit set in these products, in the caller's transaction; products that it created go to the bin. */
export async function undoPage(
  db: OwnerDb,
  request: {
    ownerId: string;
    runId: string;
    userId: string | null;
    editSetId: string;
    paths: readonly string[] | null;
  },
  { ids }: Page,
): Promise<PageResult> {
  const { ownerId, runId, userId, editSetId, paths } = request;
  const undoing = new Undoing(ownerId, { userId, of: editSetId, runId });
  const locked = await lockProducts(db, ownerId, ids);
  const { binned, changed } =
    paths === null
      ? await binCreated(db, ownerId, editSetId, locked, { userId, binId: runId })
      : { binned: [], changed: [] };
  const created = new Set([...binned, ...changed]);
  const rows = locked.filter(({ id }) => !created.has(id));
  const undone = await undoing.undoLocked(db, rows, paths ?? undefined);
  const people = await findLaterPeople(db, ownerId, {
    editSetId,
    except: undoing.editSet.id,
    products: undone.flatMap(({ row, kept }) => (kept.length > 0 ? [{ id: row.id, paths: kept }] : [])),
  });
  return new Map([
    ...ids.map((id) => [id, gone] as const),
    // Nothing was left to undo by now.
    ...[...binned, ...rows.map(({ id }) => id)].map((id) => [id, { outcome: 'restored' as const }] as const),
    ...changed.map((id) => [id, changedSince] as const),
    ...undone.map((each) => [each.row.id, resultOf(each, people.get(each.row.id) ?? null)] as const),
  ]);
}

const gone = { outcome: 'impossible', note: { fault: { code: 'undo.product-gone', params: {} } } } as const;

/** It was created by what is undone, and somebody has changed it since. */
const changedSince = {
  outcome: 'impossible',
  note: { fault: { code: 'undo.changed-since', params: {} } },
} as const;

function resultOf(undone: UndoneProduct, by: string | null): ItemResult {
  const { kept, impossible } = undone;
  const [first] = impossible;
  const fault = first && { code: `undo.${first.why}`, params: { path: first.path } };
  const outcome = groupOf(undone);
  return {
    outcome,
    note: {
      ...(kept.length > 0 && { kept, by }),
      ...(fault && { fault }),
    },
  };
}
