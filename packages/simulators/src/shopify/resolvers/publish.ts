import type { AdminContext, UserError, View } from '../admin/admin-context.ts';
import { numberOf } from '../admin/gid.ts';
import type { StoredCollection, StoredProduct, StoredPublishing } from '../admin/record.ts';
import { collectionView } from './collection-view.ts';
import { productOf, productView } from './products/product-view.ts';
import { publicationOf } from './publication-view.ts';
import { shopView } from './shop-view.ts';

interface PublishArguments {
  id: string;
  input: { publicationId?: string | null; publishDate?: string | null }[];
}

/**
 * Simulates `publishablePublish`: publishes a product or collection on channels; only the online store accepts a later
 * date.
 */
export function publishablePublish({ id, input }: PublishArguments, context: AdminContext): View {
  return changed(id, input, context, 'publish', (where) => {
    const added = input.map(({ publicationId, publishDate }) => ({
      publicationId: publicationOf(publicationId)?.id ?? 0,
      publishedAt: publishDate ? Date.parse(publishDate) : context.now,
    }));
    return [
      ...where.filter((one) => !added.some((other) => other.publicationId === one.publicationId)),
      ...added,
    ];
  });
}

/** Simulates `publishableUnpublish`: removes a product or collection from channels. */
export function publishableUnpublish({ id, input }: PublishArguments, context: AdminContext): View {
  const gone: (number | undefined)[] = input.map(({ publicationId }) => publicationOf(publicationId)?.id);
  return changed(id, input, context, 'unpublish', (where) =>
    where.filter(({ publicationId }) => !gone.includes(publicationId)),
  );
}

function changed(
  id: string,
  input: PublishArguments['input'],
  context: AdminContext,
  action: 'publish' | 'unpublish',
  change: (where: StoredPublishing[]) => StoredPublishing[],
): View {
  const shop = () => shopView(context);
  const target = publishableOf(id, context);
  const wrong = [
    ...(target ? [] : [fault(['id'], 'Publishable does not exist')]),
    ...channelFaults(input, context),
  ];
  if (!target || wrong.length > 0) {
    return { publishable: null, shop, userErrors: wrong };
  }
  const { ledger, now } = context;
  if ('variants' in target) {
    const product = { ...target, publications: change(target.publications), updatedAt: now };
    ledger.save(product, 'app', action, now);
    return { publishable: productView(product, context), shop, userErrors: [] };
  }
  const collection = { ...target, publications: change(target.publications), updatedAt: now };
  ledger.saveCollection(collection);
  return { publishable: collectionView(collection, context), shop, userErrors: [] };
}

function publishableOf(id: string, context: AdminContext): StoredProduct | StoredCollection | null {
  const collection = context.ledger.collections.get(numberOf('Collection', id) ?? -1);
  return productOf(id, context) ?? collection ?? null;
}

function channelFaults(input: PublishArguments['input'], { now }: AdminContext): UserError[] {
  return input.flatMap(({ publicationId, publishDate }, place) => {
    const channel = publicationOf(publicationId);
    const at = ['input', String(place)];
    if (!channel) {
      return [fault([...at, 'publicationId'], 'Publication does not exist or is not publishable')];
    }
    return publishDate && Date.parse(publishDate) > now && !channel.future
      ? [fault([...at, 'publishDate'], 'Only the online store channel supports future publishing')]
      : [];
  });
}

function fault(field: string[], message: string): UserError {
  return { code: null, field, message };
}
