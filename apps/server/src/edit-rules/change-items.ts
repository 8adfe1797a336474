import type { listRuleChangeItems, RuleChangeGroup } from '@bowerbird/contract/products/edit-rules';
import type { EditedItem } from '@bowerbird/contract/products/edited-item';
import type { AnswerOf } from '@bowerbird/contract/route';
import type { Fault } from '@bowerbird/contract/runs';
import { sql } from 'kysely';
import { factsOf, variantLabels } from '../bulk-edits/sample.ts';
import type { OwnerDb } from '../db/database.ts';
import { recordsOf, shownCells } from '../products/history/history.ts';
import { productsByIds } from '../products/list/selection.ts';
import { findChange } from './changes.ts';

type Items = AnswerOf<typeof listRuleChangeItems>;

/** Number of products in one page of a list. */
const listedMax = 50;

/** Lists the products of one group of a change of rules, in the order of their ids, after this one. */
export async function listChangeItems(
  db: OwnerDb,
  ownerId: string,
  { runId, group, after }: { runId: string; group: RuleChangeGroup; after: string | null },
): Promise<Items> {
  const change = await findChange(db, ownerId, runId);
  const rows = await rowsOf(db, ownerId, { ...change, group, after });
  const ids = rows.map(({ id }) => id);
  const products = new Map((await productsByIds(db, ownerId, ids)).map(({ id, product }) => [id, product]));
  const records =
    change.editSetId === null || group !== 'changed'
      ? new Map<string, never>()
      : await recordsOf(db, ownerId, change.editSetId, ids);
  return {
    items: rows.flatMap(({ id, fault }): EditedItem[] => {
      const product = products.get(id);
      const record = records.get(id);
      const cells = record ? shownCells(record).cells : [];
      return product === undefined
        ? []
        : [
            {
              id,
              ...factsOf(product),
              cells,
              variants: variantLabels(
                cells.map(({ path }) => path),
                product,
              ),
              fault,
              by: null,
            },
          ];
    }),
    total: group === 'kept' ? change.kept : change.counts[group],
    totalIsEstimate: false,
    nextCursor: rows.length === listedMax ? (ids.at(-1) ?? null) : null,
  };
}

async function rowsOf(
  db: OwnerDb,
  ownerId: string,
  change: {
    group: RuleChangeGroup;
    after: string | null;
    editSetId: string | null;
    adds: string | null;
    keptIds: readonly string[];
  },
): Promise<{ id: string; fault: Fault | null }[]> {
  const { group, after, editSetId, adds, keptIds } = change;
  if (group === 'kept') {
    return keptIds
      .toSorted()
      .filter((id) => after === null || id > after)
      .slice(0, listedMax)
      .map((id) => ({ id, fault: null }));
  }
  const among =
    group === 'changed'
      ? sql`select product_id as id, null::jsonb as fault from product_change
          where owner_id = ${ownerId} and edit_set_id = ${editSetId}::uuid`
      : sql`select product_id as id, fault from rule_rejection
          where owner_id = ${ownerId} and attachment_id = ${adds}::uuid`;
  const { rows } = await sql<{ id: string; fault: Fault | null }>`
    select id, fault from (${among}) as chosen
    where ${after}::uuid is null or id > ${after}::uuid order by id limit ${listedMax}
  `.execute(db);
  return rows;
}
