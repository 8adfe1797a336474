import type { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import { readAddress } from '../collecting/handle-address.ts';
import { currencyOf } from '../collecting/variant-rows.ts';
import { type HtmlFacts, readHtmlFacts } from '../html-facts.ts';
import { type PageProduct, productInLinkedData } from '../linked-data.ts';
import { idOf, isObject } from '../unread.ts';
import { feedFormOf } from './ajax.ts';
import { readProduct, type ShopFacts } from './schema.ts';

/**
 * A product from its page: linked data, then the theme's own product data, then Open Graph. Linked data that does not
 * tell its variants apart gives way to the theme's. Throws `source.page-not-understood` when the page shows none.
 */
export function productOnPage(html: string, handle: string, facts: ShopFacts): Product {
  const page = readHtmlFacts(html);
  const linked = productInLinkedData(page.linkedData);
  const theme = themeProduct(page);
  const clear =
    linked !== null &&
    linked.variants.length > 0 &&
    (linked.optionNames.length > 0 || linked.variants.length === 1);
  const id = productIdIn(html) ?? (isObject(theme) ? idOf(theme.id) : null) ?? `handle:${handle}`;

  const fromPage = linked ?? openGraphProduct(page);
  const sent = theme !== null && !clear ? feedFormOf(theme) : fromPage && feedFormOfPage(fromPage);
  if (!isObject(sent)) {
    throw new AppError('source.page-not-understood', `${facts.root}: no product on the page of ${handle}`, {
      params: { handle },
    });
  }
  const currency = currencyOf(fromPage?.variants[0]?.currency) ?? facts.currency;
  return {
    ...readProduct({ ...sent, id, handle }, { ...facts, currency }),
    seo: { title: page.title, description: page.meta.get('description')?.trim() || null },
  };
}

/** The products on a page as a browser shows it: one, or none. */
export function readPage(html: string, url: URL): Product[] {
  const address = readAddress(url);
  if (address.key === null || address.scope !== 'product') {
    return [];
  }
  const facts = { root: address.root, shop: address.shop, storeName: null, currency: null };
  try {
    return [productOnPage(html, address.key, facts)];
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'source.page-not-understood') {
      return [];
    }
    throw thrown;
  }
}

/** Themes put the whole product into a JSON block; how they mark it differs. */
function themeProduct(page: HtmlFacts): unknown {
  for (const { attributes, value } of page.json) {
    const marked = 'data-product-json' in attributes || /product-?json/i.test(attributes.id ?? '');
    const candidate = isObject(value) && isObject(value.product) ? value.product : value;
    if (
      isObject(candidate) &&
      Array.isArray(candidate.variants) &&
      (marked || (candidate.handle && candidate.title))
    ) {
      return candidate;
    }
  }
  return null;
}

/** `var meta = {"product":{"id":…` is written into every product page by Shopify itself, whatever the theme. */
function productIdIn(html: string): string | null {
  const patterns = [
    /var meta = \{"product":\{"id":(\d{1,16})/,
    /gid:\\?\/\\?\/shopify\\?\/Product\\?\/(\d{1,16})/,
    /"(?:productId|product_id)":"?(\d{1,16})/,
  ];
  return patterns.map((pattern) => pattern.exec(html)?.[1]).find((id) => id !== undefined) ?? null;
}

function openGraphProduct(page: HtmlFacts): PageProduct | null {
  const name = page.meta.get('og:title')?.trim();
  const price = page.meta.get('og:price:amount') ?? page.meta.get('product:price:amount');
  if (!name || price === undefined) {
    return null;
  }
  const picture = page.meta.get('og:image:secure_url') ?? page.meta.get('og:image');
  return {
    name,
    description: page.meta.get('og:description') ?? '',
    brand: page.meta.get('og:brand') ?? null,
    category: null,
    pictures: picture ? [picture] : [],
    optionNames: [],
    variants: [
      {
        id: null,
        sku: null,
        barcode: null,
        price,
        currency: page.meta.get('og:price:currency') ?? page.meta.get('product:price:currency') ?? null,
        available: null,
        picture: null,
        optionValues: [],
      },
    ],
  };
}

function feedFormOfPage(page: PageProduct): unknown {
  const several = page.variants.length > 1;
  // Many variants and no names for their options: one option that tells them apart by what they carry.
  const optionNames = several && page.optionNames.length === 0 ? ['Variant'] : page.optionNames;
  return {
    title: page.name,
    body_html: page.description,
    vendor: page.brand,
    product_type: page.category,
    options: optionNames.map((name) => ({ name })),
    images: page.pictures.map((src) => ({ src })),
    variants: page.variants.map((variant, at) => {
      const values =
        several && page.optionNames.length === 0
          ? [variant.sku ?? variant.id ?? `${at + 1}`]
          : variant.optionValues;
      return {
        id: variant.id,
        sku: variant.sku,
        barcode: variant.barcode,
        price: variant.price,
        available: variant.available,
        featured_image: variant.picture === null ? null : { src: variant.picture },
        option1: values[0],
        option2: values[1],
        option3: values[2],
      };
    }),
  };
}
