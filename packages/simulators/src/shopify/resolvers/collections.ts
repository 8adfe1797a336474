import { faultNumber } from '../../simulation-faults.ts';
import type { AdminContext, View } from '../admin/admin-context.ts';
import { numberOf } from '../admin/gid.ts';
import type { StoredCollection } from '../admin/record.ts';
import { collectionView } from './collection-view.ts';
import { plainHandle } from './products/product-build.ts';

interface CollectionInput {
  title: string;
  handle?: string | null;
  descriptionHtml?: string | null;
  seo?: { title?: string | null; description?: string | null } | null;
}

/**
 * Simulates `collectionCreate`: a new collection is published on no channel (`shopify/readme.md`, Collections). A
 * handle already in use gets a number.
 */
export function collectionCreate(
  { collection }: { collection?: CollectionInput | null },
  context: AdminContext,
): View {
  const { ledger, now } = context;
  if (!collection?.title.trim() || collection.title.length > 255) {
    const message = collection?.title.trim() ? 'Title is too long' : "Title can't be blank";
    return { collection: null, userErrors: [{ field: ['collection', 'title'], message }] };
  }
  const wanted = plainHandle(collection.handle || collection.title);
  let handle = wanted;
  for (let step = 1; byHandle(handle, context); step += 1) {
    handle = `${wanted}-${step}`;
  }
  const created: StoredCollection = {
    id: ledger.newId(),
    handle,
    title: collection.title,
    descriptionHtml: collection.descriptionHtml ?? '',
    seo: { title: collection.seo?.title ?? null, description: collection.seo?.description ?? null },
    publications: [],
    updatedAt: now,
  };
  ledger.saveCollection(created);
  return { collection: collectionView(created, context), userErrors: [] };
}

/** Returns the collection that an identifier finds; null when there is none. */
export function collectionByIdentifier(
  { identifier }: { identifier: { id?: string | null; handle?: string | null } },
  context: AdminContext,
): View | null {
  const found = identifier.id
    ? context.ledger.collections.get(numberOf('Collection', identifier.id) ?? -1)
    : byHandle(identifier.handle ?? '', context);
  return found ? collectionView(found, context) : null;
}

/**
 * Searches collections as the store's index knows them: by a title's words, and by their kind; with `stale-reads` the
 * newest are missing.
 */
export function searchedCollections(
  query: string | null | undefined,
  { ledger, faults, text, now }: AdminContext,
): StoredCollection[] {
  const stale = faults.injectFault('stale-reads', text);
  const until = stale ? now - faultNumber(stale, 10_000) : Number.POSITIVE_INFINITY;
  const title = /title:"((?:[^"\\]|\\.)*)"/
    .exec(query ?? '')?.[1]
    ?.replaceAll(/\\(.)/g, '$1')
    .toLowerCase();
  const kind = /collection_type:(custom|smart)/.exec(query ?? '')?.[1];
  return [...ledger.collections.values()].filter(
    (each) =>
      each.updatedAt <= until &&
      (title === undefined || each.title.toLowerCase().includes(title)) &&
      (kind === undefined || (kind === 'smart') === (each.smart === true)),
  );
}

function byHandle(handle: string, { ledger }: AdminContext): StoredCollection | undefined {
  return [...ledger.collections.values()].find((collection) => collection.handle === handle);
}
