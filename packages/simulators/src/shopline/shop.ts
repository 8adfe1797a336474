import type { Faults } from '../simulation-faults.ts';
import {
  type CatalogProduct,
  listCatalog,
  productById,
  type SimulatedCatalog,
} from '../storefront/catalog.ts';
import { inScript, plain, text } from '../storefront/markup.ts';
import { searched } from '../storefront/searched.ts';
import { sitemapAnswer } from '../storefront/simulated-shop.ts';
import { type Answer, imageAnswer, type StorefrontRoutes } from '../storefront/storefront.ts';

const pageMax = 50;

/**
 * Returns the routes of a simulated SHOPLINE shop for these products: one product by its handle, no list except pages
 * and the sitemap (`shopline/readme.md`, Public endpoints; Product fields).
 */
export function shoplineRoutes(
  name: string,
  title: string,
  faults: Faults,
  catalog: () => SimulatedCatalog,
): StorefrontRoutes {
  return {
    isFeed: (url) => url.pathname.startsWith('/api/'),
    isProductList: (url) => url.pathname.startsWith('/api/'),
    notice: (words) => page(words, '', `<h1>${text(words)}</h1>`),
    sign: (response) => response,
    route(path, url) {
      const image = /^\/image\/(?<name>[^/]+)$/.exec(path)?.groups?.name;
      return image ? imageAnswer(image) : (api(path, url) ?? pages(path, url));
    },
  };

  function api(path: string, url: URL): Answer | null {
    if (path === '/leproxy/api/product/detail/highFrequencyData/query') {
      const known = productById(
        catalog(),
        Number(url.searchParams.get('productId')?.slice(longIdStart.length)),
      );
      return known
        ? { type: 'json', body: JSON.stringify({ code: 'SUCCESS', data: stateForm(known, url.origin) }) }
        : null;
    }
    if (path !== '/api/product/products.json') {
      return null;
    }
    const product = faults.injectFault('empty', path)
      ? null
      : catalog().byHandle(url.searchParams.get('handle') ?? '');
    return {
      type: 'json',
      body: JSON.stringify({ products: product ? [ajaxForm(product, url.origin)] : [] }),
    };
  }

  function pages(path: string, url: URL): Answer | null {
    const sitemap = sitemapAnswer(path, catalog(), url.origin);
    if (sitemap) {
      return sitemap;
    }
    const now = catalog();
    const html = (body: string): Answer => ({ type: 'html', body });
    if (path === '/') {
      const items = now
        .categories()
        .map((one) => `<a href="/collections/${text(one.handle)}">${text(one.title)}</a>`);
      return html(page(title, '', items.join('\n')));
    }
    const requested = /^\/collections\/(?<handle>[^/]+)$/.exec(path)?.groups?.handle;
    const category = now.categories().find(({ handle }) => handle === requested);
    if (category || requested === 'all') {
      const listed = category ? now.inCategory(category.handle) : now;
      return html(listPage(category?.title ?? 'All', listed, url));
    }
    if (path === '/products/search') {
      return html(listPage('Search', listCatalog(searched(now, url.searchParams.get('keyword') ?? '')), url));
    }
    const product = now.byHandle(/^\/products\/(?<handle>[^/]+)$/.exec(path)?.groups?.handle ?? '');
    return product ? html(productPage(product, url.origin)) : null;
  }

  function listPage(
    words: string,
    listed: Pick<SimulatedCatalog, 'count' | 'slice'> | null,
    url: URL,
  ): string {
    const number = Math.max(1, Number(url.searchParams.get('page_num') ?? 1));
    const size = Math.min(pageMax, Math.max(1, Number(url.searchParams.get('page_size') ?? 16)));
    const items = (listed?.slice((number - 1) * size, number * size) ?? []).map(
      (product) =>
        `<div data-unique-key="${text(product.handle)}" data-spu-seq="${product.id}"><a class="product-item" data-id="${product.id}" href="/products/${encodeURIComponent(product.handle)}">${text(product.title)}</a></div>`,
    );
    // Shops without search results show recommendations.
    const advice = listed?.count === 0 ? catalog().slice(0, 4).map(linkTo) : [];
    const state = inScript({ products: { total: listed?.count ?? 0, pageNum: number, pageSize: size } });
    return page(
      words,
      `<meta property="og:title" content="${text(words)}">`,
      `${[...items, ...advice].join('\n')}<script>window.__PRELOAD_STATE__ = ${state};</script>`,
    );
  }

  function productPage(product: CatalogProduct, origin: string): string {
    const head = `<link rel="canonical" href="${origin}/products/${encodeURIComponent(product.handle)}">
<meta name="description" content="${text(plain(product.bodyHtml ?? '').slice(0, 200))}">
<script type="application/ld+json">${inScript(linkedData(product, origin))}</script>`;
    const state = inScript({ currencyCode: 'USD', product: stateForm(product, origin) });
    return page(
      product.title,
      head,
      `<div data-ssr-product-detail></div><script>window.__PRELOAD_STATE__ = ${state};</script>`,
    );
  }

  function page(words: string, head: string, body: string): string {
    const shop = inScript({
      handle: name,
      storeId: '1700000000000',
      currency: 'USD',
      locale: 'en',
      routes: { root: '/' },
    });
    return `<!doctype html><html><head><title>${text(words)}</title><meta property="og:site_name" content="${text(title)}">
<link rel="preconnect" href="https://cdn.myshopline.com"><script>window.Shopline = ${shop};</script>
${head}</head><body>${body}</body></html>`;
  }
}

