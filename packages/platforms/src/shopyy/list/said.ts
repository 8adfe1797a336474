import { AppError, type ErrorCode } from '@bowerbird/contract/errors';
import { rejectionCode, rejectionParams } from '../../listing/rejection-code.ts';
import type { StoreFault } from '../../listing/writes.ts';

/** What the store said of a request in its own envelope, other than yes. HTTP says 200 of it all the same. */
export interface Said {
  code: string;
  message: string;
}

/** Words of the API that name a field, and the field as it is called in a product. */
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
  images: 'pictures',
  src: 'pictures',
};

/** The API's words in ours, for people who read no Chinese (`readme.md`, Errors). */
const english: readonly [RegExp, string][] = [
  [/不能为空/, 'cannot be empty'],
  [/不存在/, 'does not exist'],
  [/格式/, 'wrong form'],
  [/权限/, 'permission'],
  [/错误/, 'wrong'],
];

/**
 * Refusals after which surely nothing was written: what the store finds wrong before it begins (`readme.md`, Writing products;
 * Errors). A closed list: whatever else it says is a doubt, and that something exists already may speak of our own product.
 */
const sureRefusals: readonly RegExp[] = [
  /^.{0,40}不能为空$/,
  /^.{0,40}格式(?:错误|不正确)$/,
  /^产品属性错误$/,
  /^数据不存在$/,
];

/** The code that says "too many at once", and may say "for today". */
export function isThrottle({ code }: Said): boolean {
  return code === '1000';
}

/** No limit of a day is known; these are the words one would be told in (assumed). */
export function isDailyCap(said: Said): boolean {
  return isThrottle(said) && /今日|当日|每日|当天|daily|per day|today/i.test(said.message);
}

/** The token is wrong, or no longer good. */
export function isDenied({ code, message }: Said): boolean {
  return code === '401' || /token-error/i.test(`${code} ${message}`);
}

/** The app lacks the right to this part of the API. */
export function isForbidden({ code, message }: Said): boolean {
  return code === '503' && /权限/.test(message);
}

/** What was asked for by its id is not there. */
export function isMissing({ code }: Said): boolean {
  return code === '1001' || code === '404';
}

/** Names what a store said no with. */
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

/** The fault of a write that was surely refused; null for a doubt. */
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

/** The field of a product that the store's words name. */
function fieldIn(message: string): string | null {
  if (/图片/.test(message)) {
    return 'pictures';
  }
  if (/option|产品属性/.test(message)) {
    return 'options';
  }
  const named = /^([a-z_]+)/.exec(message)?.[1] ?? '';
  return fields[named] ?? null;
}
