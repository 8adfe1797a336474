import type { CollectedSelection } from '@bowerbird/contract/collected';
import { sql } from 'kysely';
import type { Call } from '../http/serve.ts';
import { selectCollected } from './filter.ts';

/** Removes collected results from the box, page by page; products made of them stay. Answers how many went. */
export async function deleteCollected(call: Call, selection: CollectedSelection): Promise<number> {
  let deleted = 0;
  for await (const ids of selectCollected(call.services.db, call.ownerId, selection)) {
    const { numAffectedRows = 0n } = await call.db((db) =>
      sql`delete from collected where owner_id = ${call.ownerId} and id = any(${ids}::uuid[])`.execute(db),
    );
    deleted += Number(numAffectedRows);
  }
  return deleted;
}
