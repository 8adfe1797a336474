import type { startCopy } from '@bowerbird/contract/collect/copying';
import { AppError } from '@bowerbird/contract/errors';
import { v7 } from 'uuid';
import type { z } from 'zod';
import { checkRequest, writeCollectRun } from '../collect/start.ts';
import { jsonText } from '../db/json-text.ts';
import type { Call } from '../http/serve.ts';
import { may, type SignedIn } from '../http/signed-in.ts';
import { refuseUnready } from '../listing/runs/create-run.ts';
import { getRun } from '../runs/runs.ts';
import { getStore } from '../stores/queries.ts';

type CopyBody = z.output<NonNullable<(typeof startCopy)['body']>>;

/** The permissions each step needs in addition to the permission to list. */
const rights = [
  ['collect', 'add'],
  ['products', 'add'],
] as const;

/** Records a copy together with its collect run, and wakes that run. Returns the copy's id. */
export async function writeCopy(call: Call, { mayCopy: _said, ...request }: CopyBody): Promise<string> {
  const { ownerId, user, services } = call;
  requireRights(user);
  const collect = checkRequest(services, { ...request, addresses: [request.address] });
  const [address = ''] = collect.addresses;
  const id = v7();
  const run = await call.db(async (db) => {
    refuseUnready(await Promise.all(request.storeIds.map((store) => getStore(db, ownerId, store))));
    const runId = await writeCollectRun(db, { ownerId, userId: user.id }, collect);
    await db
      .insertInto('copy_run')
      .values({
        id,
        owner_id: ownerId,
        title: new URL(address).host,
        request: jsonText({ ...request, address, storeIds: [...new Set(request.storeIds)] }),
        collect_run_id: runId,
        confirmed_by: user.id,
        created_by: user.id,
      })
      .execute();
    return await getRun(db, ownerId, runId);
  });
  await services.jobs.wake(run);
  return id;
}

/** Throws `permission.missing` for a user who may list but lacks a permission for an earlier step. */
export function requireRights(user: SignedIn): void {
  for (const [permission, action] of rights) {
    if (!may(user, permission, action)) {
      throw new AppError('permission.missing', `${permission}.${action}`, { params: { permission, action } });
    }
  }
}
