import { wordsSearched } from '@bowerbird/platforms/alibaba/collect/address';
import type { Simulation, SimulationOptions } from '../simulation.ts';
import { type CatalogProduct, productById, type SimulatedCatalog } from '../storefront/catalog.ts';
import { inScript, text } from '../storefront/markup.ts';
import { searched } from '../storefront/searched.ts';
import { simulatedShop } from '../storefront/simulated-shop.ts';
import { type Answer, imageAnswer, type StorefrontRoutes } from '../storefront/storefront.ts';
import { contextScript } from './context.ts';
import { detailForm, imageAddress } from './detail-data.ts';
import { answerAlibabaApi, answerChinaApi } from './open-api.ts';

const perPage = 48;

/** What differs between the two simulated sites. */
interface Simulated {
  script(product: CatalogProduct, origin: string): string;
  /** Patterns for the id of the product that a path names, and of the product whose description it names. */
  product: RegExp;
  description: RegExp;
  describes(id: string, html: string): Answer;
  /** Pattern of list paths: the number of a category (`id`) or none, and the page number where the path carries it. */
  list: RegExp;
  pageName: string;
  address(id: number): string;
  category(id: number, handle: string): string;
  offers(products: readonly CatalogProduct[], total: number, origin: string): string;
}

/**
 * Creates a simulated alibaba.com store with its products on the same host: product pages with their state, the lists
 * of a store, its groups, and the description at its own address (`alibaba/readme.md`, Alibaba.com: addresses).
 */
export function createAlibabaShop(options: SimulationOptions): Simulation {
  return simulated('alibaba', options, alibabaPages, answerAlibabaApi);
}

/** Creates a simulated 1688 store (`alibaba/readme.md`, 1688: addresses). */
export function create1688Shop(options: SimulationOptions): Simulation {
  return simulated('alibaba-1688', options, chinaPages, answerChinaApi);
}

/** Returns a shop and the open platform that serves its products. */
function simulated(
  platform: string,
  options: SimulationOptions,
  pages: Simulated,
  answerApi: (request: Request, catalog: SimulatedCatalog) => Promise<Response | null>,
): Simulation {
  let catalog: (() => SimulatedCatalog) | null = null;
  const shop = simulatedShop(platform, options, (parts) => {
    catalog = parts.catalog;
    return routesOf(parts.title, parts.catalog, pages);
  });
  return {
    ...shop,
    answer: async (request) =>
      (catalog === null ? null : await answerApi(request, catalog())) ?? (await shop.answer(request)),
  };
}

const alibabaPages: Simulated = {
  script: (product, origin) => `window.detailData = ${inScript(detailForm(product, origin))};`,
  product: /^\/product-detail\/[^/]*_(?<id>\d+)\.html$/,
  description: /^\/event\/app\/mainAction\/desc\.htm$/,
  describes: (_, html) => ({
    type: 'json',
    body: JSON.stringify({ data: { productHtmlDescription: html } }),
  }),
  list: /^\/(?:productlist(?:-(?<page>\d+))?|productgrouplist-(?<id>\d+)(?:-(?<groupPage>\d+))?\/[^/]+)\.html$/,
  pageName: 'page',
  address: (id) => `/product-detail/x_${id}.html`,
  category: (id, handle) => `/productgrouplist-${id}/${handle}.html`,
  offers: (products, total, origin) => {
    const offers = products.map((product) => ({
      productId: product.id,
      title: `<strong>${text(product.title)}</strong>`,
      enPureTitle: product.title,
      mainImage: `${imageAddress(product, 0, origin)}`,
      price: `$${product.variants[0]?.price}`,
      moqV2: 'Min. order: 1 piece',
    }));
    const advert = { productId: 1600000000001, title: 'A paid place', price: '$1.00', isShowAd: true };
    return `window.__page__data_sse10 = {"_page":{}};
window.__page__data_sse10._offer_list = ${inScript({ offerResultData: { offers: [advert, ...offers], totalCount: total } })};`;
  },
};

