import type { ErrorCode } from '@bowerbird/contract/errors';
import { rejectionCode, rejectionParams } from '../../listing/rejection-code.ts';
import { shorten } from '../../listing/store/client.ts';
import type { StoreFault } from '../../listing/writes.ts';
import { isObject, itemsOf, shown, textOf } from '../../reading/unread.ts';

/** One error message of the store, with the store's field that it names. */
interface Complaint {
  field: string | null;
  words: string;
}

/**
 * Reports whether a body is a refusal in the API's own format: `errors` as text, list or texts by field, or an older
 * `message`.
 */
export function isOwnRefusal(body: unknown): boolean {
  return isObject(body) && (complaintsIn(body).length > 0 || typeof body.message === 'string');
}

/**
 * Reports whether a 403 is the API's own for a missing scope; one without its `errors` or `code`, such as a gateway's
 * `{"message": "Forbidden"}`, comes from something before it.
 */
export function isMissingScope(body: unknown): boolean {
  return isOwnRefusal(body) && isObject(body) && ('errors' in body || 'code' in body);
}

/** Returns the store's refusal messages, shortened; '' for none. */
export function wordsIn(body: unknown): string {
  const said = complaintsIn(body).map(({ field, words }) => (field === null ? words : `${field} ${words}`));
  return shorten(said.join('; '));
}

/** Converts a refusal to our errors, each with the field of our product. */
export function faultsIn(status: number, body: unknown): StoreFault[] {
  const complaints = complaintsIn(body);
  const all = complaints.length > 0 ? complaints : [{ field: null, words: `HTTP ${status}` }];
  return all.slice(0, 20).map((complaint) => {
    const said = shorten(
      complaint.field === null ? complaint.words : `${complaint.field} ${complaint.words}`,
    );
    const field = fieldOf(complaint);
    return { code: codeOf(status, complaint), params: rejectionParams(said, field), field, said };
  });
}

/**
 * Reports whether a write was refused because another product already has the handle. For a create this does not prove
 * a rejection: the other product may be ours, created by an earlier copy of the same request
 * (`docs/listing-protocol.md`, What an answer means).
 */
export function isHeld(body: unknown): boolean {
  return complaintsIn(body).some(isTaken);
}

function isTaken({ words }: Complaint): boolean {
  return /already (?:been )?(?:taken|exist|used|in use)|duplicate|已存在|已被|重复|重複/i.test(words);
}

function complaintsIn(body: unknown): Complaint[] {
  const errors = isObject(body) ? body.errors : null;
  if (isObject(errors)) {
    return Object.entries(errors).flatMap(([field, said]) =>
      (Array.isArray(said) ? said : [said]).map((words) => ({ field, words: shown(words) })),
    );
  }
  const texts = Array.isArray(errors) ? itemsOf(errors).map(shown) : [textOf(errors)];
  const older = isObject(body) ? textOf(body.message) : null;
  return [...texts, ...(errors === undefined || errors === null ? [older] : [])]
    .filter((words) => words !== null)
    .map((words) => ({ field: null, words }));
}

function codeOf(status: number, complaint: Complaint): ErrorCode {
  if (status === 403) {
    return 'store.scope-missing';
  }
  if (isTaken(complaint)) {
    return 'store.handle-taken';
  }
  const isTooMany = /too many|maximum/i.test(complaint.words);
  if (isTooMany && complaint.field === 'variants') {
    return 'store.too-many-variants';
  }
  return isTooMany && complaint.field === 'options'
    ? 'store.too-many-options'
    : rejectionCode(complaint.words, fieldOf(complaint));
}

/** Fields of the API, with their names in our product. */
const ours: Record<string, string> = {
  title: 'title',
  body_html: 'descriptionHtml',
  handle: 'handle',
  vendor: 'vendor',
  product_category: 'productType',
  tags: 'tags',
  options: 'options',
  variants: 'variants',
  images: 'images',
  image: 'images',
  seo_title: 'seo',
  seo_description: 'seo',
};
const oursInVariant: Record<string, string> = {
  sku: 'sku',
  barcode: 'barcode',
  price: 'price',
  compare_at_price: 'compareAtPrice',
  weight: 'weight',
  weight_unit: 'weight',
  image: 'imageUrl',
};

/**
 * Converts `variants[0].price` to our `variants.0.price`; a text that begins with a field name is taken to concern that
 * field.
 */
function fieldOf({ field, words }: Complaint): string | null {
  const path = (field ?? /^[a-z_]+(?=\b)/.exec(words)?.[0] ?? '').split(/[.[\]]+/).filter(Boolean);
  const [first = '', place, last = ''] = path;
  const name = ours[first] ?? null;
  if (name !== 'variants' || !/^\d+$/.test(place ?? '')) {
    return name;
  }
  const inside = oursInVariant[last] ?? (/^option\d$/.test(last) ? 'optionValues' : null);
  return inside === null ? `variants.${place}` : `variants.${place}.${inside}`;
}
