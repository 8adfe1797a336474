import type { Keeping } from '@bowerbird/contract/listing/stores';

/**
 * Returns how a store is protected from duplicates: its own unique key, creating products as drafts first, or waiting.
 */
export function modeOf({ uniqueKey, draftFirst }: Keeping): 'kept' | 'hidden' | 'waited' {
  return uniqueKey === 'always' || uniqueKey === 'proven' ? 'kept' : draftFirst ? 'hidden' : 'waited';
}
