import type { ErrorCode } from '@bowerbird/contract/errors';
import type { SeenProduct } from '../../../listing/product-seen.ts';
import { rejectionCode, rejectionParams } from '../../../listing/rejection-code.ts';
import type { Outcome, StoreFault } from '../../../listing/writes.ts';
import type { ApiAnswer } from '../connection/client.ts';
import { failureOf, isMissingScope, type Said, saidIn } from './said.ts';

/** Our names for the store's fields. */
const ours: Record<string, string> = {
  title: 'title',
  description: 'descriptionHtml',
  vendor: 'vendor',
  tags: 'tags',
  product_type: 'productType',
  seo_title: 'seo',
  seo_description: 'seo',
  handle: 'handle',
  spu: 'handle',
  images: 'images',
  options: 'options',
  variants: 'variants',
  collection_ids: 'categories',
};

/** Variant fields. */
const oursOfVariants: Record<string, string> = {
  price: 'price',
  compare_at_price: 'compareAtPrice',
  cost_price: 'cost',
  sku: 'sku',
  barcode: 'barcode',
  weight: 'weight',
  weight_unit: 'weight',
  inventory_quantity: 'stock',
};

/**
 * Converts `variants.0.price` and `variants[0].price` to our `variants.0.price`; returns null for a field without a
 * name of ours.
 */
export function fieldOf(theirs: string | null): string | null {
  const [name = '', ...rest] = (theirs ?? '').split(/[.[\]]+/).filter((part) => part !== '');
  const [at, inside] = rest;
  if (name !== 'variants' || at === undefined) {
    return ours[name] ?? null;
  }
  if (!/^\d+$/.test(at)) {
    return 'variants';
  }
  const option = /^option\d$/.test(inside ?? '') ? 'optionValues' : null;
  const own = option ?? oursOfVariants[inside ?? ''];
  return own === undefined ? `variants.${at}` : `variants.${at}.${own}`;
}

/** A message that a value already exists may concern our own product: the outcome is unknown, whatever the status. */
const ofUniqueness = /taken|exist|duplicat|repeat|uniqu|conflict|重复|已存在|已被|占用|唯一/i;
/** Fields whose refusal may be a uniqueness error with a message that we do not know. */
const identities = new Set(['unique_token', 'spu']);
/**
 * Texts of a validation error that names no field. A 422 may also be the store's own error (the vendor's table of
 * codes).
 */
const ofValidation =
  /必填|不能|无效|超过|超出|格式|can't be blank|is invalid|is required|too long|too short|must be|maximum|not included|at least a single/i;

/**
 * Returns the outcome of a write from its answer: certainly applied, certainly rejected, certainly missing, or unknown.
 */
export function outcomeOf(answer: ApiAnswer, applied: () => Outcome, { byId }: { byId: boolean }): Outcome {
  if (answer.kind === 'unclear') {
    return { outcome: 'unknown', because: answer.because };
  }
  const { status, body } = answer;
  if (status < 300) {
    return applied();
  }
  const said = saidIn(body);
  if (status === 404) {
    const isOwn = byId && said.some(({ words }) => /not found|no context/i.test(words));
    return isOwn ? { outcome: 'missing' } : unknownOutcome(status, said);
  }
  const isSure =
    status === 403 ? isMissingScope(body) : (status === 400 || status === 422) && isRefusal(said);
  if (isSure) {
    return refused(status, said);
  }
  const wasMade = said.some(({ field, words }) => field === 'unique_token' && ofUniqueness.test(words));
  return { ...unknownOutcome(status, said), ...(wasMade && { wasMade }) };
}

/** Returns the outcome of a request from the product in its answer. */
export function appliedBy(seen: SeenProduct | null, attemptId: string | null): Outcome {
  if (seen === null) {
    return { outcome: 'unknown', because: 'an answer without a product' };
  }
  // A reused token is answered with the product that it created: it is ours, but its content may be older. The look-up
  // decides.
  if (attemptId !== null && seen.attemptId !== attemptId) {
    return { outcome: 'unknown', because: 'the answer shows what another attempt wrote' };
  }
  const { storeProductId, version, hash, address } = seen;
  return { outcome: 'applied', storeProductId, version, hash, address, notes: [] };
}

function isRefusal(said: readonly Said[]): boolean {
  const mayBeOurs = said.some(({ field, words }) => ofUniqueness.test(words) || identities.has(field ?? ''));
  return (
    said.length > 0 &&
    !mayBeOurs &&
    said.every(({ field, words }) => field !== null || ofValidation.test(words))
  );
}

function unknownOutcome(status: number, said: readonly Said[]): Extract<Outcome, { outcome: 'unknown' }> {
  const words = said.map(({ words: each }) => each).join('; ');
  return { outcome: 'unknown', because: `HTTP ${status} ${words}`.trim() };
}

function refused(status: number, said: readonly Said[]): Outcome {
  return {
    outcome: 'refused',
    faults: said.map((each) => faultOf(status, each)),
    answer: { status, said: said.map(({ field, words }) => `${field ?? ''} ${words}`.trim()) },
  };
}

function faultOf(status: number, { field, words }: Said): StoreFault {
  return {
    code: status === 403 ? failureOf(status, { errors: [words] }).code : codeOf(field, words),
    params: {
      ...rejectionParams(words, fieldOf(field)),
      ...(status === 403 && { scope: /\b((?:read|write)_[a-z]+)\b/.exec(words)?.[1] ?? 'write_product' }),
    },
    field: fieldOf(field),
    said: words,
  };
}

function codeOf(field: string | null, words: string): ErrorCode {
  const isTooMany = /less than or equal|too many|maximum|超过|超出/i.test(words);
  if (field === 'variants' && isTooMany) {
    return 'store.too-many-variants';
  }
  return field === 'options' && isTooMany ? 'store.too-many-options' : rejectionCode(words, fieldOf(field));
}
