import * as contract from '@bowerbird/contract/search';
import { z } from 'zod';
import { readIdCursor } from '../http/id-cursor.ts';
import { type Served, serve } from '../http/serve.ts';
import { findRunPeople, findRuns } from './runs.ts';

const limitMax = 50;

export const searchRoutes: Served[] = [
  serve(contract.searchRuns, async ({ query }, call) =>
    call.db((db) =>
      findRuns(db, call.ownerId, {
        text: query.text ?? '',
        kind: query.kind,
        state: query.state,
        // Anything that is not an id matches nobody.
        by: (query.by ?? '').split(',').filter((id) => z.uuid().safeParse(id).success),
        cursor: readIdCursor(query.cursor),
        limit: Math.max(1, Math.min(query.limit ?? 20, limitMax)),
      }),
    ),
  ),

  serve(contract.listRunPeople, async (_input, call) => {
    const people = await call.db((db) => findRunPeople(db, call.ownerId));
    return people.map((person) => ({ ...person, me: person.id === call.user.id }));
  }),
];
