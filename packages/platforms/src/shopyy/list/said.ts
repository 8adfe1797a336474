import { AppError, type ErrorCode } from '@bowerbird/contract/errors';
import { rejectionCode, rejectionParams } from '../../listing/rejection-code.ts';
import type { StoreFault } from '../../listing/writes.ts';

/** An answer in the store's own envelope other than success. Its HTTP status is 200 all the same. */
export interface Said {
  code: string;
  message: string;
}

/** Words of the API that name a field, with the field's name in our product. */
const fields: Record<string, string> = {
  title: 'title',
  handle: 'handle',
  body_html: 'descriptionHtml',
  vendor: 'vendor',
  product_type: 'productType',
  tags: 'tags',
  collections: 'categories',
  collection_id: 'categories',
  meta_title: 'seo.title',
  meta_descript: 'seo.description',
  variants: 'variants',
  price: 'variants.price',
  compare_at_price: 'variants.compareAtPrice',
  sku: 'variants.sku',
  barcode: 'variants.barcode',
  weight: 'variants.weight',
  inventory_quantity: 'variants.stock',
  images: 'images',
  src: 'images',
};

/** English translations of the API's Chinese messages (`readme.md`, Errors). */
const english: readonly [RegExp, string][] = [
  [/不能为空/, 'cannot be empty'],
  [/不存在/, 'does not exist'],
  [/格式/, 'wrong form'],
  [/权限/, 'permission'],
  [/错误/, 'wrong'],
];

/**
 * Refusals that prove that nothing was written: errors that the store finds before it begins (`readme.md`, Writing
 * products; Errors). A closed list: every other message is an unknown outcome, and a message that something already
 * exists may concern our own product.
 */
const sureRefusals: readonly RegExp[] = [
  /^.{0,40}不能为空$/,
  /^.{0,40}格式(?:错误|不正确)$/,
  /^产品属性错误$/,
  /^数据不存在$/,
];

/** Reports the code for "too many at once", which may also mean "for today". */
export function isThrottle({ code }: Said): boolean {
  return code === '1000';
}

/**
 * Reports whether a message concerns a daily limit. None is known; these are the words in which one would be reported
 * (assumed).
 */
export function isDailyCap(said: Said): boolean {
  return isThrottle(said) && /今日|当日|每日|当天|daily|per day|today/i.test(said.message);
}

/** Reports whether the token is wrong or has expired. */
export function isDenied({ code, message }: Said): boolean {
  return code === '401' || /token-error/i.test(`${code} ${message}`);
}

/** Reports whether the app lacks the permission for this part of the API. */
export function isForbidden({ code, message }: Said): boolean {
  return code === '503' && /权限/.test(message);
}

/** Reports whether the resource requested by its id does not exist. */
export function isMissing({ code }: Said): boolean {
  return code === '1001' || code === '404';
}

/** Returns the named error for a refusal of the store. */
export function failureOf(said: Said): AppError {
  const words = `${said.code}: ${said.message}`;
  return new AppError(codeOf(said), words, { params: { message: said.message } });
}

function codeOf(said: Said): ErrorCode {
  if (isDenied(said)) {
    return 'store.access-denied';
  }
  if (isForbidden(said)) {
    return 'store.scope-missing';
  }
  if (isDailyCap(said)) {
    return 'store.daily-cap';
  }
  if (isThrottle(said)) {
    return 'store.rate-limited';
  }
  if (isMissing(said)) {
    return 'store.product-gone';
  }
  return isSure(said) ? 'store.rejected-product' : 'store.unwell';
}

function isSure({ message }: Said): boolean {
  return sureRefusals.some((words) => words.test(message));
}

/** Returns the error of a write that was certainly refused; null for an unknown outcome. */
export function refusalIn(said: Said): StoreFault | null {
  if (isDailyCap(said)) {
    return faultOf('store.daily-cap', said, null);
  }
  if (isForbidden(said)) {
    return { ...faultOf('store.scope-missing', said, null), params: { scope: 'products' } };
  }
  return isSure(said) ? faultOf('store.rejected-product', said, fieldIn(said.message)) : null;
}

function faultOf(code: ErrorCode, { message }: Said, field: string | null): StoreFault {
  const meaning = english.filter(([words]) => words.test(message)).map(([, ours]) => ours);
  const said = meaning.length === 0 ? message : `${message} (${meaning.join(', ')})`;
  return {
    code: code === 'store.rejected-product' ? rejectionCode(said, field) : code,
    params: rejectionParams(said, field),
    field,
    said,
  };
}

/** Returns the field of a product that the store's message names. */
function fieldIn(message: string): string | null {
  if (/图片/.test(message)) {
    return 'images';
  }
  if (/option|产品属性/.test(message)) {
    return 'options';
  }
  const named = /^([a-z_]+)/.exec(message)?.[1] ?? '';
  return fields[named] ?? null;
}
