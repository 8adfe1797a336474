import { type Kysely, sql } from 'kysely';

/**
 * How many rows each key seals, by column (as `seal/places.ts` names it), over all merchants: which keys are still needed, and
 * whose rows are to be sealed anew. A sealed value holds the id of its key in its bytes 2 to 9.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(view).execute(db);
}

const columns: [table: string, column: string, owner: string][] = [
  ['store', 'credentials', 'owner_id'],
  ['store', 'renewed', 'owner_id'],
  ['store_grant', 'credentials', 'owner_id'],
  ['source_access', 'credentials', 'owner_id'],
  ['outbox', 'sealed_values', 'null::uuid'],
  ['user', 'two_step', 'null::uuid'],
  ['two_step_setup', 'secret', 'null::uuid'],
  ['pairing', 'sealed_code', 'null::uuid'],
];

const view = `create view sealed_total as ${columns
  .map(
    ([table, column, owner]) => `
      select '${table}.${column}' as place, ${owner} as owner_id,
        encode(substring(${column} from 2 for 8), 'hex') as key, count(*)::integer as total
      from "${table}" where ${column} is not null group by 2, 3`,
  )
  .join(' union all ')}`;
