import type { Product } from '@bowerbird/catalog/product';
import { noProductOn } from '../../collecting/pages/no-product.ts';
import { productsOrNone } from '../../collecting/pages/products-or-none.ts';
import { unreadable } from '../../collecting/pages/unreadable.ts';
import { siteSigns } from '../../collecting/wordpress/root.ts';
import { readHtmlFacts } from '../../reading/html/html-facts.ts';
import { plainText } from '../../reading/html/html-text.ts';
import { type FieldForms, withPageMark, withUnstated } from '../../reading/page-fields.ts';
import { textOf } from '../../reading/unread.ts';
import { readAddress } from './address.ts';
import { choicesOnPage } from './reading-page/choices.ts';
import { currencyOnPage, descriptionOf, termsOf, titleOf } from './reading-page/fields.ts';
import { formsOn, type PageForm, slugOf } from './reading-page/forms.ts';
import { ownMarkupReader } from './reading-page/own-markup.ts';
import { tableRows } from './reading-page/shown-attributes.ts';
import { fileOf, shownImages, withImages } from './reading-page/shown-images.ts';
import { unknownFields } from './reading-page/unknown.ts';

/** Longest accepted heading, in characters. */
const headingMax = 10_000;

/**
 * Returns the product on a page of a shop whose API is closed, each field from the most reliable form that has it: the
 * form of variations, linked data, microdata, Open Graph, what shoppers see. `extra.page` records which form gave each
 * field and which fields the page did not give in full: more than 30 variations, for example, are not on the page
 * (`readme.md`). Throws the error of `noProductOn` when the page shows no product, and
 * `source.product-unreadable` for a price that cannot be read.
 */
export function productOnPage(html: string, url: URL, shop: string): Product {
  const own = ownMarkupReader(html);
  const page = readHtmlFacts(html, own.handler);
  const markup = own.markup();
  const address = ownAddress(page.canonical, url);
  const slug = slugOf(address);
  const [heading] = markup.parts('heading').map(({ inner }) => plainText(inner.slice(0, headingMax)));
  const forms = formsOn(page, slug, heading || null, markup.isWhole);
  const title = titleOf(forms, heading || null);
  const isProduct = markup.isProductPage || forms.some(({ form }) => form !== 'open-graph');
  if (title === null || markup.id === null || !isProduct) {
    throw noProductOn(html, url);
  }
  const { id } = markup;
  const rows = tableRows(markup.parts('table'));
  const currency = currencyOnPage(forms, markup, html);
  const choices = choicesOnPage({
    markup,
    forms,
    rows,
    id,
    slug,
    currency: currency?.value ?? null,
    base: address.href,
  });
  if (!markup.isWhole && choices.variants.every(({ price }) => price === null)) {
    throw unreadable('price', slug);
  }

  const words = descriptionOf(forms, markup, address);
  const terms = termsOf(forms, markup, rows, page.linkedData, address);
  const gallery = shownImages(markup.parts('gallery'), address.href);
  const sent = forms.find(({ found }) => found.images.length > 0);
  const images = withImages(
    gallery,
    [...(sent?.found.images ?? []), ...choices.variants.flatMap(({ imageUrl }) => imageUrl ?? [])],
    address.href,
  );
  const byFile = new Map(images.map((image) => [fileOf(image.url), image.url]));
  const product: Product = {
    title: title.value,
    handle: slug ?? id,
    descriptionHtml: words.html,
    vendor: terms.vendor?.value ?? null,
    productType: null,
    tags: terms.tags,
    options: choices.options,
    variants: choices.variants.map((variant) => ({
      ...variant,
      imageUrl: variant.imageUrl === null ? null : (byFile.get(fileOf(variant.imageUrl)) ?? null),
    })),
    images,
    categories: terms.categories?.value ?? [],
    seo: { title: page.title, description: textOf(page.meta.get('description')) },
    status: 'active',
    currency: currency?.value ?? null,
    attributes: choices.attributes,
    priceTiers: [],
    source: {
      platform: 'woocommerce',
      shop,
      id,
      url: address.href,
      storeName: textOf(page.meta.get('og:site_name')),
    },
    extra: {
      woocommerce: { ...choices.extra, ...(words.short !== null && { shortDescriptionHtml: words.short }) },
    },
  };
  const imagesBy = gallery.length > 0 ? 'markup' : sent?.form;
  const fields: FieldForms<PageForm> = {
    title: title.form,
    handle: 'address',
    ...(choices.form !== null && { variants: choices.form }),
    ...(choices.optionsBy !== null && { options: choices.optionsBy }),
    ...(words.form !== null && { descriptionHtml: words.form }),
    ...(terms.vendor !== null && { vendor: terms.vendor.form }),
    ...(terms.categories !== null && { categories: terms.categories.form }),
    ...(terms.areTagsStated && { tags: 'markup' }),
    ...(imagesBy !== undefined && { images: imagesBy }),
    ...(currency !== null && { currency: currency.form }),
    ...(rows.length > 0 && { attributes: 'markup' }),
  };
  const unknown = unknownFields(product, {
    variants: choices.areAll,
    options: choices.areLabelled,
    description: words.isWhole,
    images: gallery.length > 0 || (sent?.form === 'linked-data' && sent.found.images.length > 1),
    tags: terms.areTagsStated,
  });
  const way = choices.form ?? title.form;
  return withUnstated(withPageMark(product, { way, fields, unknown }), way, {
    lacks: [
      'stock',
      'availability',
      'weight',
      'barcode',
      'alt',
      // A page without a table of attributes says nothing about them: some themes do not show one (`readme.md`).
      ...(rows.length > 0 ? [] : (['attributes'] as const)),
    ],
  });
}

/** Returns the products on a page as a browser shows it: one, or none. */
export function readPage(html: string, url: URL): Product[] {
  const { folder } = siteSigns(html, url, null);
  const { shop } = readAddress(url, 'product', folder ?? undefined);
  return productsOrNone(() => productOnPage(html, url, shop));
}

/**
 * Returns the page's own address; copies of a site and proxies write it relative to the page. An address of another
 * site, or of the site's front page, is ignored.
 */
function ownAddress(canonical: string | null, url: URL): URL {
  const said = canonical === null ? null : URL.parse(canonical, url);
  const bare = ({ hostname }: URL) => hostname.replace(/^www\./, '');
  const isOwn = said !== null && /^https?:$/.test(said.protocol) && bare(said) === bare(url);
  const address = new URL(isOwn && (slugOf(said) !== null || slugOf(url) === null) ? said : url);
  address.pathname = address.pathname.replace(/\/index\.html$/, '/');
  return address;
}
