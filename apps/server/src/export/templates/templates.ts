import { AppError } from '@bowerbird/contract/errors';
import type { createExportTemplate, ExportTemplate } from '@bowerbird/contract/exports/templates';
import { ExportChoices } from '@bowerbird/contract/products/export';
import type { BodyOf } from '@bowerbird/contract/route';
import { type Selectable, sql } from 'kysely';
import { v7 } from 'uuid';
import type { OwnerDb } from '../../db/database.ts';
import { jsonText } from '../../db/json-text.ts';
import { lockOwner, requirePlace } from '../../db/places.ts';
import type { ExportTemplateTable } from '../../db/tables/exports.ts';

export type TemplateRow = Selectable<ExportTemplateTable>;
type Written = BodyOf<typeof createExportTemplate>;

interface Person {
  ownerId: string;
  userId: string;
}

/** Returns the merchant's templates, by name; or only one. What cannot be read any more is left out. */
export async function findTemplates(db: OwnerDb, ownerId: string, id?: string): Promise<ExportTemplate[]> {
  const rows = await db
    .selectFrom('export_template')
    .leftJoin('user', (join) =>
      join.onRef('user.id', '=', 'export_template.saved_by').on('user.owner_id', '=', ownerId),
    )
    .selectAll('export_template')
    .select('user.name as by')
    .select((eb) =>
      eb
        .selectFrom('export_schedule')
        .select(sql<number>`count(*)::integer`.as('count'))
        .whereRef('template_id', '=', 'export_template.id')
        .as('schedules'),
    )
    .where('export_template.owner_id', '=', ownerId)
    .$if(id !== undefined, (query) => query.where('export_template.id', '=', id ?? ''))
    .orderBy(sql`lower(export_template.name)`)
    .execute();
  return rows.flatMap(({ id: own, name, choices, by, schedules, updated_at }) => {
    const read = ExportChoices.safeParse(choices);
    return read.success
      ? [
          {
            id: own,
            name,
            choices: read.data,
            by,
            schedules: schedules ?? 0,
            updatedAt: updated_at.toISOString(),
          },
        ]
      : [];
  });
}

/** Returns a template. Throws `not-found`. */
export async function getTemplate(db: OwnerDb, ownerId: string, id: string): Promise<ExportTemplate> {
  const [template] = await findTemplates(db, ownerId, id);
  if (!template) {
    throw new AppError('not-found', `export template ${id}`);
  }
  return template;
}

/** Saves a new template. Throws `export-template.name-taken` and `export-template.too-many`. */
export async function createTemplate(db: OwnerDb, person: Person, written: Written): Promise<ExportTemplate> {
  const { ownerId, userId } = person;
  await requirePlace(db, ownerId, 'export_template');
  await requireFreeName(db, ownerId, written.name, null);
  const id = v7();
  await db
    .insertInto('export_template')
    .values({
      id,
      owner_id: ownerId,
      name: written.name,
      choices: jsonText(written.choices),
      saved_by: userId,
    })
    .execute();
  return await getTemplate(db, ownerId, id);
}

/** Renames a template, or changes its choices. Throws `not-found` and `export-template.name-taken`. */
export async function saveTemplate(
  db: OwnerDb,
  { ownerId, userId }: Person,
  id: string,
  { name, choices }: Written,
): Promise<ExportTemplate> {
  await lockOwner(db, ownerId);
  await requireFreeName(db, ownerId, name, id);
  await db
    .updateTable('export_template')
    .set({ name, choices: jsonText(choices), saved_by: userId, updated_at: sql<Date>`now()` })
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .execute();
  return await getTemplate(db, ownerId, id);
}

/** Deletes a template. Throws `not-found`, and `export-template.in-use` while a schedule uses it. */
export async function deleteTemplate(db: OwnerDb, ownerId: string, id: string): Promise<void> {
  const found = await db
    .selectFrom('export_template')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) {
    throw new AppError('not-found', `export template ${id}`);
  }
  const schedule = await db
    .selectFrom('export_schedule')
    .select('name')
    .where('owner_id', '=', ownerId)
    .where('template_id', '=', id)
    .orderBy('id')
    .executeTakeFirst();
  if (schedule) {
    throw new AppError('export-template.in-use', `export template ${id}`, {
      params: { name: schedule.name },
    });
  }
  await db.deleteFrom('export_template').where('owner_id', '=', ownerId).where('id', '=', id).execute();
}

async function requireFreeName(
  db: OwnerDb,
  ownerId: string,
  name: string,
  except: string | null,
): Promise<void> {
  const taken = await db
    .selectFrom('export_template')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .$if(except !== null, (query) => query.where('id', '<>', except ?? ''))
    .executeTakeFirst();
  if (taken) {
    throw new AppError('export-template.name-taken', `export template ${name}`, { params: { name } });
  }
}
