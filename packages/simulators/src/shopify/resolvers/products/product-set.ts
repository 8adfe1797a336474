import { GraphQLError } from 'graphql';
import type { Fault } from '../../../simulation-faults.ts';
import type { AdminContext, UserError, View } from '../../admin/admin-context.ts';
import { gid } from '../../admin/gid.ts';
import type { StoredProduct } from '../../admin/record.ts';
import { merchantActions, unmanagedHolds } from '../../ledger/merchant.ts';
import { variantThrottle } from '../variants/variant-throttle.ts';
import { builtProduct, plainHandle } from './product-build.ts';
import { identified } from './product-identify.ts';
import type { ProductIdentifier, ProductInput } from './product-input.ts';
import { productFaults } from './product-rules.ts';
import { productView } from './product-view.ts';

export interface ProductSetArguments {
  input: ProductInput;
  identifier?: ProductIdentifier | null;
  synchronous: boolean;
}

/** Result of a `productSet`. */
interface Outcome {
  product: StoredProduct | null;
  userErrors: UserError[];
}

/**
 * Simulates `productSet`: at once, or as an operation that is applied later and polled (`shopify/readme.md`, Writing
 * products).
 */
export function productSet(sent: ProductSetArguments, context: AdminContext): View {
  if (sent.synchronous) {
    const { product, userErrors } = set(sent, context);
    return {
      product: product ? () => shown(product, context) : null,
      productSetOperation: null,
      userErrors,
    };
  }
  const { ledger, now } = context;
  const id = gid('ProductSetOperation', ledger.newId());
  ledger.operations.set(id, { begun: now, ended: null });
  ledger.later(now + operationMs(sent, context), (at) => {
    const { product, userErrors } = setLater(sent, { ...context, now: at });
    ledger.operations.set(id, { begun: now, ended: { productId: product?.id ?? null, userErrors } });
  });
  return { product: null, productSetOperation: operationView(id, context), userErrors: [] };
}

function operationMs({ input }: ProductSetArguments, { settings: { productSet: times } }: AdminContext) {
  return (input.variants?.length ?? 0) > times.slowAbove ? times.operationMs : smallOperationMs;
}

const smallOperationMs = 800;

/** Applies a `productSet` later, as an operation: it has no answer of its own that could carry an error. */
function setLater(sent: ProductSetArguments, context: AdminContext): Outcome {
  try {
    return set(sent, context);
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    return { product: null, userErrors: [{ code: 'GENERIC_ERROR', field: null, message }] };
  }
}

/** Creates or replaces one product, completely or not at all. */
function set({ input, identifier }: ProductSetArguments, context: AdminContext): Outcome {
  const { faults, text } = context;
  const refused = faults.injectFault('refuse', text);
  if (refused) {
    const code = String(refused.value ?? 'INVALID_INPUT');
    return { product: null, userErrors: [{ code, field: ['input'], message: `Refused: ${code}` }] };
  }
  const unmanaged = faults.injectFault('unmanaged', text);
  if (unmanaged) {
    unmanagedComes(unmanaged, input, context);
  }
  const found = identified(input, identifier, context);
  if (!('product' in found)) {
    return { product: null, userErrors: [found] };
  }
  const wrong = productFaults(input, found.product, context);
  const throttled = wrong.length === 0 ? variantThrottle(input, found.product, context) : null;
  if (throttled === 'errors') {
    throw new GraphQLError(dailyMessage, { extensions: { code: 'VARIANT_THROTTLE_EXCEEDED' } });
  }
  if (throttled === 'userErrors') {
    wrong.push({ code: 'GENERIC_ERROR', field: ['input', 'variants'], message: dailyMessage });
  }
  return wrong.length > 0
    ? { product: null, userErrors: wrong }
    : { product: saved(input, found.product, context), userErrors: [] };
}

/** Simulates an unmanaged product that takes the named SKU, or our own first one, and our handle while it is free. */
function unmanagedComes({ value }: Fault, input: ProductInput, { ledger, now }: AdminContext): void {
  const sku = String(value ?? input.variants?.[0]?.sku ?? 'taken');
  const wanted = plainHandle(input.handle || input.title || sku);
  unmanagedHolds(sku, ledger.byHandle(wanted) ? `${wanted}-${ledger.newId()}` : wanted, ledger, now);
}

const dailyMessage = 'Daily variant creation limit reached. Please try again later.';

function saved(input: ProductInput, former: StoredProduct | null, context: AdminContext): StoredProduct {
  const { ledger, faults, text, now } = context;
  const built = builtProduct(input, former, context);
  if (!former && faults.injectFault('suffix-handle', text)) {
    built.handle = `${built.handle}-${(ledger.newId() % 90) + 10}`;
  }
  ledger.save(built, 'app', former ? 'update' : 'create', now);
  merchantActions(built, context);
  return built;
}

/**
 * Returns the state of an asynchronous `productSet`; its errors are reported only at its end (`shopify/readme.md`,
 * Writing products).
 */
export function operationView(id: string, context: AdminContext): View | null {
  const operation = context.ledger.operations.get(id);
  if (!operation) {
    return null;
  }
  const { begun, ended } = operation;
  const product = context.ledger.products.get(ended?.productId ?? -1);
  return {
    __typename: 'ProductSetOperation',
    id,
    status: ended ? 'COMPLETE' : context.now - begun < 200 ? 'CREATED' : 'ACTIVE',
    userErrors: ended?.userErrors ?? [],
    product: product ? productView(product, context) : null,
  };
}

/** Returns the product as it is now; as it was written when the merchant removed it meanwhile. */
function shown(product: StoredProduct, context: AdminContext): View {
  return productView(context.ledger.products.get(product.id) ?? product, context);
}
