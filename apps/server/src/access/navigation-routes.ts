import * as contract from '@bowerbird/contract/access';
import { requireAdministrator } from '../http/administrators-only.ts';
import { type Call, serve } from '../http/serve.ts';
import { changeItem, editableNavigation, orderItems, resetAll, resetItem } from './navigation-edits.ts';

export const navigationRoutes = [
  serve(contract.getEditableNavigation, async (_input, call) => {
    requireAdministrator(call, 'navigation', 'query');
    return await editableNavigation(call.services.db);
  }),
  serve(contract.changeNavigationItem, async ({ params, body }, call) =>
    changed(call, () => changeItem(call.services.db, params.id, body)),
  ),
  serve(contract.orderNavigation, async ({ body }, call) =>
    changed(call, () => orderItems(call.services.db, body.parentId, body.ids)),
  ),
  serve(contract.resetNavigationItem, async ({ params }, call) =>
    changed(call, () => resetItem(call.services.db, params.id)),
  ),
  serve(contract.resetNavigation, async (_input, call) => changed(call, () => resetAll(call.services.db))),
];

/** One change of everybody's navigation, and the entries as they are then. */
async function changed(call: Call, change: () => Promise<void>) {
  requireAdministrator(call, 'navigation', 'edit');
  await change();
  return await editableNavigation(call.services.db);
}
