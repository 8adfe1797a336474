import type pg from 'pg';

/** Statements sent to PostgreSQL, counted at its driver. */
export interface Statements {
  /** `begin`, `commit` and `rollback`, and the statement that names the owner at the beginning of each transaction. */
  control: number;
  /** All others. */
  work: number;
  transactions: number;
}

const controls = /^\s*(begin|commit|rollback|start transaction)\b/i;
const ownerSetting = /set_config\('app\.owner'/;

/** Counts every statement on every connection that this pool opens from now on. */
export function countStatements(pool: pg.Pool): { taken: Statements; byText: Map<string, number> } {
  const taken: Statements = { control: 0, work: 0, transactions: 0 };
  const byText = new Map<string, number>();
  pool.on('connect', (client) => {
    const send: (...args: unknown[]) => unknown = client.query.bind(client);
    client.query = (...args: unknown[]) => {
      const text = textOf(args[0]);
      if (controls.test(text)) {
        taken.transactions += /^\s*(begin|start)/i.test(text) ? 1 : 0;
        taken.control += 1;
      } else if (ownerSetting.test(text)) {
        taken.control += 1;
      } else {
        taken.work += 1;
        byText.set(text, (byText.get(text) ?? 0) + 1);
      }
      // The driver's overloads take text, a configuration, or a cursor: arguments are passed on unchanged.
      return send(...args) as never;
    };
  });
  return { taken, byText };
}

function textOf(query: unknown): string {
  if (typeof query === 'string') {
    return query;
  }
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : '';
}
