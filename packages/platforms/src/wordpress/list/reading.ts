import type { Product } from '@bowerbird/catalog/product';
import type { ContentReader } from '../../listing/reader.ts';
import { storeProduct } from '../../listing/store/product.ts';
import { plainText } from '../../reading/html/html-text.ts';
import { idOf, isObject, itemsOf, textOf, type UnreadObject } from '../../reading/unread.ts';
import { readJson } from './client.ts';

const perPage = 100;

/** A post's title and text. A post contains prices and options only as text, from which no price is read back. */
export const contentReader: ContentReader = {
  fields: ['title', 'descriptionHtml', 'status'],
  cells: [],
  readAlways: null,
  async read(ids, store, context) {
    const found = new Map<string, Product>();
    for (let from = 0; from < ids.length; from += perPage) {
      const query = {
        include: ids.slice(from, from + perPage).join(','),
        status: 'any',
        per_page: String(perPage),
        context: 'edit',
        _fields: 'id,status,title,content',
      };
      const { body } = await readJson({ method: 'GET', route: '/wp/v2/posts', query }, store, context);
      for (const post of itemsOf(body).filter(isObject)) {
        found.set(idOf(post.id) ?? '', productOf(post));
      }
    }
    return ids.map((id) => found.get(id) ?? null);
  },
};

function productOf(post: UnreadObject): Product {
  return storeProduct({
    title: plainText(rawOf(post.title)),
    descriptionHtml: wordsOf(rawOf(post.content)),
    status: post.status === 'publish' ? 'active' : 'draft',
    imageUrl: /<img(?:(?!\ssrc=")[^<>])*\ssrc="([^"]+)"/.exec(rawOf(post.content))?.[1],
  });
}

function rawOf(sent: unknown): string {
  return isObject(sent) ? (textOf(sent.raw) ?? '') : '';
}

/** Parts of a post that we generate from other fields; see `postContent`. */
const ownParts = [
  /^(?:\s*<figure class="wp-block-image">.*?<\/figure>)+/s,
  // No match extends past the next paragraph of its kind, so that many unclosed ones are scanned only once.
  /<p class="bowerbird-price">(?:(?!<p class="bowerbird-price">).)*?<\/p>/gs,
  /<table class="bowerbird-(?:choices|attributes)">(?:(?!<table class="bowerbird-).)*?<\/table>/gs,
  /<p><a class="wp-block-button__link"[^<>]*>(?:(?!<p><a class="wp-block-button__link").)*?<\/a><\/p>\s*$/s,
];

/** Returns the description in a post: without the surrounding box, and without what we generated from other fields. */
function wordsOf(content: string): string {
  const end = content.trimEnd();
  // Searched only when a box can end there: then the first opening box is it.
  const boxed = end.endsWith('</div>')
    ? (/<div class="bowerbird-product"[^<>]*>(.*)<\/div>$/s.exec(end)?.[1] ?? content)
    : content;
  return ownParts.reduce((rest, unit) => rest.replace(unit, ''), boxed).trim();
}
