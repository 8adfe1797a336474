import type { ErrorCode } from '@bowerbird/contract/errors';
import { rejectionCode, rejectionParams } from '../../listing/rejection-code.ts';
import { shorten } from '../../listing/store/client.ts';
import type { StoreFault } from '../../listing/writes.ts';

/** One entry of `userErrors`. */
export interface UserError {
  code?: string | null | undefined;
  field?: string[] | null | undefined;
  message: string;
}

/**
 * Rejections of `productSet` after which definitely nothing was written. Everything else is an unknown outcome: an
 * error that a value is taken may refer to our own product, and a general error says nothing (`readme.md`).
 */
const sureRefusals: Record<string, ErrorCode> = {
  VARIANTS_OVER_LIMIT: 'store.too-many-variants',
  OPTIONS_OVER_LIMIT: 'store.too-many-options',
  OPTION_VALUES_OVER_LIMIT: 'store.too-many-variants',
  DUPLICATED_OPTION_NAME: 'store.options-repeated',
  DUPLICATED_OPTION_VALUE: 'store.options-repeated',
  INVALID_VARIANT: 'store.rejected-product',
  INVALID_PRODUCT: 'store.rejected-product',
  INVALID_INPUT: 'store.rejected-product',
  INVALID_METAFIELD: 'store.custom-fields-rejected',
  OPTION_VALUES_MISSING: 'store.options-incomplete',
  OPTION_DOES_NOT_EXIST: 'store.options-incomplete',
  OPTION_VALUE_DOES_NOT_EXIST: 'store.options-incomplete',
  VARIANTS_INPUT_MISSING: 'store.options-incomplete',
  PRODUCT_OPTIONS_INPUT_MISSING: 'store.options-incomplete',
  INVENTORY_QUANTITIES_LIMIT_EXCEEDED: 'store.inventory-invalid',
  MISSING_FIELD_REQUIRED: 'store.field-missing',
  INPUT_MISMATCH: 'store.rejected-product',
  METAFIELD_MISMATCH: 'store.custom-fields-rejected',
  ID_NOT_ALLOWED: 'store.rejected-product',
  PRODUCT_SUSPENDED: 'store.product-suspended',
  GIFT_CARDS_NOT_ACTIVATED: 'store.gift-cards-off',
  GIFT_CARD_ATTRIBUTE_CANNOT_BE_CHANGED: 'store.gift-cards-off',
  VARIANT_THROTTLE_EXCEEDED: 'store.daily-cap',
};

/**
 * The store reports that another product holds a value. For a create, that product may be our own, from an earlier
 * request. For a write by id it is another one's, and the write is definitely rejected (`shopify/readme.md`, Errors).
 */
const heldByAnother: Record<string, ErrorCode> = {
  HANDLE_NOT_UNIQUE: 'store.handle-taken',
  // Our key, a custom field with unique values, was given to another product.
  CAPABILITY_VIOLATION: 'store.custom-fields-rejected',
};

/** Target of a write: a product that is created, or one that is named by its id. */
export type WriteOf = 'create' | 'by-id';

/** Classifies the store's errors on a write: definitely rejected, missing, or unknown. */
export function judge(
  errors: readonly UserError[],
  of: WriteOf,
): { sure: StoreFault[] } | { missing: true } | { unclear: string } {
  if (errors.some(({ code }) => code === 'PRODUCT_DOES_NOT_EXIST')) {
    return { missing: true };
  }
  // "Not found" refers to a part we named (a file, a definition), as the product itself has its own code.
  const sure = errors.filter(
    (error) =>
      error.code === 'NOT_FOUND' ||
      codeOf(error) !== null ||
      (of === 'by-id' && heldByAnother[error.code ?? ''] !== undefined),
  );
  // One definite rejection is enough: productSet writes all or nothing.
  if (sure.length > 0) {
    return { sure: errors.map(faultOf) };
  }
  return {
    unclear: errors.map(({ code, message }) => `${code ?? 'no code'}: ${shorten(message)}`).join('; '),
  };
}

/** Reports the daily limit of new variants, which has no code of its own in the schema (`readme.md`). */
function isDailyCap({ code, message }: UserError): boolean {
  return code === 'GENERIC_ERROR' && /daily variant|variants? .{0,200}(per|a|this) day/i.test(message);
}

function codeOf(error: UserError): ErrorCode | null {
  if (isDailyCap(error)) {
    return 'store.daily-cap';
  }
  return sureRefusals[error.code ?? ''] ?? null;
}

/** Translates a store's error to ours, with the field in our product. */
export function faultOf({ code, field, message }: UserError): StoreFault {
  const said = shorten(message);
  const ours = fieldOf(field ?? null);
  const named = codeOf({ code, message }) ?? heldByAnother[code ?? ''] ?? 'store.rejected-product';
  return {
    code: named === 'store.rejected-product' ? rejectionCode(said, ours) : named,
    params: rejectionParams(said, ours),
    field: ours,
    said,
  };
}

const ourNames: Record<string, string> = {
  productOptions: 'options',
  files: 'images',
  collections: 'categories',
  inventoryItem: '',
};

/** Translates a field path: `["input","variants","0","price"]` is `variants.0.price` in our product. */
function fieldOf(path: readonly string[] | null): string | null {
  const parts = (path ?? []).filter((part) => part !== 'input').map((part) => ourNames[part] ?? part);
  const field = parts.filter((part) => part !== '').join('.');
  return field === '' ? null : field;
}
