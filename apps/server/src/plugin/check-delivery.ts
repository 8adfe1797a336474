import { lengthsMax, structureIssues } from '@bowerbird/catalog/invariants';
import { Product } from '@bowerbird/catalog/product';
import { AppError, type Issue } from '@bowerbird/contract/errors';
import type { Platform } from '@bowerbird/platforms/platform';
import { jsonText } from '../db/json-text.ts';
import { isSameShop } from './houses.ts';

export interface Delivery {
  platform: string;
  url: string;
  products: readonly Product[];
}

type Platforms = ReadonlyMap<string, Platform>;

/**
 * The page's address, where platform and page can be what they are said to be. Throws `request.invalid` with the field.
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
 * Like `checkedPage`, and every product is one that this page can show: of its platform and shop, with addresses that a
 * browser opens as pages and pictures, and whole in itself. Throws `request.invalid` with each bad field.
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
  // Before anything walks through it.
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
    ...product.pictures.flatMap(({ url }, index) =>
      webAddress(url) ? [] : [issue(['pictures', index, 'url'], 'no-web-address')],
    ),
    ...structureIssues(product).map(({ path, code }) => issue(path, code)),
    ...(product.title.length > lengthsMax.title ? [issue(['title'], 'too_big')] : []),
  ];
}

/** A product as the database holds it: signs that it takes of no text are gone, and a title of nothing else is none. */
function asKept(product: Product) {
  const text = jsonText(product);
  return Product.safeParse(text === JSON.stringify(product) ? product : JSON.parse(text));
}

function nameOf(part: PropertyKey): string | number {
  return typeof part === 'symbol' ? String(part) : part;
}

/** What a platform knows beyond our words is never nested deeper. */
const extraDepthMax = 64;

function isDeeper(value: unknown, levels: number): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)))
  );
}

/** Ids and addresses that sources really have are far shorter; an index entry has a greatest length. */
const idMax = 300;
const addressMax = 2000;
/** The longest name and a port. */
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

/** Whether goods of this page can be kept under this name: a host as browsers write it, and the page's folder or nothing beside. */
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

/** An address of the web, without a name or password in it; null for anything else. */
export function webAddress(text: string): URL | null {
  const url = URL.parse(text);
  return url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' ? url : null;
}

function issue(path: Issue['path'], code: string): Issue {
  return { path, code, message: '' };
}

/** As many bad fields as are told. */
const issuesMax = 50;

function refused(issues: Issue[]): AppError {
  return new AppError('request.invalid', `the delivery has ${issues.length} bad fields`, {
    issues: issues.slice(0, issuesMax),
  });
}
