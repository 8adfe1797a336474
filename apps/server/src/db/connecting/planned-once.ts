import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { ClientBase } from 'pg';

const mark = '/* planned once */';

/**
 * Ends a statement whose best plan is the same for all values: it finds rows by keys that an index has, however many
 * products the merchant has. Each connection has it planned a few times and then keeps the plan, where planning takes
 * longer than finding. Not for a statement whose text differs with its values, such as `in (...)`, nor for the steps of a
 * search, which are planned for the number of rows that are expected.
 */
export const plannedOnce = sql.raw(mark);

/** So many statements are kept by each connection at most; further ones are planned each time. */
const keptMax = 100;
/** Names of the statements that are kept. */
const names = new Map<string, string>();

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= keptMax) {
    return known;
  }
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 24);
  names.set(text, name);
  return name;
}

/**
 * Has a connection keep the statements that end in `plannedOnce`, by a name. Behind a pooler of transactions that is not
 * possible: there the next statement may come to another session, which knows no such name.
 */
export function keepPlans(client: ClientBase): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  Object.assign(client, {
    query(given: unknown, ...rest: unknown[]) {
      const name = typeof given === 'string' && given.endsWith(mark) ? nameOf(given) : undefined;
      return name === undefined
        ? query(given, ...rest)
        : query({ name, text: given, values: rest[0] }, ...rest.slice(1));
    },
  });
}
