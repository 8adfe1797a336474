import { type RestAnswer, refusal } from '../../../simulating/rest-answers.ts';
import type { UnreadObject } from '../../../unread.ts';
import { variationForm } from './forms.ts';
import { type Desk, listed, refusedAsTold } from './products.ts';
import { newProduct } from './record.ts';
import { writeInto } from './write-product.ts';

const noVariation = refusal(404, 'woocommerce_rest_product_variation_invalid_id', 'Invalid ID.');
const noParent = refusal(404, 'woocommerce_rest_product_invalid_id', 'Invalid ID.');

export function listVariations(parent: number, query: URLSearchParams, desk: Desk): RestAnswer {
  if (desk.ledger.products.get(parent)?.parent !== 0) {
    return noParent;
  }
  const include = query.get('include')?.split(',').map(Number);
  // By the same parameter as products (`readme.md`, Uniqueness); that it is so for variations is from memory.
  const inTrash = query.get('status') === 'trash';
  const found = desk.ledger
    .allVariationsOf(parent)
    .filter(({ id, status }) => (status === 'trash') === inTrash && (include?.includes(id) ?? true));
  return listed(found, query, (variation) => variationForm(variation, desk));
}

/** Nothing keeps two of the same choice apart: only a SKU does (`readme.md`, Writing products). */
export function createVariation(parent: number, body: UnreadObject, desk: Desk): RestAnswer {
  const { ledger, now } = desk;
  if (ledger.products.get(parent)?.parent !== 0) {
    return noParent;
  }
  const told = refusedAsTold(body, desk);
  if (told) {
    return told;
  }
  const variation = { ...newProduct(0, now), parent, type: 'variation' as const, name: '' };
  const problem = writeInto(variation, body, ledger, now);
  if (problem) {
    return problem;
  }
  variation.id = ledger.nextId();
  ledger.put(variation);
  return { status: 201, body: variationForm(variation, desk) };
}

export function updateVariation(parent: number, id: number, body: UnreadObject, desk: Desk): RestAnswer {
  const before = desk.ledger.products.get(id);
  if (before === undefined || before.parent !== parent) {
    return noVariation;
  }
  const variation = { ...before };
  const problem = writeInto(variation, body, desk.ledger, desk.now);
  if (problem) {
    return problem;
  }
  desk.ledger.put(variation);
  return { status: 200, body: variationForm(variation, desk) };
}

export function deleteVariation(parent: number, id: number, desk: Desk): RestAnswer {
  const variation = desk.ledger.products.get(id);
  if (variation === undefined || variation.parent !== parent) {
    return noVariation;
  }
  const answer = { status: 200, body: variationForm(variation, desk) };
  desk.ledger.products.delete(id);
  return answer;
}
