import type { Bodies } from './bodies.ts';

/** Bodies of the calls about the rules of stores and the risk check before them. */
export const rulesBodies: Bodies = {
  // A name can be used once; one that reads as a time is not compared.
  'POST /listing/rules': (_ids, { known }) => [{ name: `2026-11-21T08:00:0${known ? 1 : 2}Z`, rules: {} }],
  'PUT /listing/rules/:id': () => [{ name: 'Stolen', rules: {}, revision: 1 }],
  'PUT /listing/stores/:id/rules': (ids) => [{ rulesId: ids.storeRules }, { rulesId: null }],
  'POST /listing/rules/explain': (ids, { own }) => [
    { selection: { ids: [ids.product] }, storeId: own.store, rules: null },
    { selection: { ids: [own.product] }, storeId: ids.store, rules: {} },
  ],
  'POST /listing/rules/categories': (ids, { own }) => [
    { selection: { ids: [ids.product] } },
    { selection: { ids: [own.product] }, storeId: ids.store },
  ],
  'PUT /listing/risk': () => [{ bannedWords: ['mug'] }],
  'PUT /listing/risk/unknown-margin': () => [{ confirmed: true }],
};
