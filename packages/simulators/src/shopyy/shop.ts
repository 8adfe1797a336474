import { realOutside, type Simulation, type SimulationOptions } from '../simulation.ts';
import { type StoreView, storeView } from '../store/store-view.ts';
import { type CatalogProduct, joinedCatalog, type SimulatedCatalog } from '../storefront/catalog.ts';
import { inScript, text } from '../storefront/markup.ts';
import { simulatedShop, sitemapAnswer } from '../storefront/simulated-shop.ts';
import { type Answer, imageAnswer, type StorefrontRoutes } from '../storefront/storefront.ts';
import { detailForm, type ShopForm } from './store/forms.ts';
import { type HistoryEntry, ShopyyLedger } from './store/ledger.ts';
import { ledgerCatalog } from './store/ledger-catalog.ts';
import { keyIn, type StoredProduct } from './store/record.ts';
import { type ShopyySettings, ShopyyStore } from './store/shopyy-store.ts';

const perPage = 24;

export interface ShopyyShopOptions extends SimulationOptions {
  store?: Partial<ShopyySettings>;
}

/** A simulated Shopyy shop: what shoppers see, and what apps write to through its Open API, here on the same host. */
export interface SimulatedShopyyShop extends Simulation {
  settings: ShopyySettings;
  view(): StoreView<StoredProduct, HistoryEntry>;
  ledger: ShopyyLedger;
}

/**
 * Creates a simulated Shopyy shop of the new generation. Shoppers see no public lists; pages carry their product in a
 * script (`shopyy/readme.md`, Public endpoints; Product fields, where the page's own state is assumed).
 */
export function createShopyyShop(options: ShopyyShopOptions): SimulatedShopyyShop {
  const outside = options.outside ?? realOutside;
  const settings: ShopyySettings = {
    token: 'practice-token',
    storeId: 49_703,
    // Assumed: one per second (`shopyy/readme.md`, Rate limits).
    rate: { perSecond: 1, burst: 10 },
    rehostsImages: true,
    ...options.store,
  };
  const ledger = new ShopyyLedger();
  const shop = simulatedShop('shopyy', options, ({ title, catalog }) =>
    routesOf(title, () => joinedCatalog(ledgerCatalog(ledger, outside.now()), catalog()), {
      ledger,
      storeId: settings.storeId,
    }),
  );
  const store = new ShopyyStore(ledger, settings, shop.faults, outside);
  return {
    ...shop,
    settings,
    ledger,
    access: { connection: 'token', credentials: { token: settings.token } },
    answer: (request) => (isOfStore(request) ? store.answer(request) : shop.answer(request)),
    view: () => storeView(ledger, keyIn, outside.now()),
  };
}

/** A request with a token, or a write, is for the Open API. */
function isOfStore(request: Request): boolean {
  return request.headers.has('token') || request.method !== 'GET';
}

function routesOf(
  title: string,
  catalog: () => SimulatedCatalog,
  listed: Pick<ShopForm, 'ledger' | 'storeId'>,
): StorefrontRoutes {
  return {
    isFeed: (url) => url.pathname.startsWith('/products/'),
    isProductList: () => false,
    notice: (words) => page(words, '', `<h1>${text(words)}</h1>`),
    sign: (response) => response,
    route(path, url) {
      const image = /^\/pics\/(?<name>[^/]+)$/.exec(path)?.groups?.name;
      return image ? imageAnswer(image) : pages(path, url);
    },
  };

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
      return html(page(title, '', `${items.join('\n')}${links(now.slice(0, 12))}`));
    }
    const category = now.categories().find(({ handle }) => path === `/collections/${handle}`);
    if (category || path === '/collections/all') {
      const number = Math.max(1, Number(url.searchParams.get('page') ?? 1));
      const listed = category ? now.inCategory(category.handle) : now;
      const inside = listed?.slice((number - 1) * perPage, number * perPage) ?? [];
      const words = text(category?.title ?? 'All');
      return html(page(words, '', `<h1>${words}</h1>${links(inside)}`));
    }
    const product = now.byHandle(/^\/products\/(?<handle>[^/]+)$/.exec(path)?.groups?.handle ?? '');
    return product ? html(productPage(product, url.origin)) : null;
  }

  function productPage(product: CatalogProduct, origin: string): string {
    const [first] = product.variants;
    const head = `<meta property="og:title" content="${text(product.title)}"><meta property="og:price:currency" content="USD">
<meta property="og:price:amount" content="${text(first?.price ?? '')}">`;
    const own = listed.ledger.products.get(product.id);
    const form = own ? detailForm(own, { ...listed, origin }) : stateForm(product, origin);
    const state = inScript({ product: form, visit_count: 3 });
    return page(
      product.title,
      head,
      `<h1>${text(product.title)}</h1><script>window.__detail = ${state};</script>`,
    );
  }

  function page(words: string, head: string, body: string): string {
    return `<!doctype html><html><head><title>${text(words)}</title><meta property="og:site_name" content="${text(title)}">
<link rel="stylesheet" href="https://cdn.staticsoe.com/theme/main.css"><style>:root{--general_font_family: sans-serif}</style>
${head}</head><body><div class="page-header header_box_wrap"></div>${body}</body></html>`;
  }
}

/** Returns a product as the theme writes it into its page: options by number and by title, integers for booleans. */
function stateForm(product: CatalogProduct, origin: string): object {
  const single = product.variants.length === 1 && product.options[0]?.name === 'Title';
  const images = product.images.map(({ path, alt }, position) => ({
    image_id: position + 1,
    src: `${origin}/pics/${path.split('/').at(-1)?.split('?')[0]}`,
    alt: alt ?? '',
    position,
  }));
  return {
    id: product.id,
    handle: product.handle,
    title: product.title,
    subtitle: '',
    mini_detail: '',
    body_html: product.bodyHtml ?? '',
    spec_mode: single ? 1 : 2,
    vendor: product.vendor,
    product_type: product.productType,
    tags: product.tags,
    spu: '',
    status: 1,
    inventory_tracking: 1,
    inventory_policy: 2,
    meta_title: '',
    meta_descript: '',
    meta_keywords: [],
    options: single
      ? []
      : product.options.map(({ name, values }, position) => ({
          id: position + 1,
          option_name: name,
          position,
          values: values.map((value, at) => ({ id: at + 1, option_value: value, position: at })),
        })),
    variants: product.variants.map((variant, position) => ({
      id: variant.id,
      title: product.title,
      ...Object.fromEntries(
        [1, 2, 3].flatMap((place) => [
          [`option${place}_title`, single ? '' : (product.options[place - 1]?.name ?? '')],
          [`option${place}_value_title`, single ? '' : (variant.optionValues[place - 1] ?? '')],
        ]),
      ),
      sku: variant.sku ?? `${product.id}-0-0-0-0-0-0`,
      sku_code: `${product.id}-0-0-0-0-0-0`,
      barcode: variant.barcode ?? '',
      price: variant.price,
      compare_at_price: variant.compareAtPrice ?? 0,
      weight: variant.grams / 1000,
      inventory_quantity: variant.quantity,
      available: variant.available ? 1 : 0,
      image_id: variant.image === null ? 0 : variant.image + 1,
      src: '',
      position,
    })),
    images,
    collections: [],
  };
}

function links(products: readonly CatalogProduct[]): string {
  return products
    .map(
      ({ handle, title }) =>
        `<a href="/products/${encodeURIComponent(handle)}?variant_sku_code=1">${text(title)}</a>`,
    )
    .join('\n');
}
