import { type Kysely, sql } from 'kysely';

/** Executes statements one after the other. */
export async function execute(db: Kysely<unknown>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

/** The merchant that the transaction acts for (`asOwner`); null where it acts for nobody. */
export const currentOwner = `nullif(current_setting('app.owner', true), '')::uuid`;

/** The column that says which merchant a row belongs to. The row is deleted with the merchant. */
export const owner = 'owner_id uuid not null references owner (id) on delete cascade';

/** The user who created a row. The row outlives that user. */
export const createdBy = 'created_by uuid references "user" (id) on delete set null';

/** Lets a transaction see and write only the rows of the merchant that it acts for. */
export function closedToOthers(...tables: string[]): string[] {
  return tables.flatMap((table) => closed(table, `owner_id = ${currentOwner}`));
}

/** The same for tables with rows of no merchant: administrators' own, which only a transaction that acts for nobody sees. */
export function closedToOthersAndMerchants(...tables: string[]): string[] {
  return tables.flatMap((table) => closed(table, `owner_id is not distinct from ${currentOwner}`));
}

/** Lets a transaction see and write only the rows that meet a condition. */
export function closed(table: string, condition: string): string[] {
  return [
    `alter table ${table} enable row level security`,
    `create policy ${table}_owner on ${table} using (${condition})`,
  ];
}

/** Lets only the program's own role execute a function that works with the rights of the tables' owner. */
export function forProgramOnly(signature: string): string[] {
  return [
    `revoke execute on function ${signature} from public`,
    `grant execute on function ${signature} to bowerbird_app`,
  ];
}