function linkTo({ handle, title }: CatalogProduct): string {
  return `<a class="product-item" href="/products/${encodeURIComponent(handle)}">${text(title)}</a>`;
}

/** Returns minor units; a price that is not a number is sent unchanged, as some shops do. */
function minor(price: string): number | string {
  return /^\d+(\.\d{1,2})?$/.test(price) ? Math.round(Number(price) * 100) : price;
}

const longIdStart = '16065';

/** Returns an id with 26 digits, as this platform uses them. */
function longId(number: number): string {
  return `${longIdStart}${String(number).padStart(21, '0')}`;
}

function hasNoChoice({ options, variants }: CatalogProduct): boolean {
  return variants.length === 1 && options[0]?.name === 'Title';
}

function imagesOf(product: CatalogProduct, origin: string): string[] {
  return product.images.map(
    ({ path, width, height }) =>
      `${origin.replace(/^https?:/, '')}/image/${path.split('/').at(-1)?.split('?')[0]}?w=${width}&h=${height}`,
  );
}

/** Returns a product as the official call sends it (`shopline/readme.md`, Product fields). */
function ajaxForm(product: CatalogProduct, origin: string): object {
  const single = hasNoChoice(product);
  const images = imagesOf(product, origin);
  return {
    id: longId(product.id),
    title: product.title,
    handle: product.handle,
    url: `/products/${product.handle}`,
    description: product.bodyHtml ?? '',
    brand: product.vendor,
    tags: product.tags,
    images,
    featured_image: images[0] ?? '',
    medias: product.images.map(({ alt }, place) => ({
      resource: images[place],
      cover: '',
      type: 'IMAGE',
      alt: alt ?? '',
    })),
    sold_out: product.variants.every(({ available }) => !available),
    price: minor(product.variants[0]?.price ?? ''),
    compare_at_price: minor(product.variants[0]?.compareAtPrice ?? '0'),
    created_at: product.createdAt,
    published_at: product.publishedAt,
    options: single ? [] : product.options.map(({ name, values }) => ({ name, values, values_images: {} })),
    variants: product.variants.map((variant) => ({
      id: longId(variant.id),
      title: variant.optionValues.join(' · '),
      ...Object.fromEntries(
        single ? [] : variant.optionValues.map((value, place) => [`option${place + 1}`, value]),
      ),
      sku: variant.sku ?? '',
      barcode: variant.barcode ?? '',
      price: minor(variant.price),
      compare_at_price: minor(variant.compareAtPrice ?? '0'),
      weight: variant.grams / 1000,
      weight_unit: 'kg',
      available: variant.available,
      image: variant.image === null ? null : images[variant.image],
    })),
  };
}

/**
 * Returns the linked data of the official themes: one variant, and the description without its markup
 * (`shopline/readme.md`, Product pages).
 */
function linkedData(product: CatalogProduct, origin: string): object {
  const [first] = product.variants;
  return {
    '@context': 'https://schema.org/',
    '@type': 'Product',
    name: product.title,
    image: imagesOf(product, origin).slice(0, 1),
    description: plain(product.bodyHtml ?? ''),
    sku: first?.sku ?? '',
    productID: longId(product.id),
    brand: { '@type': 'Brand', name: product.vendor },
    gtin: first?.barcode ?? '',
    offers: {
      '@type': 'Offer',
      url: `${origin}/products/${encodeURIComponent(product.handle)}`,
      priceCurrency: 'USD',
      price: first?.price ?? '',
      availability: `https://schema.org/${first?.available ? 'InStock' : 'OutOfStock'}`,
    },
  };
}

/** Returns the same product as its page's initial state (`spu` and `sku`). */
function stateForm(product: CatalogProduct, origin: string): object {
  const single = hasNoChoice(product);
  const options = single ? [] : product.options;
  const attributes = options.map(({ name, values }, place) => [
    `a${place + 1}`,
    {
      defaultName: name,
      skuAttributeValueMap: Object.fromEntries(
        values.map((value, at) => [`a${place + 1}v${at + 1}`, { defaultValue: value }]),
      ),
    },
  ]);
  return {
    spu: {
      spuSeq: longId(product.id),
      uniqueKey: product.handle,
      title: product.title,
      storeId: '1700000000000',
      brand: product.vendor,
      customCategoryName: product.productType,
      soldOut: product.variants.every(({ available }) => !available),
      images: imagesOf(product, origin),
    },
    sku: {
      skuAttributeMap: Object.fromEntries(attributes),
      skuList: product.variants.map((variant) => ({
        skuSeq: longId(variant.id),
        itemNo: variant.sku ?? '',
        barcode: variant.barcode ?? '',
        price: minor(variant.price),
        originPrice: minor(variant.compareAtPrice ?? '0'),
        stock: variant.quantity,
        soldOut: !variant.available,
        skuAttributeIds: options.map(({ values }, place) => ({
          id: `a${place + 1}`,
          valueId: `a${place + 1}v${values.indexOf(variant.optionValues[place] ?? '') + 1}`,
        })),
      })),
    },
  };
}
