import type { listImportFaults } from '@bowerbird/contract/files/imports';
import type { AnswerOf } from '@bowerbird/contract/route';
import { sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import { getImportRow } from '../queries.ts';
import { suggested } from './remedies.ts';

/** Groups in one page of the list. */
const listedMax = 50;

/** Lists the errors of a file in groups, those with the most cells first, after this position. */
export async function findFaults(
  db: OwnerDb,
  ownerId: string,
  runId: string,
  after: number,
): Promise<AnswerOf<typeof listImportFaults>> {
  const { request } = await getImportRow(db, ownerId, runId);
  const chosen = db.selectFrom('import_fault').where('owner_id', '=', ownerId).where('run_id', '=', runId);
  const rows = await chosen
    .selectAll()
    .where('position', '>', after)
    .orderBy('position')
    .limit(listedMax)
    .execute();
  const { total } = await chosen.select(sql<number>`count(*)::integer`.as('total')).executeTakeFirstOrThrow();
  return {
    items: rows.map(({ code, column_name: column, shape, count, examples }) => ({
      code,
      column,
      shape,
      count,
      examples,
      remedies: suggested({ code, column, shape, count, examples }, request.mapping.remedies),
    })),
    total,
    totalIsEstimate: false,
    nextCursor: rows.length === listedMax ? String(rows.at(-1)?.position ?? '') : null,
  };
}
