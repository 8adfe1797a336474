import type { Product } from '@bowerbird/catalog/product';
import { productAddress, readAddress } from '../../../collecting/links/handle-address.ts';
import { noProductOn } from '../../../collecting/pages/no-product.ts';
import { productsOrNone } from '../../../collecting/pages/products-or-none.ts';
import { readHtmlFacts } from '../../../reading/html/html-facts.ts';
import { withUnstated } from '../../../reading/page-fields.ts';
import { idOf, textOf, type UnreadObject } from '../../../reading/unread.ts';
import { choicesOf, optionsSent } from '../reading-page/choices.ts';
import { currencyIn, descriptionOf, firstStating, imagesOf, productTypeOf } from '../reading-page/fields.ts';
import { formsOn } from '../reading-page/forms.ts';
import { inventoryOn } from '../reading-page/inventory.ts';
import { mergeVariants } from '../reading-page/merge.ts';
import { identityOn, metaProduct } from '../reading-page/page-json.ts';
import { shownOptionNames, shownOptions } from '../reading-page/shown.ts';
import { shownFormerPrice } from '../reading-page/shown-price.ts';
import type { FieldForms } from '../reading-page/stated.ts';
import { isPart, unknownOf } from '../reading-page/unknown.ts';
import { readProduct, type ShopFacts } from '../schema.ts';
import { isStockStated } from '../unstated.ts';

/**
 * Returns a product from its page, each field from the most reliable form that has it: the theme's product data, `var
 * meta`, the data of tracking pixels, linked data, microdata, Open Graph, the markup itself. `extra.page.fields`
 * records the form of each field, `extra.page.unknown` the fields that no form has; `extra.shopify.partial` marks a
 * product that may have more than was read. Throws the error of `noProductOn` when the page shows no product.
 */
export function productOnPage(html: string, handle: string, facts: ShopFacts): Product {
  const { page, id, forms, variants, options } = mergedOn(html, handle);
  const title = firstStating(forms, 'title');
  if (variants === null || title === null) {
    throw noProductOn(html, new URL(productAddress(facts.root, handle)));
  }

  const choices = choicesOf(forms, variants.rowsOf, variants.rows.length, (values) =>
    shownOptionNames(options, values),
  );
  const lister = forms.find(({ form }) => form === 'theme-json');
  const words = descriptionOf(forms, page);
  const images = imagesOf(forms, variants);
  const vendor = firstStating(forms, 'vendor');
  const type = productTypeOf(forms);
  const tags = firstStating(forms, 'tags');
  const currency = currencyIn(forms, variants, html);
  const former = shownFormerPrice(html, id, variants, forms);
  const sent = {
    id: id ?? idOf(lister?.product.id) ?? `handle:${handle}`,
    handle,
    title: title.value,
    body_html: words?.value ?? '',
    vendor: vendor?.value,
    product_type: type?.value,
    tags: tags?.value ?? [],
    published_at: lister?.product.published_at,
    created_at: lister?.product.created_at,
    options: optionsSent(choices.names, lister),
    images: images?.value ?? [],
    variants: variants.rows.map((row, at) => {
      const [option1, option2, option3] = choices.values[at] ?? [];
      const compare_at_price = row.compare_at_price ?? former;
      return { ...row, compare_at_price, option1, option2, option3 };
    }),
  };
  const product = readProduct(sent, {
    ...facts,
    storeName: facts.storeName ?? textOf(page.meta.get('og:site_name')),
    currency: currency?.value ?? facts.currency,
  });
  const fields: FieldForms = {
    title: title.form,
    handle: 'address',
    variants: variants.form,
    ...(words !== null && { descriptionHtml: words.form }),
    ...(vendor !== null && { vendor: vendor.form }),
    ...(type !== null && { productType: type.form }),
    ...(tags !== null && { tags: tags.form }),
    ...(product.images.length > 0 && { images: images?.form ?? variants.form }),
    ...(currency !== null && { currency: currency.form }),
    ...(choices.valuesBy !== null &&
      (choices.namesBy !== null || product.options.length === 0) && {
        options: choices.namesBy ?? choices.valuesBy,
      }),
  };
  const unknown = unknownOf(product, fields, variants);
  const shown: Product = {
    ...product,
    seo: { title: page.title, description: page.meta.get('description')?.trim() || null },
    extra: {
      ...product.extra,
      shopify: { ...product.extra.shopify, ...(isPart(unknown) && { partial: true }) },
      page: { way: variants.form, fields, unknown },
    },
  };
  return withUnstated(shown, variants.form, {
    lacks: [
      ...(isStockStated(shown, variants.rows) ? [] : ['stock' as const]),
      // The theme's own data has all of these fields: a field that is empty there is empty.
      ...(variants.form === 'theme-json'
        ? []
        : (['availability', 'weight', 'barcode', 'sku', 'alt'] as const)),
    ],
    never: ['categories'],
  });
}

/**
 * Returns the variants on a product's page, with their ids and the inventory given for them; [] where the page has
 * none.
 */
export function variantRowsOn(html: string, handle: string): UnreadObject[] {
  return mergedOn(html, handle).variants?.rows ?? [];
}

function mergedOn(html: string, handle: string) {
  const options = shownOptions();
  const page = readHtmlFacts(html, options.handler);
  const id = productIdIn(html);
  const forms = formsOn(page, identityOn(page, id, handle));
  return { page, id, forms, options, variants: mergeVariants(forms, (ids) => inventoryOn(page, ids)) };
}

/** Returns the products on a page as a browser shows it: one, or none. */
export function readPage(html: string, url: URL): Product[] {
  const { root, shop, scope, key } = readAddress(url);
  if (key === null || scope !== 'product') {
    return [];
  }
  const facts = { root, shop, storeName: null, currency: null };
  return productsOrNone(() => productOnPage(html, key, facts));
}

/** Shopify itself writes `var meta = {"product":{"id":…` into every product page, whatever the theme. */
function productIdIn(html: string): string | null {
  const patterns = [
    /var meta = \{"product":\{"id":(\d{1,16})/,
    /gid:\\?\/\\?\/shopify\\?\/Product\\?\/(\d{1,16})/,
    /"(?:productId|product_id)":"?(\d{1,16})/,
  ];
  return (
    idOf(metaProduct(html)?.id) ??
    patterns.map((pattern) => pattern.exec(html)?.[1]).find((id) => id !== undefined) ??
    null
  );
}
