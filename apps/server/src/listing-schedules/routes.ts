import * as contract from '@bowerbird/contract/listing/schedules';
import { type Served, serve } from '../http/serve.ts';
import { deleteSchedule, rewriteSchedule, writeSchedule } from './change.ts';
import { runScheduleNow } from './run-now.ts';
import { findSchedules } from './view.ts';

export const scheduleRoutes: Served[] = [
  serve(contract.listSchedules, async (_input, call) => call.db((db) => findSchedules(db, call.ownerId))),
  serve(contract.createSchedule, async ({ body }, call) => writeSchedule(call, body)),
  serve(contract.changeSchedule, async ({ params, body }, call) => rewriteSchedule(call, params.id, body)),
  serve(contract.deleteSchedule, async ({ params }, call) => {
    await call.db((db) => deleteSchedule(db, call.ownerId, params.id));
    return { deleted: true as const };
  }),
  serve(contract.runSchedule, async ({ params }, call) => ({ runId: await runScheduleNow(call, params.id) })),
];
