import type { ErrorCode } from '@bowerbird/contract/errors';
import { rejectionCode, rejectionParams } from '../../listing/rejection-code.ts';
import { shorten } from '../../listing/store-client.ts';
import type { StoreFault } from '../../listing/writes.ts';

/** One entry of `userErrors`. */
export interface UserError {
  code?: string | null | undefined;
  field?: string[] | null | undefined;
  message: string;
}

/**
 * The refusals of `productSet` after which surely nothing was written. Everything else is a doubt: what says that a
 * value is taken may speak of our own product, and a general error says nothing (platform notes, section 5).
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
 * The store says that another product holds a value. Of a product that is created the other may be our own, by a request of before; to a
 * write by id it is another one's, and surely refused (`shopify/readme.md`, Errors).
 */
const heldByAnother: Record<string, ErrorCode> = {
  HANDLE_NOT_UNIQUE: 'store.handle-taken',
};

/** What a write is of: a product that is made, or one that is named by its id. */
export type WriteOf = 'create' | 'by-id';

/** What the store's words on a write mean: surely refused, gone, or a doubt. */
export function judge(
  errors: readonly UserError[],
  of: WriteOf,
): { sure: StoreFault[] } | { missing: true } | { doubt: string } {
  if (errors.some(({ code }) => code === 'PRODUCT_DOES_NOT_EXIST')) {
    return { missing: true };
  }
  // "Not found" speaks of a part we named (a file, a definition), as the product itself has its own code.
  const sure = errors.filter(
    (error) =>
      error.code === 'NOT_FOUND' ||
      codeOf(error) !== null ||
      (of === 'by-id' && heldByAnother[error.code ?? ''] !== undefined),
  );
  // One sure refusal is enough: productSet writes all or nothing.
  if (sure.length > 0) {
    return { sure: errors.map(faultOf) };
  }
  return { doubt: errors.map(({ code, message }) => `${code ?? 'no code'}: ${shorten(message)}`).join('; ') };
}

/** The day's limit of new variants, which has no code of its own in the schema (platform notes 3.10). */
function isDailyCap({ code, message }: UserError): boolean {
  return code === 'GENERIC_ERROR' && /daily variant|variants? .{0,200}(per|a|this) day/i.test(message);
}

function codeOf(error: UserError): ErrorCode | null {
  if (isDailyCap(error)) {
    return 'store.daily-cap';
  }
  return sureRefusals[error.code ?? ''] ?? null;
}

/** A store's error in our words, with the field in our product. */
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
  files: 'pictures',
  collections: 'categories',
  inventoryItem: '',
};

/** `["input","variants","0","price"]` is `variants.0.price` with us. */
function fieldOf(path: readonly string[] | null): string | null {
  const parts = (path ?? []).filter((part) => part !== 'input').map((part) => ourNames[part] ?? part);
  const field = parts.filter((part) => part !== '').join('.');
  return field === '' ? null : field;
}
