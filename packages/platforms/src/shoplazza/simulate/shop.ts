import { playedShop, sitemapAnswer } from '../../simulating/played-shop.ts';
import { searched } from '../../simulating/searched.ts';
import {
  joinedShelf,
  listShelf,
  productById,
  type Shelf,
  type ShelfProduct,
} from '../../simulating/shelf.ts';
import { type StoreView, storeView } from '../../simulating/store-view.ts';
import { type Answer, pictureAnswer, type StorefrontRoutes } from '../../simulating/storefront.ts';
import { titleOf } from '../../simulating/title.ts';
import { realOutside, type Simulation, type SimulationOptions } from '../../simulation.ts';
import type { Faults } from '../../simulation-faults.ts';
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
import { ledgerShelf } from './store/ledger-shelf.ts';
import { type StoreSettings, settingsByDefault } from './store/settings.ts';

/** The server cuts more than this to it, as we assume (`readme.md`, Public endpoints). */
const pageMax = 48;

export interface ShoplazzaShopOptions extends SimulationOptions {
  store?: Partial<StoreSettings>;
}

/**
 * A Shoplazza shop played by us: what shoppers and its theme see, and what apps write to (`readme.md`, Recognising a shop;
 * Writing products).
 */
export interface PlayedShoplazzaShop extends Simulation {
  settings: StoreSettings;
  ledger: LazzaLedger;
  view(): StoreView<StoredProduct, Write>;
}

export function createShoplazzaShop(options: ShoplazzaShopOptions): PlayedShoplazzaShop {
  const outside = options.outside ?? realOutside;
  const settings: StoreSettings = { ...settingsByDefault, name: titleOf(options.name), ...options.store };
  const ledger = new LazzaLedger();
  let listed = { version: -1, shelf: ledgerShelf(ledger) };
  const shop = playedShop('shoplazza', options, ({ title, faults, shelf }) =>
    routesOf(title, faults, () => {
      ledger.catchUp(outside.now());
      if (listed.version !== ledger.version) {
        listed = { version: ledger.version, shelf: ledgerShelf(ledger) };
      }
      return listed.shelf.count === 0 ? shelf() : joinedShelf(listed.shelf, shelf());
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

function routesOf(title: string, faults: Faults, shelf: () => Shelf): StorefrontRoutes {
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
      const picture = /^\/files\/(?<name>[^/]+)$/.exec(path)?.groups?.name;
      if (picture) {
        return pictureAnswer(picture.replace('_{width}', ''));
      }
      return path.startsWith('/api/') ? api(path, url) : pages(path, url);
    },
  };

  function api(path: string, url: URL): Answer | null {
    const query = url.searchParams;
    const now = shelf();
    const collection = /^\/api\/collections\/(?<id>[^/]+)\/products$/.exec(path)?.groups?.id;
    if (path === '/api/search') {
      const words = query.get('keyword') ?? '';
      const found = words === '' ? now : listShelf(searched(now, words));
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
    listed: Pick<Shelf, 'slice'>,
    count: number,
    name: 'count' | 'total',
    url: URL,
  ): Answer {
    const limit = Math.min(pageMax, Math.max(1, Number(url.searchParams.get('limit') ?? 12)));
    const page = Math.max(1, Number(url.searchParams.get('page') ?? 1));
    const isEmpty = faults.strike('empty', url.pathname) !== null;
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
    const sitemap = sitemapAnswer(path, shelf(), url.origin);
    if (sitemap) {
      return sitemap;
    }
    const signs = signsOf(url);
    const now = shelf();
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

function byUuid(shelf: Shelf, uuid: string): ShelfProduct | null {
  const number = numberOf(uuid);
  const listed = number === null ? null : productById(shelf, number);
  return listed ?? (number === null ? null : findAmong(shelf, number));
}

/** Practice goods stand in the order of their numbers, behind what was listed. */
function findAmong(shelf: Shelf, number: number): ShelfProduct | null {
  const last = shelf.slice(shelf.count - 1, shelf.count)[0];
  const at = last === undefined ? -1 : shelf.count - 1 - (last.id - number);
  const [guess] = at < 0 ? [] : shelf.slice(at, at + 1);
  return guess?.id === number ? guess : null;
}

function json(body: object): Answer {
  return { type: 'json', body: JSON.stringify(body) };
}
