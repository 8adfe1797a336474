import { idOf, isObject, itemsOf, textOf } from '../../reading/unread.ts';
import type { ImageLibrary } from '../dependencies.ts';
import type { StoredImage } from '../stored-image.ts';
import { type RestClient, saidIn } from './client.ts';

/**
 * Returns the part common to every file name of one content: `bb-` and 16 characters of its SHA-256; null for the name
 * of another file.
 */
export function imageMark(name: string): string | null {
  return /(?:^|-)(bb-[\da-f]{16})(?:\.\w+)?$/.exec(name)?.[1] ?? null;
}

/**
 * Returns the media library of a WordPress site (`wordpress/readme.md`, Images). Each image's slug is its mark, by
 * which it is found again whatever its file name and title are; those are for people. Slug, title and texts go in the
 * query of the request whose body is the file (seen on WordPress 6.1.9 and 7.1.4).
 */
export function mediaLibrary(
  { call, readJson, failureOf }: RestClient,
  opensTo: ImageLibrary['opensTo'],
): ImageLibrary {
  return {
    kind: 'library',
    opensTo,
    types: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
    bytesMax: 2_000_000,
    sideMax: 2560,
    findStrays: null,

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
      const found = new Map<string, StoredImage>();
      for (const media of itemsOf(body)) {
        const same = isObject(media) ? bySlug.get(textOf(media.slug) ?? '') : undefined;
        const image = imageIn(media);
        for (const name of same ?? []) {
          if (image !== null) {
            found.set(name, image);
          }
        }
      }
      return found;
    },

    async put({ name, type, bytes, alt }, store, context) {
      const query = { slug: slugOf(name), ...(alt !== '' && { title: alt, alt_text: alt }) };
      const answer = await call(
        { method: 'POST', route: '/wp/v2/media', query, file: { bytes, type, name } },
        store,
        context,
        { gated: true },
      );
      if (answer.kind === 'unclear') {
        return { outcome: 'unknown', because: answer.because };
      }
      const { status, body } = answer;
      const image = status < 300 ? imageIn(body) : null;
      if (image !== null) {
        return { outcome: 'applied', image };
      }
      const said = saidIn(body);
      // The site answers 500, permanently, for a file type that it does not accept (`wordpress/readme.md`, Images).
      const isSure =
        said !== null && (status < 500 || said.code === 'rest_upload_sideload_error') && status !== 429;
      return isSure && status >= 400
        ? {
            outcome: 'refused',
            faults: [
              {
                code: status < 500 && status !== 413 ? failureOf(status, body).code : 'store.image-failed',
                params: { message: said.message },
                field: 'images',
                said: said.message,
              },
            ],
            answer: { status, code: said.code },
          }
        : { outcome: 'unknown', because: `HTTP ${status}` };
    },
  };
}

function slugOf(name: string): string {
  return imageMark(name) ?? name.replace(/\.\w+$/, '');
}

function imageIn(sent: unknown): StoredImage | null {
  const id = isObject(sent) ? idOf(sent.id) : null;
  const address = isObject(sent) ? textOf(sent.source_url) : null;
  return id === null || address === null ? null : { id, address };
}
