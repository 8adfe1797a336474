import type { Product } from '@bowerbird/catalog/product';
import type { SiteLedger, StoredPost } from '@bowerbird/simulators/wordpress/store/ledger';
import {
  type Field,
  type FieldRules,
  imageMark,
  list,
  markIn,
  only,
  sorted,
  wantedContent,
} from './field.ts';

const compared: readonly Field[] = [
  'title',
  'description',
  'tags',
  'handle',
  'seoDescription',
  'images',
  'imageAlts',
  'options',
  'variants',
  'price',
  'compareAtPrice',
  'collections',
  'attributes',
];

export interface WordpressHeld {
  post: StoredPost;
  ledger: SiteLedger;
}

export const wordpressFields: FieldRules<WordpressHeld> = {
  compared,
  added: [],
  // An update keeps the existing address: only publishing writes one.
  once: ['handle'],
  // Its address is a separate request.
  between: ['handle'],
  wanted(product: Product) {
    const { variants, options, images, currency, title } = product;
    const amounts = variants.flatMap(({ price }) => price ?? []);
    const reported = (price: string) => `${price} ${currency}`;
    const [low = '', high = low] = [amounts, amounts.toReversed()].map(
      (_, at) => amounts.toSorted((one, other) => Number(one) - Number(other)).at(at === 0 ? 0 : -1) ?? '',
    );
    const [single] = variants.length === 1 ? variants : [];
    return only(compared, {
      ...wantedContent(product),
      images: list(images.map(({ url }) => imageMark(url))),
      // The first image belongs to the site; its text belongs to its file, which any product may have uploaded.
      imageAlts: list(images.slice(1).map(({ alt }) => alt || title)),
      options: list(options.map(({ name }) => name)),
      variants: JSON.stringify(options.length === 0 ? [] : variants.map(({ optionValues }) => optionValues)),
      price: JSON.stringify([
        low === high ? reported(low) : `${reported(low)} – ${reported(high)}`,
        options.length === 0 ? [] : amounts.map(reported),
      ]),
      compareAtPrice: single?.compareAtPrice ? reported(single.compareAtPrice) : '',
      collections: sorted(product.categories.map((path) => path.join(' > '))),
    });
  },
  held({ post, ledger }) {
    const { content } = post;
    const figures = [...content.matchAll(/<figure class="wp-block-image"><img src="([^"]*)" alt="([^"]*)"/g)];
    const featured = ledger.posts.get(post.featuredMedia)?.file?.name;
    const choices = tableIn(content, 'bowerbird-choices');
    const rows = choices.slice(1);
    const injected = /<p class="bowerbird-price">(?:<del>([^<]*)<\/del> )?<strong>([^<]*)<\/strong>/.exec(
      content,
    );
    const pathOf = (id: number): string => {
      const term = ledger.terms.get(id);
      const above = term && term.parent !== 0 ? `${pathOf(term.parent)} > ` : '';
      return `${above}${term?.name ?? 'no category'}`;
    };
    return {
      title: post.title,
      description: descriptionIn(content),
      tags: sorted(post.tags.map((id) => ledger.terms.get(id)?.name ?? 'no tag')),
      handle: post.slug,
      seoDescription: post.excerpt,
      images: list([
        ...(post.featuredMedia === 0 ? [] : [markIn(featured ?? 'no file')]),
        ...figures.map(([, address = '']) => markIn(address)),
      ]),
      imageAlts: list(figures.map(([, , alt = '']) => plain(alt))),
      options: list(choices[0]?.slice(0, -1) ?? []),
      variants: JSON.stringify(rows.map((row) => row.slice(0, -1))),
      price: JSON.stringify([injected?.[2] ?? '', rows.map((row) => row.at(-1) ?? '')]),
      compareAtPrice: injected?.[1] ?? '',
      collections: sorted(post.categories.map(pathOf)),
      attributes: JSON.stringify(tableIn(content, 'bowerbird-attributes')),
    };
  },
};

/** Returns a post's description without the surrounding markup. */
function descriptionIn(content: string): string {
  return content
    .replace(/^<div class="bowerbird-product"[^>]*>\n/, '')
    .replace(/\n<\/div>$/, '')
    .replaceAll(/<figure class="wp-block-image">.*?<\/figure>\n/g, '')
    .replace(/\n<p class="bowerbird-price">[\s\S]*$/, '');
}

function tableIn(content: string, kind: string): string[][] {
  const [, table = ''] = new RegExp(`<table class="${kind}">(.*?)</table>`).exec(content) ?? [];
  return [...table.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd]>(.*?)<\/t[hd]>/g)].map(([, cell = '']) => plain(cell)),
  );
}

function plain(html: string): string {
  return html
    .replaceAll('&quot;', '"')
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&');
}
