import type { collectedSorts } from '@bowerbird/contract/collect/collected';
import { sql } from 'kysely';
import type { Order } from '../../db/pages/in-steps.ts';

export type CollectedSort = (typeof collectedSorts)[number];

/** Every order of the collected products. Each has an index, which can be read in either direction. */
export const collectedOrder: Record<CollectedSort, Order> = {
  collected: { by: sql`collected_at`, type: 'timestamptz' },
  title: { by: sql`title_order`, type: 'text' },
  // A product without a price comes before all others.
  price: { by: sql`coalesce(price_min, -1)`, type: 'numeric' },
};
