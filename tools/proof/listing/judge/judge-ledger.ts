import { sql } from 'kysely';
import { asOwner } from '../../../../apps/server/src/db/database.ts';
import type { ProofMerchant } from '../merchant.ts';

/**
 * Returns impossible states in the ledger, one sentence each. The ledger must be consistent wherever a worker was
 * killed, because each of its writes is atomic. What a worker learned of an attempt after another one took the row is
 * noted on the attempt alone, so a row may wait for an attempt whose outcome is evidence; `absent` is a decision, and
 * always goes with its row.
 */
export async function judgeLedger({ services, ownerId }: ProofMerchant): Promise<string[]> {
  const { rows } = await asOwner(services.db, ownerId, (owned) =>
    sql<{ wrong: string }>`
      select 'product ' || product_id || ' is listed as nothing' as wrong
      from listing where owner_id = ${ownerId} and state = 'listed' and store_product_id is null and adopts is null
      union all
      select 'an attempt to ' || attempt.kind || ' product ' || product_id || ' is open, and no row waits for it'
      from listing_attempt as attempt join listing on listing.id = attempt.listing_id
      where attempt.owner_id = ${ownerId} and attempt.outcome = 'open' and attempt.id is distinct from listing.open_attempt
      union all
      select 'product ' || product_id || ' waits for an attempt to ' || attempt.kind || ' that is ' || attempt.outcome
      from listing join listing_attempt as attempt on attempt.id = listing.open_attempt
      where listing.owner_id = ${ownerId} and attempt.outcome = 'absent'
    `.execute(owned),
  );
  return rows.map(({ wrong }) => `in the ledger, ${wrong}`);
}
