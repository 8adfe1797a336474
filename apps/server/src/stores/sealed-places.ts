import type { SealedPlace } from '../seal/places.ts';

/** Where the credentials of a store stand. */
export function credentialsPlace(owner: string, storeId: string): SealedPlace {
  return { column: 'store.credentials', row: storeId, owner };
}

/** Where stands what they were exchanged for. */
export function renewedPlace(owner: string, storeId: string): SealedPlace {
  return { column: 'store.renewed', row: storeId, owner };
}

/** Where the credentials wait of a person who was sent to a shop. */
export function grantPlace(owner: string, stateHash: Buffer): SealedPlace {
  return { column: 'store_grant.credentials', row: stateHash.toString('hex'), owner };
}
