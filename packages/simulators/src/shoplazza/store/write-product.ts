import { isObject, itemsOf, textOf, type UnreadObject, wholeOf } from '@bowerbird/platforms/reading/unread';
import type { RestAnswer } from '../../store/rest-answers.ts';
import { numberOf } from '../forms.ts';
import { notFound, refused, stated, wrong } from './answers.ts';
import { productForm, variantForm } from './forms.ts';
import { type StoredProduct, slugOf } from './ledger.ts';
import { type Applying, blankProduct, blankVariant, merged, mergedVariant } from './merge-product.ts';
import { wrongInAny, wrongInNew, wrongInVariants } from './rules.ts';

/**
 * Answers `POST /products`. The effect of a used `unique_token` is unknown (`shoplazza/readme.md`, Uniqueness), so by
 * default a second product is created; with `token-honoured` the first one is returned again, and with `token-refused`
 * the request is refused.
 */
export function createProduct(sent: UnreadObject, on: Applying): RestAnswer {
  const { ledger, faults, version, now, marked } = on;
  const errors = wrongInNew(sent, version);
  if (Object.keys(errors).length > 0) {
    return wrong(errors);
  }
  const token = textOf(sent.unique_token);
  const held = token === null ? undefined : ledger.tokens.get(token);
  if (held !== undefined) {
    const first = faults.injectFault('token-honoured', marked)
      ? (ledger.products.get(held) ?? null)
      : undefined;
    if (first) {
      return stated({ product: productForm(first, version) }, version);
    }
    if (first === null || faults.injectFault('token-refused', marked)) {
      return wrong({ unique_token: ['has already been taken'] });
    }
  }
  const product = merged(blankProduct(ledger, now), sent, on);
  product.token = token;
  product.handle = handleFor(textOf(sent.handle) ?? product.title, product, on);
  ledger.save(product, 'app', 'create', now);
  return stated({ product: productForm(product, version) }, version);
}

/**
 * Answers `PUT /products/{id}`: fields left out stay. Each variant is named by its id (`shoplazza/readme.md`, Writing
 * products). The product type and the positions of variants are not fields of this call (the vendor's description of
 * 2026-01).
 */
export function updateProduct(id: string, given: UnreadObject, noEntity: boolean, on: Applying): RestAnswer {
  const { ledger, version, now } = on;
  const { product_type: _type, ...sent } = given;
  const product = ledger.products.get(numberOf(id) ?? 0);
  if (!product) {
    return notFound(version);
  }
  const errors = wrongInAny(sent, version);
  if (textOf(sent.title) === null && (version === '2022-01' || sent.title !== undefined)) {
    errors.title = ['必填'];
  }
  const variants = itemsOf(sent.variants);
  for (const [at, variant] of variants.entries()) {
    const known =
      isObject(variant) && product.variants.some((one) => one.id === numberOf(String(variant.id)));
    if (!known) {
      errors[`variants.${at}.id`] = ['必填'];
    }
  }
  const options = sent.options === undefined ? product.options : itemsOf(sent.options).filter(isObject);
  if (sent.variants !== undefined) {
    Object.assign(errors, wrongInVariants(variants, options, version));
  }
  if (Object.keys(errors).length > 0) {
    return wrong(errors);
  }
  const changed = merged({ ...product }, sent, on);
  if (sent.handle !== undefined && textOf(sent.handle) !== product.handle) {
    changed.handle = handleFor(textOf(sent.handle) ?? changed.title, changed, on);
  }
  changed.updatedAt = Math.max(now, product.updatedAt + 1000);
  ledger.save(changed, 'app', 'update', now);
  return stated(noEntity ? {} : { product: productForm(changed, version) }, version);
}

/**
 * Answers `POST /products/{id}/variants`: only for a product that has options. The call requires a position and accepts
 * the id of an image, but no image (the vendor's description of 2026-01); we assume that the variants behind that
 * position move on.
 */
export function addVariant(id: string, given: UnreadObject, on: Applying): RestAnswer {
  const { ledger, version, now } = on;
  const product = ledger.products.get(numberOf(id) ?? 0);
  if (!product) {
    return notFound(version);
  }
  if (product.onlyDefaultVariant) {
    return refused('At least a single variant is included in the product.');
  }
  const { image: _image, ...sent } = given;
  const errors = wrongInVariants([sent], product.options, version);
  const position = wholeOf(sent.position);
  if (position === null) {
    errors.position = ['必填'];
  }
  const values = product.options.map((_, at) => textOf(sent[`option${at + 1}`]) ?? '');
  if (product.variants.some((one) => JSON.stringify(one.values) === JSON.stringify(values))) {
    errors.option1 = ['has already been taken'];
  }
  if (Object.keys(errors).length > 0) {
    return wrong(errors);
  }
  const variant = mergedVariant(blankVariant(ledger, now), sent, product.options.length, now);
  const at = Math.min(Math.max((position ?? 1) - 1, 0), product.variants.length);
  const variants = product.variants.toSpliced(at, 0, variant);
  ledger.save({ ...product, variants, updatedAt: now }, 'app', 'update', now);
  return stated({ variant: variantForm(variant, at, product, version) }, version);
}

function handleFor(wanted: string, product: StoredProduct, { ledger, faults, marked }: Applying): string {
  const always = faults.injectFault('suffix-handle', marked) !== null;
  return ledger.freeHandle(slugOf(wanted), product.id, always);
}
