import type { CatalogProduct, SimulatedCatalog } from '../storefront/catalog.ts';
import { inScript, text } from '../storefront/markup.ts';
import { productForm, uuidOf } from './forms.ts';

export interface ShopSigns {
  title: string;
  origin: string;
  currency: string;
}

/**
 * Returns a product's page: its JSON inside a call, its description only in the visible text (`shoplazza/readme.md`,
 * Product pages).
 */
export function productPage(product: CatalogProduct, signs: ShopSigns): string {
  const id = uuidOf('product', product.id);
  const url = `${signs.origin}/products/${encodeURIComponent(product.handle)}`;
  const head = `<link rel="canonical" href="${text(url)}">
<meta property="og:title" content="${text(product.title)}"><meta property="og:type" content="product">
<script id="product-json" type="application/json" data-id="${id}"></script>`;
  const body = `<div class="product-info__desc-tab product-info__desc"><div class="product-info__label_tabs">Description</div>${product.bodyHtml ?? ''}</div>
<script>$(function(){ $(".product-detail-1").product_detail({section_id:"1",default_img:"//static.staticdj.com/x.jpg",product:${inScript(productForm(product, signs.origin, { whole: false }))}, initialSlide: 0, ajax: false }); });</script>`;
  return page(product.title, { template_type: 1, resource_id: id }, head, body, signs);
}

/** Returns a category's page: the call that gives its id, and links to its products. */
export function categoryPage(
  category: { id: number; handle: string; title: string; count: number },
  products: readonly CatalogProduct[],
  signs: ShopSigns,
): string {
  const id = uuidOf('collection', category.id);
  const call = `$.collectionDetail({collection_id:'${id}',handle:'${category.handle}',limit:48,pages:${Math.ceil(category.count / 48)},products_count:${category.count},current_page:1})`;
  return page(
    category.title,
    { template_type: 2, resource_id: id },
    `<meta property="og:title" content="${text(category.title)}">`,
    `<h1>${text(category.title)}</h1><div id="collection_products">${links(products)}</div><script>${call};</script>`,
    signs,
  );
}

/** Returns the front page and the page of categories: links to categories. */
export function categoriesPage(catalog: SimulatedCatalog, signs: ShopSigns): string {
  const items = catalog
    .categories()
    .map(({ handle, title }) => `<li><a href="/collections/${text(handle)}">${text(title)}</a></li>`);
  return page(signs.title, {}, '', `<ul>${items.join('')}</ul>${links(catalog.slice(0, 12))}`, signs);
}

/** Returns a page of search results: links to the products found. */
export function searchPage(products: readonly CatalogProduct[], signs: ShopSigns): string {
  return page('Search', {}, '', `<h1>Search</h1>${links(products)}`, signs);
}

export function noticePage(title: string, signs: ShopSigns): string {
  return page(title, {}, '', `<h1>${text(title)}</h1>`, signs);
}

function links(products: readonly CatalogProduct[]): string {
  return products
    .map(({ handle, title }) => `<a href="/products/${encodeURIComponent(handle)}">${text(title)}</a>`)
    .join('\n');
}

function page(title: string, shown: object, head: string, body: string, signs: ShopSigns): string {
  const settings = { meta: { page: shown, shop: { name: signs.title, currency: signs.currency } } };
  return `<!doctype html><html><head><title>${text(title)}</title>
<link rel="dns-prefetch" href="//static.staticdj.com"><meta property="og:site_name" content="${text(signs.title)}">
<script>window.SHOP_PARAMS = { shop_id: '1000', shop_name: '${text(signs.title)}', theme_id: '1', cdn_domain: '//static.staticdj.com' };
window.C_SETTINGS = ${inScript(settings)};</script>
${head}</head><body class="dj_skin_bg dj_skin_body">
${body}</body></html>`;
}
