import type { Simulation, SimulationOptions } from '../simulation.ts';
import type { CatalogProduct, SimulatedCatalog } from '../storefront/catalog.ts';
import { text } from '../storefront/markup.ts';
import { simulatedShop, sitemapAnswer } from '../storefront/simulated-shop.ts';
import { type Answer, imageAnswer, type StorefrontRoutes } from '../storefront/storefront.ts';
import { quotedJson, stateForm } from './forms.ts';

const perPage = 24;

/**
 * Creates a simulated shop of SHOPLINE's classic, as shoppers see it: a sitemap, categories with their pages, and pages
 * that pass their product to a script (`shopline-tw/readme.md`, Product pages; the place of lists is assumed).
 */
export function createShoplineTwShop(options: SimulationOptions): Simulation {
  return simulatedShop('shopline-tw', options, ({ title, catalog }) =>
    routesOf(options.name, title, catalog),
  );
}

function routesOf(name: string, title: string, catalog: () => SimulatedCatalog): StorefrontRoutes {
  return {
    isFeed: (url) => url.pathname.startsWith('/products/'),
    isProductList: () => false,
    notice: (words) => page(words, `<h1>${text(words)}</h1>`),
    sign: (response) => response,
    route(path, url) {
      const image = /^\/media\/image_clips\/(?<name>[^/]+)$/.exec(path)?.groups?.name;
      return image ? imageAnswer(image) : pages(path, url);
    },
  };

  function pages(path: string, url: URL): Answer | null {
    const now = catalog();
    const sitemap = sitemapAnswer(path, now, url.origin);
    if (sitemap) {
      return sitemap;
    }
    const html = (body: string): Answer => ({ type: 'html', body });
    if (path === '/') {
      const items = now
        .categories()
        .map((one) => `<a class="menu" href="/categories/${text(one.handle)}"> ${text(one.title)} </a>`);
      return html(page(title, `${items.join('\n')}${links(now.slice(0, 8))}`));
    }
    const category = now.categories().find(({ handle }) => path === `/categories/${handle}`);
    if (category || path === '/products') {
      const number = Math.max(1, Number(url.searchParams.get('page') ?? 1));
      const listed = category ? now.inCategory(category.handle) : now;
      const inside = listed?.slice((number - 1) * perPage, number * perPage) ?? [];
      const words = category?.title ?? 'All';
      return html(page(words, `<h1>${text(words)}</h1>${links(inside)}`));
    }
    const product = now.byHandle(/^\/products\/(?<handle>[^/]+)$/.exec(path)?.groups?.handle ?? '');
    return product ? html(productPage(product, url.origin)) : null;
  }

  function productPage(product: CatalogProduct, origin: string): string {
    return page(
      product.title,
      `<h1>${text(product.title)}</h1><script>app.value('product', JSON.parse('${quotedJson(stateForm(product, origin))}'));</script>`,
    );
  }

  function page(words: string, body: string): string {
    return `<!doctype html><html><head><title>${text(words)}</title><meta property="og:site_name" content="${text(title)}">
<script src="https://cdn.shoplineapp.com/packs/shop.js"></script><link rel="preconnect" href="https://img.shoplineapp.com"></head>
<body ng-app="shop_module.controllers">${body}
<script>app.value('merchant', JSON.parse('${quotedJson({ handle: name })}'));</script></body></html>`;
  }
}

function links(products: readonly CatalogProduct[]): string {
  return products
    .map(({ handle, title }) => `<a href="/products/${encodeURIComponent(handle)}">${text(title)}</a>`)
    .join('\n');
}
