import type { AdminContext, UserError } from '../../admin/admin-context.ts';
import type { StoredProduct } from '../../admin/record.ts';
import type { MetafieldInput } from '../products/product-input.ts';
import { namespaceOf } from './metafield-view.ts';

/**
 * Returns the errors in a product's metafields: empty, of another type than defined, or a unique value held by another
 * product.
 */
export function metafieldFaults(
  metafields: readonly MetafieldInput[],
  former: StoredProduct | null,
  { ledger }: AdminContext,
): UserError[] {
  return metafields.flatMap((sent, place): UserError[] => {
    const at = ['input', 'metafields', String(place)];
    const namespace = namespaceOf(sent.namespace);
    const key = sent.key ?? '';
    const value = sent.value ?? '';
    const definition = ledger.definition(namespace, key);
    if (!key || !value) {
      return [{ code: 'INVALID_METAFIELD', field: at, message: "Key and value can't be blank" }];
    }
    if (!definition && !sent.type) {
      return [{ code: 'INVALID_METAFIELD', field: [...at, 'type'], message: "Type can't be blank" }];
    }
    if (definition && sent.type && sent.type !== definition.type) {
      const message = `Type must be consistent with the definition's type: '${definition.type}'`;
      return [{ code: 'INVALID_METAFIELD', field: [...at, 'type'], message }];
    }
    const holder = definition?.uniqueValues ? ledger.byUniqueValue(namespace, key, value) : null;
    return holder && holder.id !== former?.id
      ? [
          {
            code: 'CAPABILITY_VIOLATION',
            field: [...at, 'value'],
            message: 'Value is already assigned to another product',
          },
        ]
      : [];
  });
}
