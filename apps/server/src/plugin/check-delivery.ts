import { lengthsMax, structureIssues } from '@bowerbird/catalog/invariants/invariants';
import { Product } from '@bowerbird/catalog/product';
import { AppError, type Issue } from '@bowerbird/contract/errors';
import type { Platform } from '@bowerbird/platforms/platform';
import { jsonText } from '../db/json-text.ts';
import { isSameShop } from './sites.ts';

export interface Delivery {
  platform: string;
  url: string;
  products: readonly Product[];
}

type Platforms = ReadonlyMap<string, Platform>;

/**
 * Returns the page's address if platform and page match what the delivery claims. Throws `request.invalid` with the
 * field.
 */
export function checkedPage(
  platforms: Platforms,
  { platform, url }: Pick<Delivery, 'platform' | 'url'>,
): URL {
  const page = webAddress(url);
  const issues = [
    ...(platforms.get(platform)?.collector ? [] : [issue(['platform'], 'unknown')]),
    ...(page ? [] : [issue(['url'], 'no-web-address')]),
  ];
  if (page === null || issues.length > 0) {
    throw refused(issues);
  }
  return page;
}

/**
 * Like `checkedPage`, and also checks that this page can show every product: the product has its platform and shop, its
 * addresses open in a browser as pages and images, and it is valid. Throws `request.invalid` with each bad field.
 */
export function checkDelivery(platforms: Platforms, delivery: Delivery): URL {
  const page = checkedPage(platforms, delivery);
  const issues = delivery.products.flatMap((product, index) =>
    productIssues(product, page, delivery.platform).map(({ path, ...rest }) => ({
      ...rest,
      path: ['products', index, ...path],
    })),
  );
  if (issues.length > 0) {
    throw refused(issues);
  }
  return page;
}

function productIssues(sent: Product, page: URL, platform: string): Issue[] {
  // Must precede everything that walks through `extra`.
  if (isDeeper(sent.extra, extraDepthMax)) {
    return [issue(['extra'], 'too_big')];
  }
  const kept = asKept(sent);
  if (!kept.success) {
    return kept.error.issues.map(({ path, code }) => issue(path.map(nameOf), code));
  }
  const product = kept.data;
  return [
    ...sourceIssues(product.source, page, platform),
    ...product.images.flatMap(({ url }, index) =>
      webAddress(url) ? [] : [issue(['images', index, 'url'], 'no-web-address')],
    ),
    ...structureIssues(product).map(({ path, code }) => issue(path, code)),
    ...(product.title.length > lengthsMax.title ? [issue(['title'], 'too_big')] : []),
  ];
}

/**
 * Returns a product as the database stores it: characters that the database cannot store are removed, and a title of
 * nothing else counts as missing.
 */
function asKept(product: Product) {
  const text = jsonText(product);
  return Product.safeParse(text === JSON.stringify(product) ? product : JSON.parse(text));
}

function nameOf(part: PropertyKey): string | number {
  return typeof part === 'symbol' ? String(part) : part;
}

/** Data of a platform beyond our own fields is never nested deeper. */
const extraDepthMax = 64;

function isDeeper(value: unknown, levels: number): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)))
  );
}

/** Real ids and addresses of sources are far shorter; an index entry has a maximum length. */
const idMax = 300;
const addressMax = 2000;
/** The longest host name and a port. */
const hostMax = 260;

function sourceIssues(source: Product['source'], page: URL, platform: string): Issue[] {
  if (source === null) {
    return [issue(['source'], 'missing')];
  }
  const url = webAddress(source.url);
  return [
    ...(source.platform === platform ? [] : [issue(['source', 'platform'], 'other-platform')]),
    ...(source.id.trim() === '' ? [issue(['source', 'id'], 'missing')] : []),
    ...(source.id.length > idMax ? [issue(['source', 'id'], 'too_big')] : []),
    ...(source.url.length > addressMax ? [issue(['source', 'url'], 'too_big')] : []),
    ...(url === null ? [issue(['source', 'url'], 'no-web-address')] : []),
    ...(url === null || isSameShop(platform, url.host, page.host)
      ? []
      : [issue(['source', 'url'], 'other-shop')]),
    ...(isShopOf(platform, source.shop, page) ? [] : [issue(['source', 'shop'], 'other-shop')]),
  ];
}

/**
 * Reports whether products of this page can be stored under this shop name: a host as browsers write it, optionally
 * followed by the page's folder.
 */
function isShopOf(platform: string, shop: string, page: URL): boolean {
  const [host = ''] = shop.split('/', 1);
  const folder = shop.slice(host.length);
  return (
    host.length <= hostMax &&
    folder.length <= addressMax &&
    URL.parse(`https://${host}`)?.host === host &&
    URL.parse(`https://${shop}`)?.pathname === (folder || '/') &&
    (folder === '' || `${page.pathname}/`.startsWith(`${folder}/`)) &&
    isSameShop(platform, host, page.host)
  );
}

/** Parses a web address without a user name or password; null for anything else. */
export function webAddress(text: string): URL | null {
  const url = URL.parse(text);
  return url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' ? url : null;
}

function issue(path: Issue['path'], code: string): Issue {
  return { path, code, message: '' };
}

/** Maximum number of bad fields reported. */
const issuesMax = 50;

function refused(issues: Issue[]): AppError {
  return new AppError('request.invalid', `the delivery has ${issues.length} bad fields`, {
    issues: issues.slice(0, issuesMax),
  });
}
