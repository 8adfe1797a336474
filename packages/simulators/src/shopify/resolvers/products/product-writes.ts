import type { AdminContext, UserError, View } from '../../admin/admin-context.ts';
import { gid, numberOf } from '../../admin/gid.ts';
import { merchantActions } from '../../ledger/merchant.ts';
import { shopView } from '../shop-view.ts';
import { builtProduct } from './product-build.ts';
import { lookUp } from './product-identify.ts';
import type { ProductIdentifier, ProductInput } from './product-input.ts';
import { productFaults } from './product-rules.ts';
import { productOf, productView } from './product-view.ts';

/** Simulates `productUpdate`: changes a product's own fields; its variants stay. */
export function productUpdate(
  sent: {
    identifier?: ProductIdentifier | null;
    product?:
      | (ProductInput & { collectionsToJoin?: string[] | null; collectionsToLeave?: string[] | null })
      | null;
  },
  context: AdminContext,
): View {
  const input = sent.product ?? {};
  const refused = context.faults.injectFault('refuse', context.text);
  const former = input.id ? productOf(input.id, context) : lookUp(sent.identifier ?? {}, context);
  if (refused || !former) {
    return {
      product: null,
      userErrors: [fault(['id'], refused ? `Refused: ${refused.value}` : 'Product does not exist')],
    };
  }
  const wrong = productFaults(input, former, context);
  if (wrong.length > 0) {
    // Here the path begins at the field, not at `input`.
    return {
      product: null,
      userErrors: wrong.map((one) => ({ ...one, field: one.field?.slice(1) ?? null })),
    };
  }
  const leaving = (input.collectionsToLeave ?? []).map((id) => numberOf('Collection', id));
  const joining = (input.collectionsToJoin ?? []).flatMap((id) => numberOf('Collection', id) ?? []);
  const built = builtProduct(input, former, context);
  built.collections = [...new Set([...built.collections.filter((id) => !leaving.includes(id)), ...joining])];
  context.ledger.save(built, 'app', 'update', context.now);
  merchantActions(built, context);
  return { product: productView(context.ledger.products.get(built.id) ?? built, context), userErrors: [] };
}

/** Simulates `productDelete`: permanent; a product that does not exist is a user error. */
export function productDelete({ input }: { input: { id: string } }, context: AdminContext): View {
  const product = productOf(input.id, context);
  const refused = context.faults.injectFault('refuse', context.text);
  const shop = () => shopView(context);
  if (refused || !product) {
    const message = refused ? `Refused: ${refused.value}` : 'Product does not exist';
    return { deletedProductId: null, shop, userErrors: [fault(['id'], message)] };
  }
  context.ledger.remove(product, 'app', context.now);
  return { deletedProductId: gid('Product', product.id), shop, userErrors: [] };
}

function fault(field: string[], message: string): UserError {
  return { code: null, field, message };
}
