import type { AdminContext, UserError } from '../../admin/admin-context.ts';
import type { StoredProduct } from '../../admin/record.ts';
import { namespaceOf } from '../metafields/metafield-view.ts';
import type { ProductIdentifier, ProductInput } from './product-input.ts';
import { productOf } from './product-view.ts';

/**
 * Returns the product that a look-up by identifier finds; null when there is none. Unknown definitions find nothing.
 */
export function lookUp(
  { id, handle, customId }: ProductIdentifier,
  context: AdminContext,
): StoredProduct | null {
  if (id) {
    return productOf(id, context);
  }
  if (handle) {
    return context.ledger.byHandle(handle);
  }
  return customId
    ? context.ledger.byUniqueValue(namespaceOf(customId.namespace), customId.key, customId.value)
    : null;
}

/**
 * Returns the product that a `productSet` refers to: an existing one, a new one (null), or an error where it can refer
 * to none (`shopify/readme.md`, Writing products).
 */
export function identified(
  input: ProductInput,
  identifier: ProductIdentifier | null | undefined,
  context: AdminContext,
): { product: StoredProduct | null } | UserError {
  if (identifier && input.id) {
    return fault('ID_NOT_ALLOWED', ['input', 'id'], 'The id field is not allowed if identifier is provided.');
  }
  const id = identifier?.id ?? input.id;
  if (id) {
    const product = productOf(id, context);
    return product ? { product } : fault('PRODUCT_DOES_NOT_EXIST', ['input'], 'Product does not exist');
  }
  const mismatch = identifier
    ? (handleFault(input, identifier) ?? customIdFault(input, identifier, context))
    : null;
  return mismatch ?? { product: identifier ? lookUp(identifier, context) : null };
}

function handleFault(input: ProductInput, { handle }: ProductIdentifier): UserError | null {
  if (!handle) {
    return null;
  }
  if (!input.handle) {
    return fault(
      'MISSING_FIELD_REQUIRED',
      ['input', 'handle'],
      'The handle of the identifier is required in the input.',
    );
  }
  return input.handle === handle
    ? null
    : fault('INPUT_MISMATCH', ['input', 'handle'], 'The handle of the input does not match the identifier.');
}

function customIdFault(
  input: ProductInput,
  { customId }: ProductIdentifier,
  { ledger }: AdminContext,
): UserError | null {
  if (!customId) {
    return null;
  }
  const namespace = namespaceOf(customId.namespace);
  if (!ledger.definition(namespace, customId.key)?.uniqueValues) {
    const message = `No metafield definition of type id with unique values: ${namespace}.${customId.key}`;
    return fault('NOT_FOUND', ['identifier', 'customId'], message);
  }
  const sent = input.metafields?.find(
    (one) => namespaceOf(one.namespace) === namespace && one.key === customId.key,
  );
  if (!sent) {
    return fault(
      'MISSING_FIELD_REQUIRED',
      ['input', 'metafields'],
      'The metafield of the identifier is required.',
    );
  }
  return sent.value === customId.value
    ? null
    : fault('METAFIELD_MISMATCH', ['input', 'metafields'], 'The metafield does not match the identifier.');
}

function fault(code: string, field: string[], message: string): UserError {
  return { code, field, message };
}
