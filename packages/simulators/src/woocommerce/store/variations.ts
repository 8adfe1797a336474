import type { UnreadObject } from '@bowerbird/platforms/reading/unread';
import { type RestAnswer, refusal } from '../../store/rest-answers.ts';
import { variationForm } from './forms.ts';
import { listed, refusedAsStated, type StoreAdmin } from './products.ts';
import { newProduct } from './record.ts';
import { writeInto } from './write-product.ts';

const noVariation = refusal(404, 'woocommerce_rest_product_variation_invalid_id', 'Invalid ID.');
const noParent = refusal(404, 'woocommerce_rest_product_invalid_id', 'Invalid ID.');

export function listVariations(parent: number, query: URLSearchParams, admin: StoreAdmin): RestAnswer {
  if (admin.ledger.products.get(parent)?.parent !== 0) {
    return noParent;
  }
  const include = query.get('include')?.split(',').map(Number);
  // By the same parameter as products (`woocommerce/readme.md`, Uniqueness); that it is so for variations is from
  // memory.
  const inTrash = query.get('status') === 'trash';
  const found = admin.ledger
    .allVariationsOf(parent)
    .filter(({ id, status }) => (status === 'trash') === inTrash && (include?.includes(id) ?? true));
  return listed(found, query, (variation) => variationForm(variation, admin));
}

/**
 * Creates a variation. Two with the same option values are allowed: only a SKU must be unique (`woocommerce/readme.md`,
 * Writing products).
 */
export function createVariation(parent: number, body: UnreadObject, admin: StoreAdmin): RestAnswer {
  const { ledger, now } = admin;
  if (ledger.products.get(parent)?.parent !== 0) {
    return noParent;
  }
  const stated = refusedAsStated(body, admin);
  if (stated) {
    return stated;
  }
  const variation = { ...newProduct(0, now), parent, type: 'variation' as const, name: '' };
  const problem = writeInto(variation, body, ledger, now);
  if (problem) {
    return problem;
  }
  variation.id = ledger.nextId();
  ledger.put(variation);
  return { status: 201, body: variationForm(variation, admin) };
}

export function updateVariation(
  parent: number,
  id: number,
  body: UnreadObject,
  admin: StoreAdmin,
): RestAnswer {
  const before = admin.ledger.products.get(id);
  if (before === undefined || before.parent !== parent) {
    return noVariation;
  }
  const variation = { ...before };
  const problem = writeInto(variation, body, admin.ledger, admin.now);
  if (problem) {
    return problem;
  }
  admin.ledger.put(variation);
  return { status: 200, body: variationForm(variation, admin) };
}

export function deleteVariation(parent: number, id: number, admin: StoreAdmin): RestAnswer {
  const variation = admin.ledger.products.get(id);
  if (variation === undefined || variation.parent !== parent) {
    return noVariation;
  }
  const answer = { status: 200, body: variationForm(variation, admin) };
  admin.ledger.products.delete(id);
  return answer;
}
