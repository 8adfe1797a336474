import pg from 'pg';
import { DatabaseUnusable } from './unusable.ts';

/**
 * Opens one separate connection. Throws `DatabaseUnusable`, whose message contains no password and whose cause is what
 * the driver threw.
 * @param setting which setting gave the address
 */
export async function connect(
  url: string,
  applicationName: string,
  setting = 'DATABASE_URL',
): Promise<pg.Client> {
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url)) {
    throw new DatabaseUnusable(
      `${setting} is not the address of a PostgreSQL database. It looks like postgres://user:password@host:5432/name.`,
    );
  }
  const client = new pg.Client({
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: 15_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (thrown) {
    throw new DatabaseUnusable(
      `The database at ${new URL(url).host} cannot be used: ${reason(thrown)}. Check ${setting}.`,
      { cause: thrown },
    );
  }
  return client;
}

function reason(thrown: unknown): string {
  if (thrown instanceof AggregateError && thrown.errors.length > 0) {
    return reason(thrown.errors[0]);
  }
  return thrown instanceof Error ? thrown.message : String(thrown);
}
