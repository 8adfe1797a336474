import * as contract from '@bowerbird/contract/account/access';
import type { Db } from '../../db/database.ts';
import { requireAdministrator } from '../../http/protection/administrators-only.ts';
import { recorded } from '../../http/recorded.ts';
import { type Call, serve } from '../../http/serve.ts';
import { changeItem, editableNavigation, orderItems, resetAll, resetItem } from './navigation-edits.ts';

export const navigationRoutes = [
  serve(contract.getEditableNavigation, async (_input, call) => {
    requireAdministrator(call, 'navigation', 'query');
    return await editableNavigation(call.services.db);
  }),
  serve(contract.changeNavigationItem, async ({ params, body }, call) =>
    changed(call, (db) => changeItem(db, params.id, body)),
  ),
  serve(contract.orderNavigation, async ({ body }, call) =>
    changed(call, (db) => orderItems(db, body.parentId, body.ids)),
  ),
  serve(contract.resetNavigationItem, async ({ params }, call) =>
    changed(call, (db) => resetItem(db, params.id)),
  ),
  serve(contract.resetNavigation, async (_input, call) => changed(call, resetAll)),
];

/** Makes one change of everybody's navigation and returns the entries after it. */
async function changed(call: Call, change: (db: Db) => Promise<void>) {
  requireAdministrator(call, 'navigation', 'edit');
  await recorded(call, change);
  return await editableNavigation(call.services.db);
}
