import type { SealedPlace } from '../seal/places.ts';

/** Returns where the credentials of a store are stored. */
export function credentialsPlace(owner: string, storeId: string): SealedPlace {
  return { column: 'store.credentials', row: storeId, owner };
}

/** Returns where the token is stored that they were exchanged for. */
export function renewedPlace(owner: string, storeId: string): SealedPlace {
  return { column: 'store.renewed', row: storeId, owner };
}

/** Returns where the credentials of a person who was sent to a shop wait. */
export function grantPlace(owner: string, stateHash: Buffer): SealedPlace {
  return { column: 'store_grant.credentials', row: stateHash.toString('hex'), owner };
}
