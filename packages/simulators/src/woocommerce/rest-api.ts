import {
  type CatalogProduct,
  type CatalogVariant,
  productById,
  type SimulatedCatalog,
} from '../storefront/catalog.ts';
import { text } from '../storefront/markup.ts';
import { isVariable, permalinkOf, slugOf } from './product-form.ts';

/** The only pair of keys that a simulated shop accepts. */
export const practiceKeys = { consumerKey: 'ck_practice0000', consumerSecret: 'cs_practice0000' };

/** Each product at this interval is a draft, visible only with keys. */
export const draftEvery = 7;

/**
 * Answers a call of the shop's own API, which requires keys; null for any other request (`woocommerce/readme.md`,
 * Credentials; Writing products).
 */
export function answerRest(request: Request, catalog: SimulatedCatalog): Response | null {
  const url = new URL(request.url);
  const route = url.searchParams.get('rest_route') ?? url.pathname.replace(/^\/wp-json/, '');
  const path = /^\/wc\/v3(?<rest>\/.*)$/.exec(route)?.groups?.rest;
  if (path === undefined) {
    return null;
  }
  const refusal = refusalOf(request.headers.get('authorization'));
  return refusal ?? answer(path, url, catalog);
}

function refusalOf(authorization: string | null): Response | null {
  const pair = /^Basic (?<pair>.+)$/.exec(authorization ?? '')?.groups?.pair;
  const [key, secret] = pair === undefined ? [] : atob(pair).split(':');
  if (key !== practiceKeys.consumerKey) {
    return refused('woocommerce_rest_cannot_view', 'Sorry, you cannot list resources.');
  }
  return secret === practiceKeys.consumerSecret
    ? null
    : refused('woocommerce_rest_authentication_error', 'Consumer secret is invalid.');
}

function answer(path: string, url: URL, catalog: SimulatedCatalog): Response {
  const query = url.searchParams;
  const perPage = Number(query.get('per_page') ?? 10);
  const from = (Math.max(1, Number(query.get('page') ?? 1)) - 1) * perPage;
  const list = (forms: readonly object[], total: number) =>
    Response.json(forms, {
      headers: { 'x-wp-total': String(total), 'x-wp-totalpages': String(Math.ceil(total / perPage)) },
    });
  if (path === '/settings/general') {
    return Response.json([{ id: 'woocommerce_currency', value: 'USD' }]);
  }
  if (path === '/settings/products') {
    return Response.json([{ id: 'woocommerce_weight_unit', value: 'kg' }]);
  }
  if (path === '/products/categories') {
    const all = catalog.categories();
    const forms = all.slice(from, from + perPage).map(({ id, handle, title, count }) => ({
      id,
      name: text(title),
      slug: slugOf(handle),
      parent: 0,
      count,
    }));
    return list(forms, all.length);
  }
  const parent = /^\/products\/(\d+)\/variations$/.exec(path)?.[1];
  if (parent !== undefined) {
    const product = productById(catalog, Number(parent));
    const variants = product && isVariable(product) ? product.variants : [];
    const forms = variants.slice(from, from + perPage).map((variant) => variationForm(product, variant));
    return list(forms, variants.length);
  }
  if (path === '/products') {
    const { items, total } = found(query, catalog, from, perPage);
    return list(
      items.map((product) => restForm(product, catalog, url.origin)),
      total,
    );
  }
  return Response.json(
    { code: 'rest_no_route', message: 'No route', data: { status: 404 } },
    { status: 404 },
  );
}

function found(
  query: URLSearchParams,
  catalog: SimulatedCatalog,
  from: number,
  perPage: number,
): { items: CatalogProduct[]; total: number } {
  const slug = query.get('slug');
  const words = query.get('search')?.toLowerCase();
  if (slug !== null) {
    const product = catalog.byHandle(slug);
    return { items: product ? [product] : [], total: product ? 1 : 0 };
  }
  if (words !== undefined) {
    const all = catalog.slice(0, 2000).filter(({ title }) => title.toLowerCase().includes(words));
    return { items: all.slice(from, from + perPage), total: all.length };
  }
  const place = catalog.categories().find(({ id }) => String(id) === query.get('category'));
  const listed = query.has('category') ? place && catalog.inCategory(place.handle) : catalog;
  return { items: listed?.slice(from, from + perPage) ?? [], total: listed?.count ?? 0 };
}

function restForm(product: CatalogProduct, catalog: SimulatedCatalog, origin: string): object {
  const variable = isVariable(product);
  const [first] = product.variants;
  const inside = new Set(catalog.categoriesOf(product));
  const image = (path: string) =>
    `${origin}/wp-content/uploads/${path.split('/').at(-1)?.split('?')[0] ?? ''}`;
  return {
    id: product.id,
    name: text(product.title),
    slug: product.handle,
    permalink: permalinkOf(product, { origin, title: '', currency: 'USD' }),
    date_created_gmt: product.createdAt,
    type: variable ? 'variable' : 'simple',
    status: product.id % draftEvery === 0 ? 'draft' : 'publish',
    description: product.bodyHtml ?? '',
    short_description: '',
    sku: variable ? '' : (first?.sku ?? ''),
    ...(variable ? { price: first?.price ?? '', regular_price: '', sale_price: '' } : amounts(first)),
    ...measures(first, variable),
    categories: catalog
      .categories()
      .filter(({ handle }) => inside.has(handle))
      .map(({ id, title, handle }) => ({ id, name: text(title), slug: handle })),
    tags: product.tags.map((name, at) => ({ id: 500 + at, name: text(name), slug: slugOf(name) })),
    brands: [{ id: 400, name: text(product.vendor), slug: slugOf(product.vendor) }],
    images: product.images.map(({ id, path, alt }) => ({ id, src: image(path), alt: alt ?? '' })),
    attributes: variable
      ? product.options.map(({ name, values }, position) => ({
          id: 0,
          name,
          position,
          visible: true,
          variation: true,
          options: values,
        }))
      : [],
    variations: variable ? product.variants.map(({ id }) => id) : [],
    grouped_products: [],
    meta_data: [
      { id: 1, key: '_yoast_wpseo_title', value: `${product.title} for search engines` },
      { id: 2, key: 'storage_place', value: `row ${product.id % 10}` },
    ],
  };
}

function variationForm(product: CatalogProduct | null, variant: CatalogVariant): object {
  return {
    id: variant.id,
    sku: variant.sku ?? '',
    status: 'publish',
    ...amounts(variant),
    ...measures(variant, false),
    image: null,
    attributes: (product?.options ?? []).map(({ name }, at) => ({
      id: 0,
      name,
      option: variant.optionValues[at] ?? '',
    })),
  };
}

function amounts(variant: CatalogVariant | undefined): object {
  const { price = '', compareAtPrice = null } = variant ?? {};
  return {
    price,
    regular_price: compareAtPrice ?? price,
    sale_price: compareAtPrice === null ? '' : price,
  };
}

function measures(variant: CatalogVariant | undefined, variable: boolean): object {
  const quantity = variant?.quantity ?? 0;
  return {
    global_unique_id: variable ? '' : (variant?.barcode ?? ''),
    manage_stock: !variable,
    stock_quantity: variable ? null : quantity,
    stock_status: variable || quantity > 0 ? 'instock' : 'outofstock',
    purchasable: true,
    weight: variant && variant.grams > 0 ? String(variant.grams / 1000) : '',
  };
}

function refused(code: string, message: string): Response {
  return Response.json({ code, message, data: { status: 401 } }, { status: 401 });
}
