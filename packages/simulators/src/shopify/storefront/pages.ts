import type { CatalogProduct, SimulatedCatalog } from '../../storefront/catalog.ts';
import { inScript, plain, text } from '../../storefront/markup.ts';
import { scriptForm } from './feed-forms.ts';

/** What the pages of a shop show about the shop itself. */
export interface ShopSigns {
  title: string;
  /** `glade-home.myshopify.com`: the shop's identity. */
  domain: string;
  currency: string;
  origin: string;
}

/**
 * Returns a product's page, with the data that collectors read: JSON-LD, `var meta`, Open Graph (`shopify/readme.md`,
 * Product pages).
 */
export function productPage(product: CatalogProduct, signs: ShopSigns): string {
  const { origin, currency } = signs;
  const url = `${origin}/products/${product.handle}`;
  const first = product.variants[0];
  const images = product.images.map(({ path }) => origin + path);
  const meta = {
    product: {
      id: product.id,
      gid: `gid://shopify/Product/${product.id}`,
      vendor: product.vendor,
      type: product.productType,
      variants: product.variants.map(({ id, price, sku, optionValues }) => ({
        id,
        price: Math.round(Number(price) * 100) || 0,
        name: `${product.title} - ${optionValues.join(' / ')}`,
        public_title: optionValues.join(' / '),
        sku,
      })),
    },
    page: { pageType: 'product', resourceType: 'product', resourceId: product.id },
  };
  const head = `<link rel="canonical" href="${text(url)}">
<meta name="description" content="${text(plain(product.bodyHtml ?? '').slice(0, 300))}">
<meta property="og:type" content="product">
<meta property="og:title" content="${text(product.title)}">
<meta property="og:url" content="${text(url)}">
<meta property="og:image" content="${text(images[0] ?? '')}">
<meta property="og:price:amount" content="${text(first?.price ?? '')}">
<meta property="og:price:currency" content="${currency}">
<script type="application/ld+json">${inScript(structuredData(product, url, images, currency))}</script>
<script>var meta = ${inScript(meta)};</script>`;
  const body = `<h1>${text(product.title)}</h1><p class="price">${text(first?.price ?? '')} ${currency}</p>
${images.map((src) => `<img src="${text(src)}" width="600" height="600" alt="">`).join('\n')}
<div class="product-description">${product.bodyHtml ?? ''}</div>
${themeJson(product)}`;
  return page(product.title, head, body, signs);
}

/**
 * Returns what a theme prints of a product for its own scripts, chosen here by the product's number: of the recorded
 * pages three of five hold the whole product, one only its variants, one nothing (`recorded-pages.test.ts`).
 */
function themeJson(product: CatalogProduct): string {
  const block = (value: object, id = '') =>
    `<script type="application/json"${id}>${inScript(value)}</script>`;
  const kind = product.id % 5;
  return kind < 3
    ? block(scriptForm(product), ' id="ProductJson-product-template"')
    : kind === 3
      ? block(scriptForm(product).variants)
      : '';
}

/** Returns the shop's front page. */
export function homePage(catalog: SimulatedCatalog, signs: ShopSigns): string {
  const links = catalog
    .categories()
    .map(({ handle, title }) => `<li><a href="/collections/${text(handle)}">${text(title)}</a></li>`);
  return page(
    signs.title,
    '',
    `<h1>${text(signs.title)}</h1><ul>${links.join('')}</ul>${cards(catalog.slice(0, 24), signs)}`,
    signs,
  );
}

/** Returns a category's page with its first products. */
export function categoryPage(title: string, products: readonly CatalogProduct[], signs: ShopSigns): string {
  return page(title, '', `<h1>${text(title)}</h1>${cards(products, signs)}`, signs);
}

/** Returns a page of search results, below a menu of other products. */
export function searchPage(
  found: readonly CatalogProduct[],
  menu: readonly CatalogProduct[],
  signs: ShopSigns,
): string {
  const head = `<nav>${menu.map(({ handle }) => `<a href="/products/${text(handle)}">New</a>`).join('')}</nav>`;
  const items = found.map(
    ({ handle, title }, place) =>
      `<a href="/products/${text(handle)}?_pos=${place + 1}&amp;_sid=9f1c0a&amp;_ss=r">${text(title)}</a>`,
  );
  return page('Search', '', `${head}<main><h1>Search</h1>${items.join('\n')}</main>`, signs);
}

/** Returns the page that a shop shows to visitors who do not know its password. */
export function passwordPage(signs: ShopSigns): string {
  const form =
    '<form method="post" action="/password"><input type="password" name="password"><button>Enter</button></form>';
  return page('Opening soon', '', `<h1>${text(signs.title)} opens soon</h1>${form}`, signs);
}

/** Returns a page with a notice, such as that something was not found. */
export function noticePage(title: string, signs: ShopSigns): string {
  return page(title, '', `<h1>${text(title)}</h1>`, signs);
}

function page(title: string, head: string, body: string, signs: ShopSigns): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${text(title)} – ${text(signs.title)}</title>
${head}
<script>var Shopify = Shopify || {}; Shopify.shop = "${signs.domain}"; Shopify.locale = "en"; Shopify.currency = {"active":"${signs.currency}","rate":"1.0"}; Shopify.theme = {"name":"Practice","id":1};</script>
<style>body{font:16px system-ui,sans-serif;max-width:960px;margin:2rem auto;padding:0 1rem;color:#22303c}img{max-width:100%;height:auto;border-radius:12px}a{color:inherit}.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(180px,1fr));gap:16px;list-style:none;padding:0}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

function cards(products: readonly CatalogProduct[], { currency }: ShopSigns): string {
  const items = products.map(({ handle, title, images, variants }) => {
    const image = images[0] ? `<img src="${text(images[0].path)}" alt="">` : '';
    return `<li><a href="/products/${text(handle)}">${image}<br>${text(title)}</a><br>${text(variants[0]?.price ?? '')} ${currency}</li>`;
  });
  return `<ul class="cards">${items.join('\n')}</ul>`;
}

function structuredData(product: CatalogProduct, url: string, image: string[], currency: string): object {
  const about = {
    '@context': 'http://schema.org/',
    '@id': `/products/${product.handle}`,
    name: product.title,
    description: plain(product.bodyHtml ?? ''),
    category: product.productType,
    brand: { '@type': 'Brand', name: product.vendor },
    url,
    image,
  };
  const offers = product.variants.map((variant) => ({
    sku: variant.sku ?? '',
    name: `${product.title} - ${variant.optionValues.join(' / ')}`,
    ...(variant.barcode ? { gtin: variant.barcode } : {}),
    offers: {
      '@type': 'Offer',
      price: variant.price,
      priceCurrency: currency,
      availability: `http://schema.org/${variant.available ? 'InStock' : 'OutOfStock'}`,
      url: `${url}?variant=${variant.id}`,
    },
  }));
  if (product.variants.length === 1) {
    const { name: _, ...offer } = offers[0] ?? { name: '' };
    return { ...about, '@type': 'Product', ...offer };
  }
  return {
    ...about,
    '@type': 'ProductGroup',
    productGroupID: String(product.id),
    variesBy: product.options.map(({ name }) => `http://schema.org/${name.toLowerCase()}`),
    hasVariant: offers.map((offer) => ({ '@type': 'Product', ...offer })),
  };
}
