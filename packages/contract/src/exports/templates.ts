import { z } from 'zod/mini';
import { Instant } from '../list.ts';
import { ExportChoices } from '../products/export.ts';
import { route } from '../route.ts';

const written = {
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
  choices: ExportChoices,
};

/** How files are to be, under a name; everybody of the team who exports uses and changes it. */
export const ExportTemplate = z.object({
  id: z.uuid(),
  ...written,
  /** Who saved it last; null when that person is gone. */
  by: z.nullable(z.string()),
  /** Scheduled exports that use it. */
  schedules: z.int(),
  updatedAt: Instant,
});
export type ExportTemplate = z.infer<typeof ExportTemplate>;

const needs = { permission: 'products', action: 'export' } as const;
const params = z.object({ id: z.uuid() });

/** Returns the team's templates, by name. */
export const listExportTemplates = route({
  method: 'GET',
  path: '/exports/templates',
  needs,
  answer: z.array(ExportTemplate),
});

/** Fails with `export-template.name-taken`, and with `export-template.too-many` at its limit. */
export const createExportTemplate = route({
  method: 'POST',
  path: '/exports/templates',
  needs,
  body: z.object(written),
  answer: ExportTemplate,
  status: 201,
});

/** Renames a template or changes its choices; scheduled exports use the new ones from their next time on. */
export const saveExportTemplate = route({
  method: 'PUT',
  path: '/exports/templates/:id',
  needs,
  params,
  body: z.object(written),
  answer: ExportTemplate,
});

/** Fails with `export-template.in-use` while a scheduled export uses it. */
export const deleteExportTemplate = route({
  method: 'DELETE',
  path: '/exports/templates/:id',
  needs,
  params,
  answer: z.object({ deleted: z.literal(true) }),
});
