import * as contract from '@bowerbird/contract/products/edit-rules';
import { readIdCursor } from '../http/id-cursor.ts';
import { type Call, type Served, serve } from '../http/serve.ts';
import { setAlarm } from './alarms.ts';
import { listChangeItems } from './change-items.ts';
import { attach, attaching, findChange, getAttachment, move, moving } from './changes.ts';
import { findRejections, findRules } from './list.ts';
import { previewExchange } from './preview.ts';
import { closeRule, deleteRule, getRule, insertRule, updateRule } from './queries.ts';

const pageMax = 200;

const callerOf = ({ ownerId, user }: Call) => ({ ownerId, userId: user.id });

export const editRuleRoutes: Served[] = [
  serve(contract.listEditRules, async ({ query }, call) =>
    call.db((db) =>
      findRules(db, call.ownerId, {
        ...query,
        userId: call.user.id,
        limit: Math.min(pageMax, Math.max(1, query.limit ?? 50)),
      }),
    ),
  ),
  serve(contract.getEditRule, async ({ params }, call) =>
    call.db((db) => getRule(db, callerOf(call), params.id)),
  ),
  serve(contract.createEditRule, async ({ body }, call) =>
    call.db(async (db) => {
      const id = await insertRule(db, call.ownerId, { ...body, userId: call.user.id });
      return await getRule(db, callerOf(call), id);
    }),
  ),
  serve(contract.saveEditRule, async ({ params, body }, call) =>
    call.db(async (db) => {
      await updateRule(db, call.ownerId, params.id, { ...body, userId: call.user.id });
      return await getRule(db, callerOf(call), params.id);
    }),
  ),
  serve(contract.setEditRuleState, async ({ params, body }, call) =>
    call.db(async (db) => {
      await closeRule(db, call.ownerId, params.id, body.state === 'closed');
      return await getRule(db, callerOf(call), params.id);
    }),
  ),
  serve(contract.setEditRuleAlarm, async ({ params, body }, call) =>
    call.db(async (db) => {
      await setAlarm(db, callerOf(call), params.id, body.on);
      return await getRule(db, callerOf(call), params.id);
    }),
  ),
  serve(contract.deleteEditRule, async ({ params }, call) => {
    await call.db((db) => deleteRule(db, call.ownerId, params.id));
    return { deleted: true as const };
  }),
  serve(contract.previewAttachRule, async ({ params, body }, call) =>
    call.db(async (db) => {
      const exchange = await attaching(db, call.ownerId, params.id, body.version);
      return await previewExchange(db, call.ownerId, {
        chosen: body.selection,
        exchange,
        after: body.after,
      });
    }),
  ),
  serve(contract.attachRule, async ({ params, body }, call) => attach(call, params.id, body)),
  serve(contract.previewMoveRule, async ({ params, body }, call) =>
    call.db(async (db) => {
      const exchange = await moving(db, call.ownerId, params.id, body.version);
      return await previewExchange(db, call.ownerId, {
        chosen: { attachmentId: params.id },
        exchange,
        after: body.after,
      });
    }),
  ),
  serve(contract.moveRule, async ({ params, body }, call) => move(call, params.id, body.version)),
  serve(contract.detachRule, async ({ params }, call) => move(call, params.id, null)),
  serve(contract.getRuleChange, async ({ params }, call) =>
    call.db((db) => findChange(db, call.ownerId, params.id)),
  ),
  serve(contract.listRuleChangeItems, async ({ params, query }, call) => {
    const after = readIdCursor(query.cursor) ?? null;
    return call.db((db) =>
      listChangeItems(db, call.ownerId, { runId: params.id, group: query.group, after }),
    );
  }),
  serve(contract.listRuleRejections, async ({ params, query }, call) =>
    call.db(async (db) => {
      await getAttachment(db, call.ownerId, params.id);
      return await findRejections(db, call.ownerId, params.id, query.cursor);
    }),
  ),
];
