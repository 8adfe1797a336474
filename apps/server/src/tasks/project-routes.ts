import * as contract from '@bowerbird/contract/team/projects';
import { type Served, serve } from '../http/serve.ts';
import { findPeople } from './people.ts';
import * as projects from './projects.ts';

export const projectRoutes: Served[] = [
  serve(contract.listProjects, async (_input, call) =>
    call.db((db) => projects.findProjects(db, call.ownerId)),
  ),

  serve(contract.getProjectChoices, async (_input, call) =>
    call.db(async (db) => ({
      people: (await findPeople(db, call.ownerId)).map(({ id, name }) => ({ id, name })),
      stores: await projects.findStoreChoices(db, call.ownerId),
    })),
  ),

  serve(contract.createProject, async ({ body }, call) =>
    call.db((db) => projects.createProject(db, { ownerId: call.ownerId, userId: call.user.id }, body)),
  ),

  serve(contract.updateProject, async ({ params, body }, call) =>
    call.db((db) => projects.updateProject(db, call.ownerId, params.id, body)),
  ),

  serve(contract.archiveProject, async ({ params, body }, call) =>
    call.db((db) => projects.archiveProject(db, call.ownerId, params.id, body.archived)),
  ),

  serve(contract.deleteProject, async ({ params }, call) => {
    await call.db((db) => projects.deleteProject(db, call.ownerId, params.id));
    return { deleted: true as const };
  }),
];
