import type { FaultGroup } from '@bowerbird/contract/files/fault-codes';
import { sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import { columnText, jsonText } from '../../db/json-text.ts';

/** Records groups of errors of a file, in the order given. */
export async function saveFaults(
  db: OwnerDb,
  ownerId: string,
  runId: string,
  groups: readonly FaultGroup[],
): Promise<void> {
  const list = <Value>(of: (group: FaultGroup) => Value) => groups.map(of);
  await sql`
    insert into import_fault (run_id, owner_id, position, code, column_name, shape, count, examples)
    select ${runId}::uuid, ${ownerId}::uuid, given.place - 1, given.code, given.column_name, given.shape, given.count,
      given.examples
    from unnest(
      ${list(({ code }) => code)}::text[], ${list(({ column }) => column && columnText(column))}::text[],
      ${list(({ shape }) => columnText(shape))}::text[], ${list(({ count }) => count)}::integer[],
      ${list(({ examples }) => jsonText(examples))}::jsonb[]
    ) with ordinality as given (code, column_name, shape, count, examples, place)
  `.execute(db);
}
