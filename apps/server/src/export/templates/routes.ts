import * as contract from '@bowerbird/contract/exports/templates';
import { type Served, serve } from '../../http/serve.ts';
import { createTemplate, deleteTemplate, findTemplates, saveTemplate } from './templates.ts';

export const templateRoutes: Served[] = [
  serve(contract.listExportTemplates, async (_input, call) =>
    call.db((db) => findTemplates(db, call.ownerId)),
  ),
  serve(contract.createExportTemplate, async ({ body }, call) =>
    call.db((db) => createTemplate(db, { ownerId: call.ownerId, userId: call.user.id }, body)),
  ),
  serve(contract.saveExportTemplate, async ({ params, body }, call) =>
    call.db((db) => saveTemplate(db, { ownerId: call.ownerId, userId: call.user.id }, params.id, body)),
  ),
  serve(contract.deleteExportTemplate, async ({ params }, call) => {
    await call.db((db) => deleteTemplate(db, call.ownerId, params.id));
    return { deleted: true as const };
  }),
];
