import { type AdminContext, isoTime, type View } from '../admin/admin-context.ts';
import { gid } from '../admin/gid.ts';
import type { StoredCollection } from '../admin/record.ts';
import { publishingFields } from './publication-view.ts';

/** Returns a collection (a category in our model) as the Admin API answers it. */
export function collectionView(collection: StoredCollection, { ledger, now }: AdminContext): View {
  return {
    __typename: 'Collection',
    id: gid('Collection', collection.id),
    handle: collection.handle,
    title: collection.title,
    descriptionHtml: collection.descriptionHtml,
    seo: collection.seo,
    ruleSet: collection.smart ? { appliedDisjunctively: false } : null,
    updatedAt: isoTime(collection.updatedAt),
    productsCount: () => ({
      count: [...ledger.products.values()].filter(({ collections }) => collections.includes(collection.id))
        .length,
      precision: 'EXACT',
    }),
    ...publishingFields(collection.publications, now),
  };
}
