import * as contract from '@bowerbird/contract/listing/rules';
import { listOwnValuePlaces } from '@bowerbird/contract/products/own-values';
import { type Served, serve } from '../http/serve.ts';
import { getStore } from '../stores/queries.ts';
import { categoriesOf, explain } from './explain.ts';
import { confirmUnknownMargin, findGuard, type Guard, saveRiskSettingsRow } from './guard.ts';
import { findOwnValuePlaces } from './own-value-places.ts';
import {
  deleteStoreRulesRow,
  findStoreRules,
  getStoreRules,
  insertStoreRules,
  setShopRules,
  updateStoreRules,
} from './queries.ts';

export const rulesRoutes: Served[] = [
  serve(contract.listStoreRules, async (_input, call) => call.db((db) => findStoreRules(db, call.ownerId))),
  serve(contract.addStoreRules, async ({ body }, call) =>
    call.db(async (db) => getStoreRules(db, call.ownerId, await insertStoreRules(db, call.ownerId, body))),
  ),
  serve(contract.saveStoreRules, async ({ params, body }, call) =>
    call.db(async (db) => {
      await updateStoreRules(db, call.ownerId, params.id, body);
      return await getStoreRules(db, call.ownerId, params.id);
    }),
  ),
  serve(contract.deleteStoreRules, async ({ params }, call) => {
    await call.db((db) => deleteStoreRulesRow(db, call.ownerId, params.id));
    return { deleted: true as const };
  }),
  serve(contract.setStoreRules, async ({ params, body }, call) =>
    call.db(async (db) => {
      const { store, shop } = await getStore(db, call.ownerId, params.id);
      await setShopRules(db, call.ownerId, shop.id, body.rulesId);
      return { storeId: store.id, rulesId: body.rulesId };
    }),
  ),
  serve(contract.explainRules, async ({ body }, call) => explain(call.services.db, call.ownerId, body)),
  serve(contract.suggestStoreCategories, async ({ body }, call) =>
    categoriesOf(call.services, call.ownerId, body),
  ),
  serve(listOwnValuePlaces, async (_input, call) => call.db((db) => findOwnValuePlaces(db, call.ownerId))),
  serve(contract.getRiskSettings, async (_input, call) =>
    call.db(async (db) => answerOf(await findGuard(db, call.ownerId))),
  ),
  serve(contract.saveRiskSettings, async ({ body }, call) =>
    call.db(async (db) => {
      await saveRiskSettingsRow(db, call.ownerId, body);
      return answerOf(await findGuard(db, call.ownerId));
    }),
  ),
  serve(contract.confirmUnknownMargin, async ({ body }, call) =>
    call.db(async (db) => {
      await confirmUnknownMargin(db, call.ownerId, { confirmed: body.confirmed, userId: call.user.id });
      return answerOf(await findGuard(db, call.ownerId));
    }),
  ),
];

function answerOf({ settings, marginUnknown }: Guard): contract.RiskSettingsNow {
  return { ...settings, marginUnknown };
}
