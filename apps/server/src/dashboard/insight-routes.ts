import { AppError } from '@bowerbird/contract/errors';
import { getAnalysis } from '@bowerbird/contract/figures/analysis';
import { getMonitor } from '@bowerbird/contract/figures/monitor';
import { readOnBench } from '@bowerbird/contract/system/bench';
import { spanOf } from '../figures/days.ts';
import { type Served, serve } from '../http/serve.ts';
import type { Clock } from '../time/clock.ts';
import { analyse, noFigures } from './analysis.ts';
import { readProductOnBench } from './bench.ts';
import { BenchTurns } from './bench-turns.ts';
import { monitorOwn, monitorWhole } from './monitor.ts';

/** Analysis, Monitor and the test bench. */
export function insightRoutes(clock: Clock): Served[] {
  const turns = new BenchTurns(clock);
  return [
    serve(getAnalysis, async ({ query }, call) => {
      const span = spanOf(query, new Date(call.services.clock.wall()));
      if (span === null) {
        throw new AppError('request.invalid', `no period from ${query.from} to ${query.to}`, {
          issues: [{ path: ['query', 'to'], code: 'too_big', message: '' }],
        });
      }
      const { ownerId } = call.user;
      return ownerId === null ? noFigures(span) : await call.db((db) => analyse(db, ownerId, span));
    }),

    serve(getMonitor, async (_input, { services, user, db }) => {
      const { ownerId } = user;
      const now = new Date(services.clock.wall());
      return ownerId === null
        ? await monitorWhole(services, now)
        : await db((owned) => monitorOwn(owned, ownerId, now));
    }),

    serve(readOnBench, async ({ body }, { services, user }) => {
      turns.take(user.id);
      return await readProductOnBench(services, body);
    }),
  ];
}
