import type { Simulation, SimulationOptions } from '../simulation.ts';
import { type CatalogProduct, productById, type SimulatedCatalog } from '../storefront/catalog.ts';
import { inScript, text } from '../storefront/markup.ts';
import { searched } from '../storefront/searched.ts';
import { simulatedShop } from '../storefront/simulated-shop.ts';
import { type Answer, imageAnswer, type StorefrontRoutes } from '../storefront/storefront.ts';
import { componentsForm, images, modulesForm, mtopForm, sellerId, storeId } from './forms.ts';
import { answerOpenApi } from './open-api.ts';

const perPage = 60;

/**
 * Creates a simulated AliExpress store: its page, which names the seller and shows a few products; the list that loads
 * its products; categories and searches with their cards; item pages in every format the source has used; and the open
 * platform, for one app (`aliexpress/readme.md`, Product pages; Lists; Open platform). Content that normally only a
 * browser would load is included in the page here.
 */
export function createAliexpressStore(options: SimulationOptions): Simulation {
  let catalog: (() => SimulatedCatalog) | null = null;
  const shop = simulatedShop('aliexpress', options, (parts) => {
    catalog = parts.catalog;
    return routesOf(parts.title, parts.catalog);
  });
  return {
    ...shop,
    async answer(request) {
      const isOpenApi =
        request.method === 'POST' && /^\/(?:sync$|rest\/)/.test(new URL(request.url).pathname);
      return isOpenApi && catalog !== null
        ? await answerOpenApi(request, catalog())
        : await shop.answer(request);
    },
  };
}

function routesOf(title: string, catalog: () => SimulatedCatalog): StorefrontRoutes {
  return {
    isFeed: (url) => url.pathname.startsWith('/item/'),
    isProductList: (url) => url.pathname === '/async/execute',
    // The visitor check here shows a slider to be moved, with status 200.
    notice: (words) =>
      words === '404 Not Found'
        ? page(words, `<h1>${text(words)}</h1>`)
        : '<!doctype html><title>Captcha Interception</title><div id="nc_1_wrapper"></div>',
    sign: (response) => response,
    route: (path, url) => pages(path, url),
  };

  function pages(path: string, url: URL): Answer | null {
    const now = catalog();
    const html = (body: string): Answer => ({ type: 'html', body });
    const image = /^\/pics\/(?<name>[^/]+)$/.exec(path)?.groups?.name;
    if (image) {
      return imageAnswer(image);
    }
    if (path === '/robots.txt') {
      return { type: 'text', body: 'User-agent: *\nDisallow: /cart\n' };
    }
    if (path === '/' || path.startsWith(`/store/${storeId}`)) {
      return html(storePage(now));
    }
    if (path === '/async/execute') {
      return { type: 'script', body: storeCall(now, url) };
    }
    if (path.endsWith('/desc.htm')) {
      const product = productById(now, Number(url.searchParams.get('productId')));
      return html(
        `<script>window.adminAccountId=1;</script><div class="detailmodule_html">${product?.bodyHtml ?? ''}</div>`,
      );
    }
    const category = now.categories().find(({ id }) => path.startsWith(`/category/${id}/`));
    if (category) {
      return html(listPage(category.title, now.inCategory(category.handle)?.slice(0, 10_000) ?? [], url));
    }
    const words = url.searchParams.get('SearchText');
    if (words) {
      return html(listPage(words, searched(now, words), url));
    }
    const id = /^\/item\/(?<id>\d{8,20})\.html$/.exec(path)?.groups?.id;
    const product = id === undefined ? null : productById(now, Number(id));
    return product ? html(itemPage(product, url.origin)) : null;
  }

  function storePage(now: SimulatedCatalog): string {
    const menu = now
      .categories()
      .map(
        ({ id, handle, title: name }) =>
          `<a href="//www.aliexpress.com/category/${id}/${handle}.html">${text(name)}</a>`,
      );
    const window = now
      .slice(0, 12)
      .map(({ id, title: name }) => `<a href="/item/${id}.html">${text(name)}</a>`);
    const own = `window.shopPageDataApi = '/store/api?storeId=${storeId}'; var page = { storeId: '${storeId}', ownerMemberId: '${sellerId}' };`;
    return page(
      `${title} Store - Amazing products`,
      `<script>${own}</script>${menu.join('\n')}${window.join('\n')}`,
    );
  }

  function itemPage(product: CatalogProduct, origin: string): string {
    const sold = { product, origin };
    const state = [
      () => `window.runParams = {};</script><script type="application/json">${inScript(mtopForm(sold))}`,
      () => `window.runParams = { data: ${inScript(componentsForm(sold))} };`,
      () => `window.runParams = { data: ${inScript(modulesForm(sold))}, csrfToken: '' };`,
    ][product.id % 3];
    return page(`${product.title} - AliExpress`, `<script>${state?.() ?? ''}</script>`);
  }
}

function storeCall(now: SimulatedCatalog, url: URL): string {
  const number = Math.max(1, Number(url.searchParams.get('page') ?? 1));
  const size = Math.max(1, Number(url.searchParams.get('pageSize') ?? 30));
  const Data = now.slice((number - 1) * size, number * size).map((product) => ({
    id: product.id,
    subject: product.title,
    pcDetailUrl: `//www.aliexpress.com/item/${product.id}.html`,
    image640Url: images(product, url.origin)[0] ?? '',
  }));
  const Result = { Products: { Data, totalPage: Math.ceil(now.count / size) } };
  return `${url.searchParams.get('callback') ?? 'jsonp'}(${JSON.stringify({ Result })})`;
}

function listPage(words: string, products: readonly CatalogProduct[], url: URL): string {
  const number = Math.max(1, Number(url.searchParams.get('page') ?? 1));
  const content = products.slice((number - 1) * perPage, number * perPage).map((product) => ({
    productId: String(product.id),
    redirectedId: String(product.id),
    itemType: 'productV3',
    productType: 'natural',
    title: { displayTitle: product.title },
    image: { imgUrl: images(product, url.origin)[0] ?? '' },
    prices: { salePrice: { minPrice: Number(product.variants[0]?.price), currencyCode: 'USD' } },
  }));
  const pageInfo = { page: number, pageSize: perPage, totalResults: products.length };
  const fields = { mods: { itemList: { content } }, pageInfo };
  return page(
    words,
    `<script>window._dida_config_._init_data_= { data: ${inScript({ data: { root: { fields } } })} }</script>`,
  );
}

function page(words: string, body: string): string {
  return `<!doctype html><html><head><meta name="data-spm" content="a2g0o"><title>${text(words)}</title>
<script>window._dida_config_ = window._dida_config_ || {};</script></head><body data-spm="home">${body}</body></html>`;
}
