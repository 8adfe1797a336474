import type { Product, Variant } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import { unreadable } from '../../collecting/pages/unreadable.ts';
import { decodedSlug } from '../../collecting/wordpress/rest.ts';
import { plainText } from '../../reading/html/html-text.ts';
import { withUnstated } from '../../reading/page-fields.ts';
import { idOf, isObject, itemsOf, textOf, type UnreadObject, wholeOf } from '../../reading/unread.ts';
import { type PostFacts, postFacts } from './reading-page/post-facts.ts';
import { type PostParts, readPost } from './reading-page/post-html.ts';

export interface SiteFacts {
  host: string;
  siteName: string | null;
  /** Returns the path of a category by its id, from the top. */
  pathOf(categoryId: string, name: string): string[];
  /** Reports whether the site's list of categories named this one, so that its path is complete; default yes. */
  isNamed?(categoryId: string): boolean;
}

/**
 * Converts a post to a product from its text (`readme.md`, Product fields; Product pages). A post without a price
 * becomes a draft; a password-protected post throws a named error. Options are multiplied into variants with one price.
 */
export function readPostProduct(sent: unknown, facts: SiteFacts): Product {
  if (!isObject(sent)) {
    throw unreadable('post', null);
  }
  const slug = textOf(sent.slug);
  const id = idOf(sent.id);
  const url = textOf(sent.link);
  const title = plainText(renderedOf(sent.title));
  if (slug === null || id === null || url === null || !URL.canParse(url) || title === '') {
    throw unreadable(slug === null ? 'slug' : id === null ? 'id' : title === '' ? 'title' : 'link', slug);
  }
  if (isObject(sent.content) && sent.content.protected === true) {
    throw new AppError('source.product-unreadable', `post ${slug} asks for a password`, {
      params: { field: 'content' },
    });
  }
  const post = readPost(renderedOf(sent.content), url);
  const said = postFacts(post);
  const terms = termsOf(sent);
  const categories = terms.filter(({ taxonomy }) => taxonomy === 'category');
  const product: Product = {
    title,
    handle: decodedSlug(slug),
    descriptionHtml: post.html,
    vendor: facts.siteName,
    productType: categories[0]?.name ?? null,
    tags: terms.filter(({ taxonomy }) => taxonomy === 'post_tag').map(({ name }) => name),
    options: said.options,
    variants: variantsOf(said),
    images: imagesOf(sent, post),
    categories: categories.map(({ id: category, name }) => facts.pathOf(category, name)),
    seo: seoOf(sent),
    status: said.price === null ? 'draft' : 'active',
    currency: said.currency,
    attributes: said.attributes,
    priceTiers: [],
    source: {
      platform: 'wordpress',
      shop: facts.host,
      id: `${textOf(sent.type) ?? 'post'}:${id}`,
      url,
      storeName: facts.siteName,
    },
    extra: {
      wordpress: { modified: textOf(sent.modified_gmt) },
    },
  };
  const arePlaced = categories.every(({ id: category }) => facts.isNamed?.(category) ?? true);
  return arePlaced ? product : withUnstated(product, 'api', { inPart: ['categories'] });
}

function variantsOf({ options, price, compareAtPrice, sku }: PostFacts): Variant[] {
  const rows = options.reduce<string[][]>(
    (made, { values }) => made.flatMap((row) => values.map((value) => [...row, value])),
    [[]],
  );
  return rows.map((optionValues, at) => ({
    id: `v${at + 1}`,
    sku: rows.length === 1 ? sku : null,
    barcode: null,
    optionValues,
    price,
    compareAtPrice,
    cost: null,
    stock: null,
    available: null,
    weight: null,
    imageUrl: null,
    requiresShipping: true,
    taxable: true,
  }));
}

/** Returns the featured image first, then those of the text. */
function imagesOf(sent: UnreadObject, post: PostParts): Product['images'] {
  const [media] = itemsOf(embedded(sent, 'wp:featuredmedia')).filter(isObject);
  const details = isObject(media?.media_details) ? media.media_details : {};
  const source = textOf(media?.source_url);
  const featured =
    source === null || !URL.canParse(source)
      ? []
      : [
          {
            url: source,
            alt: textOf(media?.alt_text) ?? '',
            width: wholeOf(details.width),
            height: wholeOf(details.height),
          },
        ];
  const others = post.images
    .filter(({ url }) => stem(url) !== stem(source ?? ''))
    .map(({ url, alt }) => ({ url, alt, width: null, height: null }));
  return [...featured, ...others];
}

/** Returns an image's address without the size that WordPress inserts before the extension. */
export function stem(url: string): string {
  return url.replace(/-\d{2,5}x\d{2,5}(?=\.\w+$)/, '');
}

function termsOf(sent: UnreadObject): { id: string; name: string; taxonomy: string }[] {
  return itemsOf(embedded(sent, 'wp:term'))
    .flatMap(itemsOf)
    .filter(isObject)
    .flatMap((term) => {
      const [id, name, taxonomy] = [idOf(term.id), plainText(textOf(term.name) ?? ''), textOf(term.taxonomy)];
      return id === null || name === '' || taxonomy === null ? [] : [{ id, name, taxonomy }];
    });
}

function seoOf(sent: UnreadObject): Product['seo'] {
  const head = isObject(sent.yoast_head_json) ? sent.yoast_head_json : {};
  return { title: textOf(head.title), description: textOf(head.description) };
}

function embedded(sent: UnreadObject, name: string): unknown {
  return isObject(sent._embedded) ? sent._embedded[name] : null;
}

function renderedOf(sent: unknown): string {
  return isObject(sent) && typeof sent.rendered === 'string' ? sent.rendered : '';
}
