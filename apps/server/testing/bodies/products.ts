import { v7 } from 'uuid';
import { mug } from '../products/products.ts';
import type { Bodies } from './bodies.ts';

const byIds = (ids: string[]) => ({ ids });
const byFilter = (filter: object, except: string[] = []) => ({ filter, except });
const stolen = [{ edit: { kind: 'title-suffix', text: ' stolen' } }];
/** Names that are taken only once; ids are not compared. */
const newView = () => ({
  name: v7(),
  shared: true,
  content: { kind: 'product-view', filter: {}, sort: 'updated', direction: 'desc' },
});
const stolenCells = (id: string, before = mug.title) => ({
  id,
  revision: 2,
  cells: [{ path: 'title', before, after: 'Stolen' }],
});
const inStores: Bodies[string] = (ids, { own }) => [
  { storeIds: [ids.store], selection: byIds([ids.product]) },
  { storeIds: [own.store], selection: byIds([ids.product]) },
  { storeIds: [ids.store], selection: byIds([own.product]) },
];

export const productBodies: Bodies = {
  'POST /auth/user-name-login': (_ids, { known, username }) => [
    { username: known ? username : 'nobody-at-all', password: 'a guess' },
  ],
  'POST /collect/recognise': () => [{ addresses: ['https://anns-source.example/'] }],
  'POST /collect/categories': () => [{ platform: 'shopify', address: 'https://anns-source.example/' }],
  'POST /collect/runs': () => [
    { platform: 'shopify', scope: 'shop', addresses: ['https://anns-source.example/'] },
  ],
  'POST /collect/results/query': (ids) => [
    { filter: {} },
    { filter: { runId: ids.collect } },
    { filter: { sources: ['anns-source.example'], duplicatesOnly: true } },
  ],
  'POST /collect/results/claim': (ids) => [
    { selection: byIds([ids.collected, ids.claimed]) },
    { selection: byFilter({ runId: ids.collect }, [ids.claimed]), expected: 0 },
  ],
  'POST /collect/results/claim-preview': (ids) => [
    { selection: byIds([ids.collected]), edits: [] },
    { selection: byFilter({ runId: ids.collect }), edits: [] },
  ],
  'POST /collect/results/unclaim': (ids) => [{ productIds: [ids.product] }],
  'POST /collect/results/delete': (ids) => [
    { selection: byIds([ids.collected, ids.claimed]) },
    { selection: byFilter({ runId: ids.collect }), expected: 0 },
  ],
  'POST /collect/claims/:id/undo': () => [{ expected: 0 }],
  'POST /products/query': (ids) => [
    { filter: { text: 'secret' } },
    { filter: { collectRunId: ids.collect } },
  ],
  'POST /products': () => [{ product: mug }],
  'PUT /products/:id': () => [{ revision: 2, product: mug }],
  'POST /products/:id/edit': () => [
    { edits: [{ kind: 'replace-in-title', find: 'Secret', replaceWith: 'Stolen' }] },
  ],
  'POST /products/:id/duplicate': () => [{ suffix: '(copy)' }],
  'POST /products/:id/history/:changeId/undo': () => [{}, { paths: ['title'] }],
  'POST /products/marks': (ids) => [
    { selection: byIds([ids.product]), marks: { note: 'Stolen' } },
    { selection: byIds([ids.product]), marks: { groupId: ids.productGroup } },
    { selection: byFilter({ groups: [ids.productGroup] }), expected: 0, marks: { colour: 'red' } },
  ],
  'POST /products/groups': () => [{ name: v7() }],
  'PUT /products/groups/:id': () => [{ name: 'Stolen' }],
  'GET /saved-items': () => [{ kind: 'product-view' }, { kind: 'claim-rule' }],
  'POST /saved-items': () => [newView()],
  'PUT /saved-items/:id': () => [newView()],
  'PUT /products/table-look': () => [{ hidden: [], order: [], pinned: [], widths: {}, density: 'compact' }],
  'POST /products/delete': (ids) => [
    { selection: byIds([ids.product]), expected: 1 },
    { selection: byFilter({ collectRunId: ids.collect }), expected: 0 },
  ],
  'POST /edits/preview': (ids) => [
    { selection: byIds([ids.product]), steps: stolen },
    { selection: byFilter({ collectRunId: ids.collect }), steps: stolen, from: ids.claimed },
  ],
  'POST /edits/count': (ids) => [
    { selection: byIds([ids.product]), steps: stolen, after: null },
    { selection: byFilter({ collectRunId: ids.collect }), steps: stolen, after: ids.claimed },
  ],
  'POST /edits': (ids) => [
    { selection: byIds([ids.product]), steps: stolen },
    { selection: byFilter({ collectRunId: ids.collect }), steps: stolen, expected: 0 },
  ],
  'GET /edits/:id/items': () => [{ group: 'changed' }],
  'POST /edits/:id/undo/preview': () => [{}],
  'POST /bin/restore': (ids) => [{ ids: [ids.product] }, { all: true }],
  'POST /bin/delete': (ids) => [{ ids: [ids.product] }, { all: true }],
  'POST /edits/:id/undo': (ids) => [{}, { productIds: [ids.product] }],
  'POST /grid/open': (ids) => [
    { selection: byIds([ids.product]) },
    { selection: byFilter({ collectRunId: ids.collect }) },
  ],
  'POST /grid/rows': (ids) => [{ ids: [ids.product, ids.claimed] }],
  'POST /grid/check': (ids) => [{ products: [stolenCells(ids.product)] }],
  'POST /grid/save': (ids, { own }) => [
    { key: '01900000-0000-7000-8000-000000000001', products: [stolenCells(ids.product)] },
    { key: ids.edit, products: [stolenCells(own.product, 'Another title')] },
  ],
  'POST /exports': (ids) => [
    { format: 'shopify', selection: byIds([ids.product]) },
    { format: 'shopify', selection: byFilter({ collectRunId: ids.collect }) },
  ],
  'POST /exports/preview': (ids) => [{ format: 'shopify', selection: byIds([ids.product]) }],
  'POST /stores': () => [
    {
      platform: 'shopify',
      name: 'Mine',
      domain: 'aster-practice.localhost:8000',
      connection: 'token',
      credentials: { token: 'a wrong one' },
    },
  ],
  'POST /stores/grants': () => [
    {
      platform: 'shoplazza',
      name: 'Mine',
      domain: 'aster-practice.localhost:8000',
      connection: 'app',
      credentials: { clientId: 'an app', clientSecret: 'of mine' },
    },
  ],
  'POST /stores/:id/grants': () => [
    { connection: 'app', credentials: { clientId: 'an app', clientSecret: 'of mine' } },
  ],
  'POST /stores/grants/finish': () => [{ query: '?state=of-another&code=1' }],
  'PUT /stores/:id': () => [
    { name: 'Taken' },
    { careful: true },
    { connection: 'token', credentials: { token: 'shpat_of_mine' } },
  ],
  'POST /listing/check': (ids, { own }) => [
    { storeIds: [ids.store], selection: byIds([ids.product]) },
    { storeIds: [own.store], selection: byIds([ids.product]) },
    { storeIds: [ids.store], selection: byIds([own.product]) },
  ],
  'POST /listing/conflicts': (ids) => [{ which: { listingIds: [ids.listing] }, choice: 'adopt' }],
  'POST /listing/runs': (ids, { own }) => [
    { storeIds: [ids.store], selection: byIds([ids.product]) },
    { storeIds: [own.store], selection: byIds([ids.product]) },
    { storeIds: [ids.store], selection: byIds([own.product]) },
    { storeIds: [ids.store], selection: byIds([own.product]), dryRun: true },
  ],
  'POST /listing/delist': inStores,
  'POST /listing/relist': inStores,
  'POST /listing/remove': inStores,
  'GET /listing/runs/:id/undo/items': () => [{ undoGroup: 'kept' }],
};
