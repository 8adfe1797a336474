import type { CatalogProduct, SimulatedCatalog } from '../storefront/catalog.ts';
import { inScript, plain, text, xml } from '../storefront/markup.ts';
import { isVariable, permalinkOf, type ShopSigns } from './product-form.ts';

/** Largest number of variations written into a product's page (`woocommerce/readme.md`, Product pages). */
const variationsOnPage = 30;

/** Returns a product's page: linked data in `@graph`, and the form of variations. */
export function productPage(product: CatalogProduct, signs: ShopSigns): string {
  const url = permalinkOf(product, signs);
  const prices = product.variants.map(({ price }) => Number(price)).sort((one, other) => one - other);
  const [first] = product.variants;
  const data = {
    '@context': 'https://schema.org/',
    '@graph': [
      { '@type': 'BreadcrumbList', itemListElement: [] },
      {
        '@type': 'Product',
        '@id': `${url}#product`,
        name: product.title,
        url,
        description: plain(product.bodyHtml ?? ''),
        image: product.images.map(({ path }) => uploaded(path, signs)),
        sku: first?.sku ?? product.id,
        offers: [
          isVariable(product)
            ? {
                '@type': 'AggregateOffer',
                lowPrice: prices[0]?.toFixed(2),
                highPrice: prices.at(-1)?.toFixed(2),
                offerCount: product.variants.length,
                priceCurrency: signs.currency,
              }
            : {
                '@type': 'Offer',
                price: first?.price,
                priceSpecification: specifications(first?.price, first?.compareAtPrice, signs),
                priceCurrency: signs.currency,
                availability: `https://schema.org/${first?.available ? 'InStock' : 'OutOfStock'}`,
              },
        ],
      },
    ],
  };
  const head = `<link rel="canonical" href="${text(url)}"><script type="application/ld+json">${inScript(data)}</script>`;
  const body = `<h1 class="product_title">${text(product.title)}</h1>${form(product, signs)}<div>${product.bodyHtml ?? ''}</div>`;
  return page(product.title, `single single-product postid-${product.id}`, head, body, signs);
}

/** Returns the front page, a category, search results, or the shop page: links to products. */
export function listPage(
  title: string,
  kind: 'home' | 'tax-product_cat' | 'search search-results' | 'post-type-archive-product',
  products: readonly CatalogProduct[],
  signs: ShopSigns,
): string {
  const items = products.map(
    (product) =>
      `<li class="product type-product post-${product.id}"><a href="${text(permalinkOf(product, signs))}">${text(product.title)}</a></li>`,
  );
  return page(title, kind, '', `<h1>${text(title)}</h1><ul class="products">${items.join('\n')}</ul>`, signs);
}

export function noticePage(title: string, signs: ShopSigns): string {
  return page(title, 'error404', '', `<h1>${text(title)}</h1>`, signs);
}

/** Addresses in one part of the sitemap. */
const perSitemap = 2000;

/** Returns `/wp-sitemap.xml`, which names its parts. */
export function sitemapIndex(catalog: SimulatedCatalog, { origin }: ShopSigns): string {
  const count = Math.max(1, Math.ceil(catalog.count / perSitemap));
  const products = Array.from({ length: count }, (_, place) => `posts-product-${place + 1}`);
  const parts = ['posts-page-1', ...products, 'taxonomies-product_cat-1'];
  return xml(
    'sitemapindex',
    parts.map((part) => `<sitemap><loc>${origin}/wp-sitemap-${part}.xml</loc></sitemap>`),
  );
}

/** Returns one part of products, by its number from 1. */
export function productSitemap(catalog: SimulatedCatalog, number: number, signs: ShopSigns): string {
  return xml(
    'urlset',
    catalog
      .slice((number - 1) * perSitemap, number * perSitemap)
      .map((product) => `<url><loc>${text(permalinkOf(product, signs))}</loc></url>`),
  );
}

function form(product: CatalogProduct, signs: ShopSigns): string {
  if (!isVariable(product)) {
    return `<form class="cart"><button type="submit" name="add-to-cart" value="${product.id}">Add to cart</button></form>`;
  }
  const rows = product.variants.map((variant) => ({
    variation_id: variant.id,
    attributes: Object.fromEntries(
      product.options.map(({ name }, at) => [
        `attribute_${name.toLowerCase().replaceAll(' ', '-')}`,
        variant.optionValues[at] ?? '',
      ]),
    ),
    display_price: Number(variant.price),
    display_regular_price: Number(variant.compareAtPrice ?? variant.price),
    sku: variant.sku ?? '',
    is_in_stock: variant.available,
    max_qty: variant.quantity,
    image: { url: uploaded(product.images[variant.image ?? 0]?.path ?? '', signs) },
  }));
  const listed = rows.length > variationsOnPage ? 'false' : JSON.stringify(rows);
  return `<form class="variations_form cart" data-product_id="${product.id}" data-product_variations="${text(listed)}"></form>`;
}

function specifications(
  price: string | undefined,
  former: string | null | undefined,
  { currency }: ShopSigns,
) {
  const one = { '@type': 'UnitPriceSpecification', priceCurrency: currency };
  const list = { ...one, price: former, priceType: 'https://schema.org/ListPrice' };
  return [{ ...one, price }, ...(former ? [list] : [])];
}

function uploaded(path: string, { origin }: ShopSigns): string {
  return `${origin}/wp-content/uploads/${path.split('/').at(-1)?.split('?')[0] ?? ''}`;
}

function page(title: string, classes: string, head: string, body: string, signs: ShopSigns): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${text(title)} &#8211; ${text(signs.title)}</title>
<meta name="generator" content="WordPress 7.0.4">
<meta name="generator" content="WooCommerce 11.0.1">
<link rel="https://api.w.org/" href="${signs.origin}/wp-json/">
<meta property="og:site_name" content="${text(signs.title)}">
<link rel="stylesheet" href="${signs.origin}/wp-content/plugins/woocommerce/assets/css/woocommerce.css?ver=11.0.1">
${head}
</head>
<body class="${classes} woocommerce woocommerce-page woocommerce-no-js">
${body}
</body>
</html>
`;
}
