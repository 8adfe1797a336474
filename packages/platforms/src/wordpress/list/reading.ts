import type { Product } from '@bowerbird/catalog/product';
import { plainText } from '../../html-text.ts';
import type { StoreReading } from '../../listing/lister.ts';
import { storeProduct } from '../../listing/store-product.ts';
import { idOf, isObject, itemsOf, textOf, type UnreadObject } from '../../unread.ts';
import { readJson } from './client.ts';

const perPage = 100;

/** A post's title and words. Prices and choices stand in a post as text, from which no price is read back. */
export const reading: StoreReading = {
  fields: ['title', 'descriptionHtml', 'status'],
  cells: [],
  updateSetsStock: false,
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

/** Pieces of a post that we make of other fields; see `postContent`. */
const ownPieces = [
  /^(?:\s*<figure class="wp-block-image">.*?<\/figure>)+/s,
  // None goes on over the next of its kind, so that many that nothing closes are passed over once.
  /<p class="bowerbird-price">(?:(?!<p class="bowerbird-price">).)*?<\/p>/gs,
  /<table class="bowerbird-(?:choices|attributes)">(?:(?!<table class="bowerbird-).)*?<\/table>/gs,
  /<p><a class="wp-block-button__link"[^<>]*>(?:(?!<p><a class="wp-block-button__link").)*?<\/a><\/p>\s*$/s,
];

/** The description in a post: without the box around it, and without what we made of other fields. */
function wordsOf(content: string): string {
  const end = content.trimEnd();
  // Looked for where a box can end: then the first that begins is it.
  const boxed = end.endsWith('</div>')
    ? (/<div class="bowerbird-product"[^<>]*>(.*)<\/div>$/s.exec(end)?.[1] ?? content)
    : content;
  return ownPieces.reduce((rest, piece) => rest.replace(piece, ''), boxed).trim();
}
