import type { CollectScope, Recognition } from '@bowerbird/contract/collect';
import type { ListingOptions } from '@bowerbird/contract/listing';

export type Candidate = Recognition['candidates'][number];
export type CopyScope = 'shop' | 'category';

/** What of an address can be copied: the whole shop, and what it names where that is a category. */
export function scopesOf({ scope }: Pick<Candidate, 'scope'>): CopyScope[] {
  return scope === 'category' ? ['category', 'shop'] : ['shop'];
}

/** The address that is collected: the shop's own for the whole of it. */
export function sourceOf(address: string, found: CollectScope, wanted: CopyScope): string {
  return wanted === 'shop' && found !== 'shop' ? new URL('/', address).href : address;
}

/** How many are to come, as far as the source tells; a category's own figure is not known before. */
export function promisedOf(candidate: Candidate, wanted: CopyScope): number | null {
  return wanted === 'shop' || candidate.scope === wanted ? candidate.promised : null;
}

export const firstOptions: ListingOptions = { status: 'active', publish: true, again: false };
