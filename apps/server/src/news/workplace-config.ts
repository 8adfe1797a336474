import { type Language, languages } from '@bowerbird/contract/account/account';
import { AppError } from '@bowerbird/contract/errors';
import type {
  Announcement,
  AnnouncementLevel,
  WorkplaceConfig,
} from '@bowerbird/contract/system/workplace-config';
import { v7 } from 'uuid';
import type { Db } from '../db/database.ts';

/** Returns what every Workplace shows, as administrators see it; expired announcements stay until deleted. */
export async function findWorkplaceConfig(db: Db): Promise<WorkplaceConfig> {
  const announcements = await db
    .selectFrom('announcement')
    .selectAll()
    .select(({ selectFrom }) =>
      selectFrom('announcement_dismissed')
        .whereRef('announcement_id', '=', 'announcement.id')
        .select((each) => each.fn.countAll<string>().as('count'))
        .as('dismissed'),
    )
    .orderBy('id', 'desc')
    .execute();
  const held = await db.selectFrom('workplace_links').selectAll().executeTakeFirst();
  return {
    announcements: announcements.map(
      (row): Announcement => ({
        id: row.id,
        level: row.level,
        texts: row.texts,
        link: row.link,
        from: row.shown_from.toISOString(),
        to: row.shown_to?.toISOString() ?? null,
        revision: row.revision,
        dismissed: Number(row.dismissed ?? 0),
      }),
    ),
    links: held?.links ?? [],
    linksRevision: held?.revision ?? 0,
  };
}

/** Replaces the links that everybody has. */
export async function saveInstallationLinks(
  db: Db,
  revision: number,
  links: WorkplaceConfig['links'],
): Promise<void> {
  const clean = JSON.stringify(links.map(({ path, titles }) => ({ path, titles: said(titles) })));
  const { numUpdatedRows } = await db
    .updateTable('workplace_links')
    .set({ links: clean, revision: revision + 1 })
    .where('revision', '=', revision)
    .executeTakeFirst();
  if (numUpdatedRows === 1n) {
    return;
  }
  const inserted = await db
    .insertInto('workplace_links')
    .values({ links: clean })
    .onConflict((conflict) => conflict.doNothing())
    .returning('revision')
    .executeTakeFirst();
  if (!inserted || revision !== 0) {
    throw new AppError('workplace.changed-meanwhile', `not revision ${revision}`);
  }
}

export interface GivenAnnouncement {
  level: AnnouncementLevel;
  texts: Partial<Record<Language, string | undefined>>;
  link: string | null;
  from: string;
  to: string | null;
}

export async function addAnnouncement(db: Db, given: GivenAnnouncement): Promise<void> {
  await db
    .insertInto('announcement')
    .values({ id: v7(), ...rowOf(given) })
    .execute();
}

/** Changes an announcement. People who dismissed it do not see it again. */
export async function saveAnnouncement(
  db: Db,
  id: string,
  revision: number,
  given: GivenAnnouncement,
): Promise<void> {
  const row = rowOf(given);
  const { numUpdatedRows } = await db
    .updateTable('announcement')
    .set({ ...row, revision: revision + 1 })
    .where('id', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirst();
  if (numUpdatedRows === 1n) {
    return;
  }
  const held = await db.selectFrom('announcement').select('revision').where('id', '=', id).executeTakeFirst();
  throw held
    ? new AppError('workplace.changed-meanwhile', `not revision ${revision}`)
    : new AppError('not-found', `announcement ${id}`);
}

export async function deleteAnnouncement(db: Db, id: string): Promise<void> {
  const { numDeletedRows } = await db.deleteFrom('announcement').where('id', '=', id).executeTakeFirst();
  if (numDeletedRows === 0n) {
    throw new AppError('not-found', `announcement ${id}`);
  }
}

function rowOf({ level, texts, link, from, to }: GivenAnnouncement) {
  const clean = said(texts);
  if (Object.keys(clean).length === 0) {
    throw new AppError('request.invalid', 'an announcement that says nothing', {
      issues: [{ path: ['texts'], code: 'required', message: '' }],
    });
  }
  if (to !== null && Date.parse(to) <= Date.parse(from)) {
    throw new AppError('request.invalid', 'an announcement that ends before it begins', {
      issues: [{ path: ['to'], code: 'before-start', message: '' }],
    });
  }
  return { level, texts: JSON.stringify(clean), link, shown_from: from, shown_to: to };
}

/** Keeps only the languages that have a text. */
function said(texts: Partial<Record<Language, string | undefined>>): Partial<Record<Language, string>> {
  return Object.fromEntries(
    languages.flatMap((language) => {
      const text = texts[language]?.trim() ?? '';
      return text === '' ? [] : [[language, text]];
    }),
  );
}
