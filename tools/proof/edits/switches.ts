import type { Edit } from '../mutants/mutant.ts';

/** Ways to break the protections of bulk edits, undos and rules, by name; the proof must notice each. */
export const switches: Readonly<Record<string, { breaks: string; edits: readonly Edit[] }>> = {
  'unique-key': {
    breaks:
      'a product may have several records of one edit set, behind a page that is written and marked in two transactions',
    edits: [
      splitPage(),
      {
        file: 'apps/server/src/products/history/history.ts',
        find: 'on conflict (edit_set_id, product_id) do nothing\n    returning product_id',
        replace:
          'on conflict (edit_set_id, product_id) do update set cells = excluded.cells, revision = excluded.revision\n    returning product_id',
      },
    ],
  },
  'page-transaction': {
    breaks: 'the products of a page are written in one transaction, and the page is marked in another',
    edits: [splitPage()],
  },
  'lock-order': {
    breaks: 'products are locked last first, one by one',
    edits: [
      {
        file: 'apps/server/src/products/write/write.ts',
        find: '): Promise<LockedProduct[]> {\n  const rows = await db',
        replace:
          '): Promise<LockedProduct[]> {\n  for (const id of [...ids].sort().reverse()) { await sql`select from product where id = ' +
          '$' +
          '{id} for no key update`.execute(db); }\n  const rows = await db',
      },
    ],
  },
  'frozen-revisions': {
    breaks: 'the revisions that were confirmed are not compared',
    edits: [
      {
        file: 'apps/server/src/bulk-edits/edit-job.ts',
        find: 'ids.map((id, at) => ({ id, expectedRevision: revisions[at] ?? 0 }))',
        replace: 'ids.map((id, at) => (revisions[at] === undefined ? id : id))',
      },
    ],
  },
};

/** Pages of a few products, so that a run has many of them. */
export const smallPages: readonly Edit[] = [
  {
    file: 'apps/server/src/bulk-edits/requests.ts',
    find: 'export const bulkPageSize = 500;',
    replace: 'export const bulkPageSize = 12;',
  },
  {
    file: 'apps/server/src/edit-rules/rule-job.ts',
    find: 'const pageSize = 100;',
    replace: 'const pageSize = 12;',
  },
];

function splitPage(): Edit {
  return {
    file: 'apps/server/src/runs/work-pages.ts',
    find: 'const outcomes = await work(owned, taken);',
    replace: 'const outcomes = await asOwner(db, ownerId, (other) => work(other, taken));',
  };
}
