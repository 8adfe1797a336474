import type { Product } from '@bowerbird/catalog/product';
import { isObject, itemsOf, textOf, type UnreadObject } from '../../../reading/unread.ts';

/** Largest number and length of a product's meta fields that are kept. */
const notesMax = 100;
const noteLengthMax = 2000;

/** Returns a product's status from the shop's own API; the public one shows only what is published. */
export function statusOf(sent: unknown): Product['status'] {
  const status = textOf(sent);
  if (status === null || status === 'publish') {
    return 'active';
  }
  return status === 'private' || status === 'trash' ? 'archived' : 'draft';
}

/** Returns the texts for search engines, as the two common plugins store them; a pattern (`%%title%%`) is not used. */
export function seoOf(sent: UnreadObject): Product['seo'] {
  const notes = new Map(notesIn(sent));
  const first = (...names: string[]) =>
    names.map((name) => notes.get(name) ?? '').find((words) => words !== '' && !words.includes('%')) ?? null;
  return {
    title: first('_yoast_wpseo_title', 'rank_math_title'),
    description: first('_yoast_wpseo_metadesc', 'rank_math_description'),
  };
}

/** Returns the custom meta fields of a product; those that begin with an underscore belong to the software. */
export function metaOf(sent: UnreadObject): { meta?: Record<string, string> } {
  const notes = notesIn(sent)
    .filter(([name]) => !/^_|^rank_math_/.test(name))
    .slice(0, notesMax);
  return notes.length === 0 ? {} : { meta: Object.fromEntries(notes) };
}

function notesIn(sent: UnreadObject): [string, string][] {
  return itemsOf(sent.meta_data)
    .filter(isObject)
    .flatMap(({ key, value }): [string, string][] => {
      const [name, text] = [textOf(key), textOf(value)];
      return name === null || text === null || name === '__proto__'
        ? []
        : [[name.slice(0, 100), text.slice(0, noteLengthMax)]];
    });
}
