import type { Import, ImportGroup, importOutcomes } from '@bowerbird/contract/files/imports';
import { type RawBuilder, sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import type { ImportFigures, ImportRequest } from '../../db/tables/imports.ts';

type Outcome = (typeof importOutcomes)[number];

/**
 * Builds what became of an item (`item`) of an import (`import`): what was noted of it, else what becomes of its group.
 * Null before it is applied.
 */
export const outcomeOfItem: RawBuilder<Outcome | null> = sql<Outcome | null>`(
  case
    when item.outcome is not null then item.outcome
    when item.position >= import.reached or item.in_group = 'gone' then null
    when item.in_group in ('new', 'changed', 'conflict') and import.source_id is not null then 'imported'
    when item.in_group = 'unchanged' then 'unchanged'
    else 'left-out'
  end)`;

/** Counts what became of the items of an import so far. */
export async function countOutcomes(
  db: OwnerDb,
  ownerId: string,
  runId: string,
): Promise<Import['outcomes']> {
  const { rows } = await sql<{ outcome: Outcome; count: number }>`
    select outcome, count(*)::integer as count from (
      select ${outcomeOfItem} as outcome from import_item as item
      join import on import.run_id = item.run_id and import.owner_id = ${ownerId}
      where item.owner_id = ${ownerId} and item.run_id = ${runId}
    ) as each
    where outcome is not null group by 1
  `.execute(db);
  const none: Import['outcomes'] = { imported: 0, edited: 0, unchanged: 0, rejected: 0, 'left-out': 0 };
  return { ...none, ...Object.fromEntries(rows.map(({ outcome, count }) => [outcome, count])) };
}

/** Returns the groups whose products an import saves or changes. */
export function appliedGroups({ into }: Pick<ImportRequest, 'into'>): ImportGroup[] {
  if (into.as === 'source') {
    return ['new', 'changed', 'conflict'];
  }
  // A product with a conflict is changed in its other cells, whoever wins.
  return ['changed', 'conflict', ...(into.choices.unmatched === 'create' ? (['unmatched'] as const) : [])];
}

/** Returns how many products an import would save or change. */
export function countApplied(request: ImportRequest, { groups = {} }: Partial<ImportFigures>): number {
  return appliedGroups(request).reduce((sum, group) => sum + (groups[group] ?? 0), 0);
}
