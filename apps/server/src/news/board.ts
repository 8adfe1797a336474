import type { Language } from '@bowerbird/contract/account/account';
import { AppError } from '@bowerbird/contract/errors';
import type { WorkplaceBoard } from '@bowerbird/contract/system/workplace-config';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import type { Db } from '../db/database.ts';
import { requireBelow } from '../db/places.ts';
import { inLanguage } from './languages.ts';
import { findNews } from './reading.ts';

/** Maximum number of articles on a Workplace. */
const newsShown = 5;

/** Returns what this person's Workplace shows: current announcements, quick links, the newest articles. */
export async function findBoard(db: Db, userId: string, language: Language): Promise<WorkplaceBoard> {
  const news = await findNews(db, { language, limit: newsShown });
  return {
    announcements: await findAnnouncements(db, userId, language),
    links: [...(await findInstallationLinks(db, language)), ...(await findOwnLinks(db, userId))],
    news: news.items,
  };
}

async function findAnnouncements(
  db: Db,
  userId: string,
  language: Language,
): Promise<WorkplaceBoard['announcements']> {
  const rows = await db
    .selectFrom('announcement')
    .selectAll()
    .where('shown_from', '<=', sql<Date>`now()`)
    .where((each) => each.or([each('shown_to', 'is', null), each('shown_to', '>', sql<Date>`now()`)]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('announcement_dismissed')
            .select('user_id')
            .whereRef('announcement_id', '=', 'announcement.id')
            .where('user_id', '=', userId),
        ),
      ),
    )
    .orderBy(sql`array_position(array['urgent', 'attention', 'info'], level)`)
    .orderBy('shown_from', 'desc')
    .execute();
  return rows.flatMap(({ id, level, texts, link }) => {
    const said = inLanguage(texts, language);
    return said ? [{ id, level, text: said.words, language: said.language, link }] : [];
  });
}

/** Returns the links that everybody has. Their ids are their positions. */
async function findInstallationLinks(db: Db, language: Language): Promise<WorkplaceBoard['links']> {
  const held = await db.selectFrom('workplace_links').select('links').executeTakeFirst();
  return (held?.links ?? []).map(({ path, titles }, place) => ({
    id: `00000000-0000-8000-8000-${String(place).padStart(12, '0')}`,
    own: false,
    path,
    // Without a title in the reader's language, the page's own name in that language is better than a title in another
    // language.
    title: titles[language] ?? (path.startsWith('/') ? '' : (inLanguage(titles, language)?.words ?? path)),
  }));
}

async function findOwnLinks(db: Db, userId: string): Promise<WorkplaceBoard['links']> {
  const rows = await db
    .selectFrom('own_link')
    .select(['id', 'path', 'title'])
    .where('user_id', '=', userId)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, own: true }));
}

/** Dismisses an announcement for this person. Safe to repeat. */
export async function dismissAnnouncement(db: Db, userId: string, id: string): Promise<void> {
  const known = await db.selectFrom('announcement').select('id').where('id', '=', id).executeTakeFirst();
  if (!known) {
    throw new AppError('not-found', `announcement ${id}`);
  }
  await db
    .insertInto('announcement_dismissed')
    .values({ announcement_id: id, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Appends a link of this person's own. Safe to repeat. */
export async function addOwnLink(
  db: Db,
  userId: string,
  { path, title }: { path: string; title: string },
): Promise<void> {
  await db.transaction().execute(async (write) => {
    // With two windows at once, the second counts after the first has written.
    await write.selectFrom('user').select('id').where('id', '=', userId).forUpdate().executeTakeFirst();
    const own = await findOwnLinks(write, userId);
    if (own.some((link) => link.path === path)) {
      return;
    }
    requireBelow('own_link', own.length);
    await write
      .insertInto('own_link')
      .values({ id: v7(), user_id: userId, position: own.length, path, title: title.trim() })
      .execute();
    await placeOwnLinks(
      write,
      userId,
      own.map(({ id }) => id),
    );
  });
}

/**
 * Orders this person's links as given. Links not named follow in their existing order; ids of other people's links are
 * ignored.
 */
export async function placeOwnLinks(db: Db, userId: string, ids: readonly string[]): Promise<void> {
  const own = (await findOwnLinks(db, userId)).map(({ id }) => id);
  const wanted = [...ids.filter((id) => own.includes(id)), ...own.filter((id) => !ids.includes(id))];
  for (const [position, id] of [...new Set(wanted)].entries()) {
    await db
      .updateTable('own_link')
      .set({ position })
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .execute();
  }
}

export async function removeOwnLink(db: Db, userId: string, id: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('own_link')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) {
    throw new AppError('not-found', `quick link ${id}`);
  }
}
