import type { CollectedSelection } from '@bowerbird/contract/collect/collected';
import { sql } from 'kysely';
import type { Call } from '../http/serve.ts';
import { requireCounted, selectCollected } from './lists/filter.ts';

/**
 * Removes collected products, page by page; products made of them stay. With a filter, removes only what matched when
 * it was counted, nothing collected meanwhile. Returns how many were removed. Throws `selection.changed` if a different
 * number matches than the person saw.
 */
export async function deleteCollected(
  call: Call,
  selection: CollectedSelection,
  expected: number | undefined,
): Promise<number> {
  const lastId =
    'filter' in selection
      ? await call.db((db) => requireCounted(db, call.ownerId, selection, expected))
      : null;
  let deleted = 0;
  for await (const page of selectCollected(call.services.db, call.ownerId, selection)) {
    const ids = 'filter' in selection ? page.filter((id) => lastId !== null && id <= lastId) : page;
    if (ids.length === 0) {
      break;
    }
    const { numAffectedRows = 0n } = await call.db((db) =>
      // Locked in the order in which a claim locks them.
      sql`
        with locked as (
          select id from collected where owner_id = ${call.ownerId} and id = any(${ids}::uuid[]) order by id for update
        )
        delete from collected using locked where collected.id = locked.id and collected.owner_id = ${call.ownerId}
      `.execute(db),
    );
    deleted += Number(numAffectedRows);
  }
  return deleted;
}
