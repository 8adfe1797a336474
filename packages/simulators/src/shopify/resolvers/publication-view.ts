import { isoTime, publications, type View } from '../admin/admin-context.ts';
import { gid, numberOf } from '../admin/gid.ts';
import type { StoredPublishing } from '../admin/record.ts';
import { connection, type PageArguments } from './connection.ts';

type Publication = (typeof publications)[number];

/** Returns a channel as the Admin API answers it. */
export function publicationView({ id, name, future }: Publication): View {
  return {
    __typename: 'Publication',
    id: gid('Publication', id),
    name,
    autoPublish: false,
    supportsFuturePublishing: future,
  };
}

/** Returns the channel that a global id names; null when there is none. */
export function publicationOf(id: string | null | undefined): Publication | null {
  const number = numberOf('Publication', id ?? '');
  return publications.find((publication) => publication.id === number) ?? null;
}

/** Returns the fields through which an object exposes where it is published. */
export function publishingFields(where: readonly StoredPublishing[], now: number): View {
  const shown = (onlyPublished: boolean) =>
    where
      .filter(({ publishedAt }) => !onlyPublished || publishedAt <= now)
      .map((one) => ({ ...one, id: one.publicationId }));
  return {
    publishedOnPublication: ({ publicationId }: { publicationId: string }) =>
      shown(true).some(({ id }) => gid('Publication', id) === publicationId),
    resourcePublicationsCount: ({ onlyPublished }: { onlyPublished: boolean }) => ({
      count: shown(onlyPublished).length,
      precision: 'EXACT',
    }),
    resourcePublicationsV2: (page: PageArguments & { onlyPublished: boolean }) =>
      connection(shown(page.onlyPublished), page, ({ id, publishedAt }) => ({
        isPublished: publishedAt <= now,
        publishDate: isoTime(publishedAt),
        publication: publications.filter((publication) => publication.id === id).map(publicationView)[0],
      })),
  };
}
