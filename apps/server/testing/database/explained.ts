import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { asOwner, type Db, type OwnerDb } from '../../src/db/database.ts';
import { allow, type allowedIn } from '../../src/db/pages/allowed.ts';

type Plan = Record<string, unknown>;
const Analysed = z.tuple([
  z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: z.record(z.string(), z.unknown()) })]) }),
]);

/** What counts as looked at: rows of these tables, and entries of these indexes. */
interface Counted {
  tables: RegExp;
  indexes: RegExp;
  /** What the planner may do. */
  kind: keyof typeof allowedIn;
}

/**
 * Executes a query as an owner, as lists do, and returns how many rows and entries of indexes it looked at, the number of its rows, and
 * its plan.
 */
export async function explained(
  db: Db,
  ownerId: string,
  query: RawBuilder<unknown> | ((owned: OwnerDb) => RawBuilder<unknown>),
  counted: Counted,
): Promise<{ lookedAt: number; rows: number; text: string }> {
  return await asOwner(db, ownerId, async (owned) => {
    await allow(owned, counted.kind);
    const wanted = typeof query === 'function' ? query(owned) : query;
    const { rows } = await sql`explain (analyze, format json) ${wanted}`.execute(owned);
    const [
      {
        'QUERY PLAN': [{ Plan: plan }],
      },
    ] = Analysed.parse(rows);
    return {
      lookedAt: lookedAt(plan, counted),
      rows: Number(plan['Actual Rows']),
      text: JSON.stringify(plan, null, 1),
    };
  });
}

function lookedAt(plan: Plan, counted: Counted): number {
  const isCounted =
    counted.tables.test(String(plan['Relation Name'])) ||
    (plan['Node Type'] === 'Bitmap Index Scan' && counted.indexes.test(String(plan['Index Name'])));
  const counts = ['Actual Rows', 'Rows Removed by Filter', 'Rows Removed by Index Recheck'];
  const here =
    counts.reduce((sum, each) => sum + Number(plan[each] ?? 0), 0) * Number(plan['Actual Loops'] ?? 1);
  const below = Array.isArray(plan.Plans)
    ? plan.Plans.reduce((sum: number, each) => sum + lookedAt(each, counted), 0)
    : 0;
  return (isCounted ? here : 0) + below;
}
