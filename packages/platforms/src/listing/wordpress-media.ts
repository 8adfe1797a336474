import { idOf, isObject, itemsOf, textOf } from '../unread.ts';
import type { PictureLibrary, StoredPicture } from './besides.ts';
import { type RestClient, saidIn } from './wordpress-client.ts';

/** What is the same in every name of one content: `bb-` and 16 of its SHA-256; null for the name of another file. */
export function pictureMark(name: string): string | null {
  return /(?:^|-)(bb-[\da-f]{16})(?:\.\w+)?$/.exec(name)?.[1] ?? null;
}

/**
 * A WordPress site's media (`wordpress/readme.md`, Images). Each picture has its mark for a slug, by which it is found again
 * whatever its file and its title are called; those are for people. Slug, title and words go in the query of the request whose body
 * is the file (seen on WordPress 6.1.9 and 7.1.4).
 */
export function mediaLibrary({ ask, readJson, failureOf }: RestClient): PictureLibrary {
  return {
    types: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
    bytesMax: 2_000_000,
    sideMax: 2560,

    async find(names, store, context) {
      if (names.length === 0) {
        return new Map();
      }
      const bySlug = Map.groupBy(names, slugOf);
      const { body } = await readJson(
        {
          method: 'GET',
          route: '/wp/v2/media',
          query: { slug: [...bySlug.keys()].join(','), per_page: '100', _fields: 'id,slug,source_url' },
        },
        store,
        context,
      );
      const found = new Map<string, StoredPicture>();
      for (const media of itemsOf(body)) {
        const same = isObject(media) ? bySlug.get(textOf(media.slug) ?? '') : undefined;
        const picture = pictureIn(media);
        for (const name of same ?? []) {
          if (picture !== null) {
            found.set(name, picture);
          }
        }
      }
      return found;
    },

    async put({ name, type, bytes, alt }, store, context) {
      const query = { slug: slugOf(name), ...(alt !== '' && { title: alt, alt_text: alt }) };
      const answer = await ask(
        { method: 'POST', route: '/wp/v2/media', query, file: { bytes, type, name } },
        store,
        context,
        { gated: true },
      );
      if (answer.kind === 'unclear') {
        return { fate: 'doubt', because: answer.because };
      }
      const { status, body } = answer;
      const picture = status < 300 ? pictureIn(body) : null;
      if (picture !== null) {
        return { fate: 'applied', picture };
      }
      const said = saidIn(body);
      // A file of a kind that the site does not take is told as 500, for good (`wordpress/readme.md`, Images).
      const isSure =
        said !== null && (status < 500 || said.code === 'rest_upload_sideload_error') && status !== 429;
      return isSure && status >= 400
        ? {
            fate: 'refused',
            faults: [
              {
                code: status < 500 && status !== 413 ? failureOf(status, body).code : 'store.picture-failed',
                params: { message: said.message },
                field: 'pictures',
                said: said.message,
              },
            ],
            answer: { status, code: said.code },
          }
        : { fate: 'doubt', because: `HTTP ${status}` };
    },
  };
}

function slugOf(name: string): string {
  return pictureMark(name) ?? name.replace(/\.\w+$/, '');
}

function pictureIn(sent: unknown): StoredPicture | null {
  const id = isObject(sent) ? idOf(sent.id) : null;
  const address = isObject(sent) ? textOf(sent.source_url) : null;
  return id === null || address === null ? null : { id, address };
}
