import { realOutside, type Simulation, type SimulationOptions } from '../simulation.ts';
import type { Faults } from '../simulation-faults.ts';
import { type StoreView, storeView } from '../store/store-view.ts';
import {
  type CatalogProduct,
  joinedCatalog,
  listCatalog,
  productById,
  type SimulatedCatalog,
} from '../storefront/catalog.ts';
import { searched } from '../storefront/searched.ts';
import { simulatedShop, sitemapAnswer } from '../storefront/simulated-shop.ts';
import { type Answer, imageAnswer, type StorefrontRoutes } from '../storefront/storefront.ts';
import { titleOf } from '../storefront/title.ts';
import { numberOf, productForm, uuidOf } from './forms.ts';
import {
  categoriesPage,
  categoryPage,
  noticePage,
  productPage,
  type ShopSigns,
  searchPage,
} from './pages.ts';
import { LazzaStore } from './store/lazza-store.ts';
import { keyIn, LazzaLedger, type StoredProduct, type Write } from './store/ledger.ts';
import { ledgerCatalog } from './store/ledger-catalog.ts';
import { type StoreSettings, settingsByDefault } from './store/settings.ts';

/** The server truncates larger pages to this, as we assume (`shoplazza/readme.md`, Public endpoints). */
const pageMax = 48;

export interface ShoplazzaShopOptions extends SimulationOptions {
  store?: Partial<StoreSettings>;
}

/**
 * A simulated Shoplazza shop: what shoppers and its theme see, and what apps write to (`shoplazza/readme.md`,
 * Recognising a shop; Writing products).
 */
export interface SimulatedShoplazzaShop extends Simulation {
  settings: StoreSettings;
  ledger: LazzaLedger;
  view(): StoreView<StoredProduct, Write>;
}

export function createShoplazzaShop(options: ShoplazzaShopOptions): SimulatedShoplazzaShop {
  const outside = options.outside ?? realOutside;
  const settings: StoreSettings = { ...settingsByDefault, name: titleOf(options.name), ...options.store };
  const ledger = new LazzaLedger();
  let listed = { version: -1, catalog: ledgerCatalog(ledger) };
  const shop = simulatedShop('shoplazza', options, ({ title, faults, catalog }) =>
    routesOf(title, faults, () => {
      ledger.catchUp(outside.now());
      if (listed.version !== ledger.version) {
        listed = { version: ledger.version, catalog: ledgerCatalog(ledger) };
      }
      return listed.catalog.count === 0 ? catalog() : joinedCatalog(listed.catalog, catalog());
    }),
  );
  const store = new LazzaStore(ledger, settings, shop.faults, outside);
  return {
    ...shop,
    settings,
    ledger,
    access: { connection: 'token', credentials: { token: settings.token } },
    otherAccess: [
      {
        connection: 'app',
        credentials: { clientId: settings.app.clientId, clientSecret: settings.app.clientSecret },
      },
    ],
    answer(request) {
      const isOfStore = /^\/(?:openapi|admin\/oauth)\//.test(new URL(request.url).pathname);
      return isOfStore ? store.answer(request) : shop.answer(request);
    },
    view: () => storeView(ledger, keyIn, outside.now()),
  };
}

