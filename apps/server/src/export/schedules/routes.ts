import * as contract from '@bowerbird/contract/exports/schedules';
import { type Call, type Served, serve } from '../../http/serve.ts';
import { createSchedule, deleteSchedule, saveSchedule } from './schedules.ts';
import { runScheduleNow } from './start-due.ts';
import { findSchedules, getSchedule } from './view.ts';

const nowOf = ({ services }: Call) => new Date(services.clock.wall());

export const exportScheduleRoutes: Served[] = [
  serve(contract.listExportSchedules, async (_input, call) =>
    call.db((db) => findSchedules(db, call.ownerId, nowOf(call))),
  ),
  serve(contract.createExportSchedule, async ({ body }, call) =>
    call.db(async (db) => {
      const person = { ownerId: call.ownerId, userId: call.user.id };
      const id = await createSchedule(db, person, body, nowOf(call));
      return await getSchedule(db, call.ownerId, nowOf(call), id);
    }),
  ),
  serve(contract.saveExportSchedule, async ({ params, body }, call) =>
    call.db(async (db) => {
      await saveSchedule(db, call.ownerId, params.id, body, nowOf(call));
      return await getSchedule(db, call.ownerId, nowOf(call), params.id);
    }),
  ),
  serve(contract.deleteExportSchedule, async ({ params }, call) => {
    await call.db((db) => deleteSchedule(db, call.ownerId, params.id));
    return { deleted: true as const };
  }),
  serve(contract.runExportSchedule, async ({ params }, call) => ({
    runId: await runScheduleNow(call, params.id),
  })),
];
