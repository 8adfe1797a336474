import type { AdminContext, UserError, View } from '../../admin/admin-context.ts';
import type { StoredMetafield } from '../../admin/record.ts';
import { productOf, productView } from '../products/product-view.ts';
import { metafieldView, namespaceOf } from './metafield-view.ts';

interface SetInput {
  ownerId: string;
  namespace?: string | null;
  key: string;
  type?: string | null;
  value: string;
}

/** Simulates `metafieldsSet`, for products: the named metafields are set, all or none; others stay. */
export function metafieldsSet({ metafields }: { metafields: SetInput[] }, context: AdminContext): View {
  const { ledger, now } = context;
  const missing = metafields.flatMap(({ ownerId }, place): UserError[] =>
    productOf(ownerId, context)
      ? []
      : [
          {
            code: 'INVALID',
            field: ['metafields', String(place), 'ownerId'],
            message: 'Owner does not exist.',
          },
        ],
  );
  if (missing.length > 0) {
    return { metafields: null, userErrors: missing };
  }
  const set = metafields.flatMap((sent) => {
    const product = productOf(sent.ownerId, context);
    if (!product) {
      return [];
    }
    const namespace = namespaceOf(sent.namespace);
    const isSame = (one: StoredMetafield) => one.namespace === namespace && one.key === sent.key;
    const former = product.metafields.find(isSame);
    const metafield: StoredMetafield = {
      id: former?.id ?? ledger.newId(),
      namespace,
      key: sent.key,
      type: sent.type ?? former?.type ?? 'single_line_text_field',
      value: sent.value,
      createdAt: former?.createdAt ?? now,
      updatedAt: now,
    };
    const others = product.metafields.filter((one) => !isSame(one));
    ledger.save({ ...product, metafields: [...others, metafield] }, 'app', 'update', now);
    const owner = () => productView(ledger.products.get(product.id) ?? product, context);
    return [metafieldView(metafield, 'PRODUCT', owner)];
  });
  return { metafields: set, userErrors: [] };
}
