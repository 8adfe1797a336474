import type { OperatorEvent } from '@bowerbird/contract/system/audit';
import { v7 } from 'uuid';
import type { Db } from '../db/database.ts';

/** Records what was done at the command line, where no person is signed in, for administrators to see. */
export async function recordByOperator(
  db: Db,
  what: OperatorEvent,
  fields: Record<string, string | number>,
): Promise<void> {
  await db
    .insertInto('audit_event')
    .values({
      id: v7(),
      owner_id: null,
      user_id: null,
      user_name: null,
      what,
      area: 'other',
      details: JSON.stringify({ fields }),
      ip: null,
      user_agent: null,
      request_id: null,
      status: null,
      at: new Date(),
    })
    .execute();
}
