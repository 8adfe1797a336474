import { linkNames } from '@bowerbird/contract/system/console-settings';

/** The plain values that may be recorded of one event. */
export type PlainFields = Record<string, string | number | boolean>;

/**
 * The plain values of a call's body that are recorded, by call; of a list, its length. A path into the body uses dots.
 * Anything not listed here is left out: passwords, codes, tokens, credentials, and texts of any length.
 */
const fields: Record<string, readonly string[]> = {
  'POST /collect/runs': ['platform', 'scope', 'addresses'],
  'POST /collect/results/claim': ['selection.ids', 'expected', 'edits'],
  'POST /collect/results/unclaim': ['productIds'],
  'POST /collect/results/delete': ['selection.ids', 'expected'],
  'POST /plugin/collect': ['platform', 'products'],
  'POST /plugin/unread': ['platform', 'code'],
  'POST /products/:id/edit': ['edits'],
  'POST /products/:id/duplicate': ['suffix'],
  'POST /products/marks': ['selection.ids', 'expected', 'marks.colour', 'marks.groupId', 'marks.assigneeId'],
  'POST /products/groups': ['name'],
  'PUT /products/groups/:id': ['name'],
  'POST /saved-items': ['name', 'shared'],
  'PUT /saved-items/:id': ['name', 'shared'],
  'POST /products/delete': ['selection.ids', 'expected'],
  'POST /grid/save': ['key', 'products'],
  'POST /exports': ['format', 'selection.ids', 'images'],
  'POST /exports/templates': ['name', 'choices.format'],
  'PUT /exports/templates/:id': ['name', 'choices.format'],
  'POST /exports/links': ['to.what', 'to.id', 'hours', 'downloadsMax'],
  'POST /exports/schedules': ['name', 'times.first', 'keep'],
  'PUT /exports/schedules/:id': ['name', 'times.first', 'keep', 'on'],
  'POST /imports/files': ['name', 'bytes'],
  'POST /imports/watched': ['sourceId', 'where.kind', 'everyHours', 'applies', 'whole'],
  'PUT /imports/watched/:id': ['where.kind', 'everyHours', 'applies', 'whole', 'on'],
  'POST /stores': ['platform', 'name', 'domain'],
  'PUT /stores/:id': ['name', 'connection', 'careful'],
  'POST /stores/grants': ['platform', 'name', 'domain'],
  'POST /stores/:id/grants': ['connection'],
  'POST /sources/access': ['platform', 'connection', 'name'],
  'POST /listing/conflicts': ['which.listingIds', 'which.runId', 'which.code', 'choice'],
  'POST /listing/runs': ['storeIds', 'selection.ids', 'dryRun', 'options.released'],
  'POST /listing/as-stored/publish': ['listingIds', 'runId', 'expected'],
  'POST /listing/as-stored/remove': ['listingIds', 'runId', 'expected'],
  'POST /listing/delist': ['storeIds', 'selection.ids'],
  'POST /listing/relist': ['storeIds', 'selection.ids'],
  'POST /listing/remove': ['storeIds', 'selection.ids'],
  'POST /listing/states/again': ['what', 'storeIds', 'reason', 'productIds'],
  'POST /listing/states/update': ['storeIds', 'selection.ids', 'expected'],
  'POST /listing/states/forget': ['listingIds'],
  'POST /listing/drift/compare': ['storeIds'],
  'POST /listing/drift/decide': ['decisions', 'equal_body.kind', 'equal_body.side', 'equal_body.asRule'],
  'PUT /listing/following': ['storeIds', 'following.what', 'following.everyHours'],
  'POST /listing/rules': ['name'],
  'PUT /listing/rules/:id': ['name'],
  'PUT /listing/stores/:id/rules': ['rulesId'],
  'PUT /listing/risk': [
    'bannedWords',
    'brands',
    'belowCost',
    'marginMin',
    'jumpMax',
    'emptyStock',
    'releasable',
  ],
  'PUT /listing/risk/unknown-margin': ['confirmed'],
  'POST /listing/schedules': ['name', 'storeIds', 'selection.ids', 'times.first'],
  'PUT /listing/schedules/:id': ['name', 'times.first', 'on'],
  'POST /listing/copies': ['platform', 'scope', 'address', 'storeIds', 'mayCopy'],
  'POST /account/tokens': ['name', 'permissions', 'days'],
  'PUT /account/profile': ['language'],
  'POST /invitations': ['addresses', 'roleId', 'organisationId'],
  'PUT /people/:id': ['name', 'roleId', 'organisationId'],
  'POST /merchants/:id/freeze': ['reason'],
  'POST /roles': ['name', 'permissions'],
  'PUT /roles/:id': ['name', 'permissions'],
  'POST /organisation': ['name', 'parentId'],
  'PUT /organisation/:id': ['name'],
  'POST /organisation/:id/move': ['parentId'],
  'PUT /navigation/:id': ['hidden'],
  'PUT /platforms/:id/pin': ['pinned'],
  'PUT /notifications/choices': ['event', 'console', 'mail'],
  'POST /tasks': ['title', 'addresses', 'invited'],
  'PUT /tasks/:id': ['title', 'addresses', 'invited'],
  'POST /projects': ['name', 'storeIds', 'members'],
  'PUT /projects/:id': ['name', 'storeIds', 'members'],
  'POST /projects/:id/archive': ['archived'],
  'POST /watches': ['name'],
  'PUT /watches/:id': ['name'],
  'POST /billing/orders': ['planId', 'term', 'payment', 'amount'],
  'POST /billing/admin/orders/:id/confirm': ['received', 'reason'],
  'POST /billing/admin/orders/:id/refund': ['reason'],
  'POST /billing/admin/plans': ['name', 'priceMonth', 'priceYear', 'currency', 'onSale'],
  'PUT /billing/admin/plans/:id': ['name', 'priceMonth', 'priceYear', 'currency', 'onSale'],
  'PUT /billing/admin/default-plan': ['planId'],
  'POST /articles': ['kind'],
  'PUT /articles/:id': ['revision'],
  'POST /articles/:id/publish': ['revision'],
  'POST /articles/:id/withdraw': ['revision'],
  'POST /workplace/links': ['path', 'title'],
  'PUT /workplace/config/links': ['links'],
  'POST /workplace/config/announcements': ['level', 'from', 'to'],
  'PUT /workplace/config/announcements/:id': ['level', 'from', 'to'],
  'PUT /workplace/provider': ['name', ...linkNames.map((name) => `links.${name}`)],
  'PUT /workplace/pages/:name': ['version'],
  'POST /user/sign-up': ['accepted.privacy', 'accepted.terms'],
};

/** Lists whose entries are recorded in full, because they matter: which warnings a person released. */
const inFull: ReadonlySet<string> = new Set(['options.released', 'releasable']);

/** Longest recorded text, in characters. */
const textMax = 120;

/** Returns the plain values of this call's body that may be recorded. */
export function plainFields(call: string, body: unknown): PlainFields {
  const plain: PlainFields = {};
  for (const path of fields[call] ?? []) {
    const value = valueAt(body, path.split('.'));
    if (Array.isArray(value)) {
      plain[path] = inFull.has(path) ? value.join(', ').slice(0, textMax) : value.length;
    } else if (typeof value === 'string') {
      plain[path] = value.slice(0, textMax);
    } else if (typeof value === 'number' || typeof value === 'boolean') {
      plain[path] = value;
    }
  }
  return plain;
}

/** The calls that have entries in `fields`. */
export const callsWithFields: readonly string[] = Object.keys(fields);

function valueAt(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) {
    return value;
  }
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? // If an object has the key, its value can be anything.
      valueAt((value as Record<string, unknown>)[name], rest)
    : undefined;
}