function routesOf(title: string, faults: Faults, catalog: () => SimulatedCatalog): StorefrontRoutes {
  const signsOf = (url: URL): ShopSigns => ({
    title: title,
    origin: url.origin,
    currency: 'USD',
  });
  return {
    isFeed: (url) => url.pathname.startsWith('/api/'),
    isProductList: (url) => url.pathname.startsWith('/api/'),
    notice: (title, url) => noticePage(title, signsOf(url)),
    sign: (response) => response,
    route(path, url) {
      const image = /^\/files\/(?<name>[^/]+)$/.exec(path)?.groups?.name;
      if (image) {
        return imageAnswer(image.replace('_{width}', ''));
      }
      return path.startsWith('/api/') ? api(path, url) : pages(path, url);
    },
  };

  function api(path: string, url: URL): Answer | null {
    const query = url.searchParams;
    const now = catalog();
    const collection = /^\/api\/collections\/(?<id>[^/]+)\/products$/.exec(path)?.groups?.id;
    if (path === '/api/search') {
      const words = query.get('keyword') ?? '';
      const found = words === '' ? now : listCatalog(searched(now, words));
      return listAnswer(found, found.count, 'total', url);
    }
    if (collection !== undefined) {
      const category = now.categories().find(({ id }) => uuidOf('collection', id) === collection);
      const inside =
        collection === uuidOf('collection', 0) ? now : category && now.inCategory(category.handle);
      return inside ? listAnswer(inside, inside.count, 'count', url) : null;
    }
    if (path === '/api/product/list') {
      const products = query.getAll('ids[]').flatMap((id) => byUuid(now, id) ?? []);
      return json({
        state: 0,
        data: { products: products.map((one) => productForm(one, url.origin, { whole: true })) },
      });
    }
    const product = byUuid(now, /^\/api\/products\/(?<id>[^/]+)$/.exec(path)?.groups?.id ?? '');
    return product
      ? json({ state: 0, data: { product: productForm(product, url.origin, { whole: true }) } })
      : null;
  }

  function listAnswer(
    listed: Pick<SimulatedCatalog, 'slice'>,
    count: number,
    name: 'count' | 'total',
    url: URL,
  ): Answer {
    const limit = Math.min(pageMax, Math.max(1, Number(url.searchParams.get('limit') ?? 12)));
    const page = Math.max(1, Number(url.searchParams.get('page') ?? 1));
    const isEmpty = faults.injectFault('empty', url.pathname) !== null;
    const products = isEmpty ? [] : listed.slice((page - 1) * limit, page * limit);
    return json({
      state: 0,
      data: {
        [name]: count,
        has_more: !isEmpty && page * limit < count ? 1 : 0,
        products: products.map((product) => productForm(product, url.origin, { whole: false })),
      },
    });
  }

  function pages(path: string, url: URL): Answer | null {
    const sitemap = sitemapAnswer(path, catalog(), url.origin);
    if (sitemap) {
      return sitemap;
    }
    const signs = signsOf(url);
    const now = catalog();
    const html = (body: string): Answer => ({ type: 'html', body });
    if (path === '/' || path === '/collections') {
      return html(categoriesPage(now, signs));
    }
    if (path === '/collections/all') {
      const all = { id: 0, handle: 'all', title: 'All products', count: now.count };
      return html(categoryPage(all, now.slice(0, 48), signs));
    }
    if (path === '/search') {
      const found = searched(now, url.searchParams.get('keyword') ?? '');
      return html(searchPage(found.slice(0, 48), signs));
    }
    const category = now.categories().find(({ handle }) => path === `/collections/${handle}`);
    if (category) {
      return html(categoryPage(category, now.inCategory(category.handle)?.slice(0, 48) ?? [], signs));
    }
    const product = now.byHandle(/^\/products\/(?<handle>[^/]+)$/.exec(path)?.groups?.handle ?? '');
    return product ? html(productPage(product, signs)) : null;
  }
}

function byUuid(catalog: SimulatedCatalog, uuid: string): CatalogProduct | null {
  const number = numberOf(uuid);
  const listed = number === null ? null : productById(catalog, number);
  return listed ?? (number === null ? null : findAmong(catalog, number));
}

/** Finds a product by number: practice products are in the order of their numbers, after the listed ones. */
function findAmong(catalog: SimulatedCatalog, number: number): CatalogProduct | null {
  const last = catalog.slice(catalog.count - 1, catalog.count)[0];
  const at = last === undefined ? -1 : catalog.count - 1 - (last.id - number);
  const [guess] = at < 0 ? [] : catalog.slice(at, at + 1);
  return guess?.id === number ? guess : null;
}

function json(body: object): Answer {
  return { type: 'json', body: JSON.stringify(body) };
}
