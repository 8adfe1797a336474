import type { CollectScope, Recognition } from '@bowerbird/contract/collect/collect';
import type { ListingOptions } from '@bowerbird/contract/listing/listing';

export type Candidate = Recognition['candidates'][number];
export type CopyScope = 'shop' | 'category';

/** Returns what of an address can be copied: the whole shop, and the category that it points to, if any. */
export function scopesOf({ scope }: Pick<Candidate, 'scope'>): CopyScope[] {
  return scope === 'category' ? ['category', 'shop'] : ['shop'];
}

/** Returns the address to collect: the shop's own for the whole shop. */
export function sourceOf(address: string, found: CollectScope, wanted: CopyScope): string {
  return wanted === 'shop' && found !== 'shop' ? new URL('/', address).href : address;
}

/** Returns how many products to expect, if the source says so; a category's count is not known in advance. */
export function promisedOf(candidate: Candidate, wanted: CopyScope): number | null {
  return wanted === 'shop' || candidate.scope === wanted ? candidate.promised : null;
}

export const firstOptions: ListingOptions = { status: 'active', publish: true, again: false };
