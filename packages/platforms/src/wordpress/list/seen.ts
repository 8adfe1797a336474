import type { SeenProduct } from '../../listing/product-seen.ts';
import { sha256 } from '../../listing/store/client.ts';
import { idOf, isObject, itemsOf, textOf } from '../../reading/unread.ts';
import { markIn } from './content.ts';

/** Fields requested of a post, in the form for users who may edit it. */
export const fields =
  'id,slug,status,date_gmt,modified_gmt,link,title,content,categories,tags,featured_media';

/** Converts a post from the site's answer to ours; returns null for anything else. */
export async function seenOf(sent: unknown): Promise<SeenProduct | null> {
  const post = isObject(sent) ? sent : {};
  const id = idOf(post.id);
  const status = textOf(post.status);
  if (id === null || status === null) {
    return null;
  }
  const slug = typeof post.slug === 'string' ? post.slug : '';
  const content = rawOf(post.content);
  const mark = markIn(content);
  // When its creation was interrupted before its text was written, it has only the slug it was created under.
  const bySlug = /^(bb-[a-z2-7]{16})(?:-\d+)?(?:__trashed)?$/.exec(slug)?.[1] ?? null;
  const modified = textOf(post.modified_gmt) ?? '';
  return {
    storeProductId: id,
    key: mark?.key ?? bySlug,
    attemptId: mark?.attemptId ?? null,
    ...(mark === null && bySlug !== null && { partial: true as const }),
    handle: slug === '' ? null : decoded(slug),
    skus: [],
    hash: await hashReadBack(post, content),
    status,
    createdAt: `${textOf(post.date_gmt) ?? ''}Z`,
    updatedAt: `${modified}Z`,
    version: modified,
    address: status === 'publish' ? textOf(post.link) : null,
  };
}

/** Returns the hash of a post as read back; independent of the attempt that wrote it. */
function hashReadBack(post: Record<string, unknown>, content: string): Promise<string> {
  return sha256(
    JSON.stringify([
      rawOf(post.title),
      content.replace(/ data-attempt="[^"]*"/, ''),
      [...itemsOf(post.categories)].sort(),
      [...itemsOf(post.tags)].sort(),
      post.featured_media ?? 0,
    ]),
  );
}

function rawOf(sent: unknown): string {
  return isObject(sent) && typeof sent.raw === 'string' ? sent.raw : '';
}

function decoded(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}
