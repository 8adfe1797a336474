/** Content of a simulated product page; what is left out is not on it. */
export interface PretendPage {
  /** Classes of the product's element in addition to its id and its type. */
  classes?: string;
  type?: string;
  /** A linked-data product, in addition to the page's own name; null for none. */
  linked?: Record<string, unknown> | null;
  crumbs?: string;
  /** Content of the price block. */
  price?: string;
  short?: string;
  form?: string;
  meta?: string;
  tabs?: string;
  after?: string;
  head?: string;
}

export const pageAddress = new URL('https://loom.example/product/mug/');

/** Returns an amount as WooCommerce displays it, the currency sign after or before. */
export function amount(text: string, sign = '&euro;'): string {
  return `<span class="woocommerce-Price-amount amount"><bdi>${text}&nbsp;<span class="woocommerce-Price-currencySymbol">${sign}</span></bdi></span>`;
}

/** Returns the page of product 22, "Mug", as a classic theme of WooCommerce writes it. */
export function pretendPage(page: PretendPage): string {
  const { type = 'simple', classes = 'instock purchasable', linked = {} } = page;
  const data =
    linked === null
      ? ''
      : `<script type="application/ld+json">${JSON.stringify({ '@type': 'Product', name: 'Mug', url: pageAddress.href, ...linked })}</script>`;
  const part = (text: string | undefined, open: string, close: string) =>
    text === undefined ? '' : open + text + close;
  return `<!doctype html><html><head><title>Mug</title>${page.head ?? ''}</head>
<body class="single single-product postid-22 woocommerce woocommerce-page">
${part(page.crumbs, '<nav class="woocommerce-breadcrumb">', '&nbsp;/&nbsp;Mug</nav>')}
<div id="product-22" class="product type-product post-22 status-publish ${classes} product-type-${type}">
<div class="summary"><h1 class="product_title entry-title">Mug</h1>
${part(page.price, '<p class="price">', '</p>')}
${part(page.short, '<div class="woocommerce-product-details__short-description">', '</div>')}
${page.form ?? ''}
${part(page.meta, '<div class="product_meta">', '</div>')}</div>
${part(page.tabs, '<div class="woocommerce-tabs">', '</div>')}
<section class="related products"><h2>Related</h2><ul class="products"><li class="product type-product post-23 instock">
<a href="/product/plate/">Plate</a><span class="price"><del>${amount('9,00')}</del><ins>${amount('7,00')}</ins></span></li></ul></section>
</div>${page.after ?? ''}${data}</body></html>`;
}

/** Returns the form of variations with these rows and options: selects by attribute, each option `value: label`. */
export function variationsForm(
  rows: unknown,
  selects: Record<string, Record<string, string>>,
  labels: Record<string, string> = {},
): string {
  const sent = JSON.stringify(rows).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const lines = Object.entries(selects).map(([key, options]) => {
    const id = key.replace('attribute_', '');
    const choices = Object.entries(options).map(
      ([value, label]) => `<option value="${value}">${label}</option>`,
    );
    return `<tr><th class="label"><label for="${id}">${labels[key] ?? id}</label></th><td class="value"><select id="${id}" name="${key}" data-attribute_name="${key}"><option value="">Choose an option</option>${choices.join('')}</select></td></tr>`;
  });
  return `<form class="variations_form cart" data-product_id="22" data-product_variations="${sent}"><table class="variations"><tbody>${lines.join('')}</tbody></table><button type="submit" class="single_add_to_cart_button">Add</button></form>`;
}

/** Returns a variation as WooCommerce writes it into the form. */
export function variation(
  id: number,
  attributes: Record<string, string>,
  changes: Record<string, unknown> = {},
) {
  return {
    variation_id: id,
    attributes,
    display_price: 20,
    display_regular_price: 20,
    is_in_stock: true,
    is_purchasable: true,
    is_sold_individually: 'no',
    max_qty: '',
    sku: `M-${id}`,
    weight: '',
    weight_html: 'N/A',
    ...changes,
  };
}
