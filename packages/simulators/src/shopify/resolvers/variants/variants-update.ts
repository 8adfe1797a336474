import type { AdminContext, UserError, View } from '../../admin/admin-context.ts';
import { gid } from '../../admin/gid.ts';
import type { StoredVariant } from '../../admin/record.ts';
import { merchantActions } from '../../ledger/merchant.ts';
import { amount } from '../products/product-build.ts';
import { productOf, productView, variantView } from '../products/product-view.ts';

interface BulkInput {
  id?: string | null;
  price?: string | null;
  compareAtPrice?: string | null;
  barcode?: string | null;
  taxable?: boolean | null;
  inventoryPolicy?: StoredVariant['inventoryPolicy'] | null;
  inventoryItem?: { cost?: string | null; tracked?: boolean | null } | null;
}

/** Largest length of an array argument (`shopify/readme.md`, Limits of a product). */
const variantsMax = 250;

/**
 * Simulates `productVariantsBulkUpdate`: changes the named fields of these variants, of all or of none
 * (`shopify/readme.md`, Writing products).
 */
export function productVariantsBulkUpdate(
  { productId, variants }: { productId: string; variants: BulkInput[] },
  context: AdminContext,
): View {
  const { ledger, faults, text, now } = context;
  const product = productOf(productId, context);
  if (!product) {
    return refused([fault('PRODUCT_DOES_NOT_EXIST', ['productId'], 'Product does not exist')]);
  }
  const refusal = faults.injectFault('refuse', text);
  const wrong = refusal
    ? [
        fault(
          String(refusal.value ?? 'INVALID_INPUT'),
          ['variants', '0', 'price'],
          `Refused: ${refusal.value}`,
        ),
      ]
    : variants.flatMap((sent, place) => faultsOf(sent, place, product.variants));
  if (variants.length > variantsMax) {
    wrong.push(
      fault('TOO_LONG', ['variants'], `The input array size of ${variants.length} is greater than 250`),
    );
  }
  if (wrong.length > 0) {
    return refused(wrong);
  }
  const sentOf = (variant: StoredVariant) =>
    variants.find(({ id }) => id === gid('ProductVariant', variant.id));
  const written = {
    ...product,
    variants: product.variants.map((variant) => changed(variant, sentOf(variant), now)),
    updatedAt: Math.max(now, product.updatedAt + 1000),
  };
  ledger.save(written, 'app', 'update', now);
  merchantActions(written, context);
  const shown = ledger.products.get(written.id) ?? written;
  return {
    product: () => productView(shown, context),
    productVariants: () =>
      shown.variants.filter(sentOf).map((variant) => variantView(variant, shown, context)),
    userErrors: [],
  };
}

function changed(variant: StoredVariant, sent: BulkInput | undefined, now: number): StoredVariant {
  return sent === undefined
    ? variant
    : {
        ...variant,
        price: amount(sent.price) ?? variant.price,
        compareAtPrice:
          sent.compareAtPrice === undefined ? variant.compareAtPrice : amount(sent.compareAtPrice),
        barcode: sent.barcode === undefined ? variant.barcode : sent.barcode,
        taxable: sent.taxable ?? variant.taxable,
        inventoryPolicy: sent.inventoryPolicy ?? variant.inventoryPolicy,
        cost: sent.inventoryItem?.cost === undefined ? variant.cost : amount(sent.inventoryItem.cost),
        tracked: sent.inventoryItem?.tracked ?? variant.tracked,
        updatedAt: now,
      };
}

function faultsOf(
  { id, price, compareAtPrice }: BulkInput,
  place: number,
  held: StoredVariant[],
): UserError[] {
  const at = ['variants', String(place)];
  if (!id) {
    return [fault('PRODUCT_VARIANT_ID_MISSING', [...at, 'id'], 'Product variant is missing ID attribute')];
  }
  if (!held.some((variant) => gid('ProductVariant', variant.id) === id)) {
    return [fault('PRODUCT_VARIANT_DOES_NOT_EXIST', [...at, 'id'], 'Product variant does not exist')];
  }
  return [price, compareAtPrice].some((each) => each?.startsWith('-'))
    ? [fault('NEGATIVE_PRICE_VALUE', [...at, 'price'], 'Price must be greater than or equal to 0')]
    : [];
}

function refused(userErrors: UserError[]): View {
  return { product: null, productVariants: null, userErrors };
}

function fault(code: string, field: string[], message: string): UserError {
  return { code, field, message };
}