const chinaPages: Simulated = {
  script: contextScript,
  product: /^\/offer\/(?<id>\d+)\.html$/,
  description: /^\/1688offer\/(?<id>\d+)$/,
  describes: (_, html) => ({
    type: 'script',
    body: `var offer_details=${JSON.stringify({ content: html })};`,
  }),
  list: /^\/page\/offerlist(?:_(?<id>\d+))?\.htm$/,
  pageName: 'pageNum',
  address: (id) => `/offer/${id}.html`,
  category: (id) => `/page/offerlist_${id}.htm`,
  offers: (products, total, origin) => {
    const offerList = products.map((product) => ({
      id: product.id,
      subject: product.title,
      image: { imgUrl: imageAddress(product, 0, origin) },
      priceInfo: { price: product.variants[0]?.price },
      tradeInfo: { moq: 1 },
    }));
    return `window.data = {};window.data.offerresultData = ${inScript({ offerList, totalCount: total })};`;
  },
};

function routesOf(title: string, catalog: () => SimulatedCatalog, site: Simulated): StorefrontRoutes {
  return {
    isFeed: (url) => site.product.test(url.pathname),
    isProductList: () => false,
    notice: (words) => page(words, '', `<h1>${text(words)}</h1>`),
    sign: (response) => response,
    route(path, url) {
      const image = /^\/kf\/(?<name>[^/]+)$/.exec(path)?.groups?.name;
      return image ? imageAnswer(image) : (description(path, url) ?? pages(path, url));
    },
  };

  function description(path: string, url: URL): Answer | null {
    const found = site.description.exec(path);
    const id = found?.groups?.id ?? url.searchParams.get('detailId') ?? '';
    const product = found ? productById(catalog(), Number(id)) : null;
    return product ? site.describes(id, product.bodyHtml ?? '') : null;
  }

  function pages(path: string, url: URL): Answer | null {
    const now = catalog();
    const html = (body: string): Answer => ({ type: 'html', body });
    if (path === '/robots.txt') {
      return { type: 'text', body: 'User-agent: *\nDisallow: /cart\n' };
    }
    if (path === '/') {
      const groups = now
        .categories()
        .map(
          ({ id, handle, title: name }) =>
            `<li><a href="${site.category(id, handle)}">${text(name)}</a></li>`,
        );
      return html(listPage(title, now.slice(0, 12), now.count, url, `<ul>${groups.join('')}</ul>`));
    }
    const words = wordsSearched(url.pathname + url.search);
    if (words !== null && /^\/(?:trade\/search|selloffer\/offer_search\.htm)$/.test(path)) {
      const found = searched(now, words);
      const number = Number(url.searchParams.get('page') ?? url.searchParams.get('beginPage') ?? 1);
      return html(
        listPage(words, found.slice((number - 1) * perPage, number * perPage), found.length, url, ''),
      );
    }
    const list = site.list.exec(path)?.groups;
    if (list) {
      const number = Number(list.page ?? list.groupPage ?? url.searchParams.get(site.pageName) ?? 1);
      const category = now.categories().find(({ id }) => String(id) === list.id);
      const inside = list.id === undefined ? now : category && now.inCategory(category.handle);
      return inside
        ? html(
            listPage(
              category?.title ?? title,
              inside.slice((number - 1) * perPage, number * perPage),
              inside.count,
              url,
              '',
            ),
          )
        : null;
    }
    const product = productById(now, Number(site.product.exec(path)?.groups?.id ?? 0));
    return product
      ? html(
          page(
            product.title,
            '',
            `<h1>${text(product.title)}</h1><script>${site.script(product, url.origin)}</script>`,
          ),
        )
      : null;
  }

  function listPage(
    words: string,
    products: readonly CatalogProduct[],
    total: number,
    url: URL,
    more: string,
  ) {
    const links = products
      .map((product) => `<a href="${site.address(product.id)}">${text(product.title)}</a>`)
      .join('\n');
    return page(words, '', `<script>${site.offers(products, total, url.origin)}</script>${more}${links}`);
  }

  function page(words: string, head: string, body: string): string {
    return `<!doctype html><html><head><meta charset="utf-8"><title>${text(words)}</title>
<meta property="og:site_name" content="${text(title)}">${head}</head><body>${body}</body></html>`;
  }
}
