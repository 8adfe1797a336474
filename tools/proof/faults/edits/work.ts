import type { EditSets } from './edit-set.ts';

/** The products of a page are written in one transaction, and the page is marked in another. */
const splitPage = {
  file: 'apps/server/src/runs/work-pages.ts',
  find: 'const outcomes = await work(owned, taken);',
  replace: 'const outcomes = await asOwner(db, ownerId, (other) => work(other, taken));',
};

/** The protections of each kind of work against a kill, removed. */
export const work: EditSets = {
  'collect-forgets-its-checkpoint': [
    {
      file: 'apps/server/src/collect/progress.ts',
      find: 'checkpoint: row.checkpoint as Json,',
      replace: 'checkpoint: null,',
    },
    {
      file: 'apps/server/src/collect/progress.ts',
      find: 'got: new Set(batches.flatMap((batch) => batch.source_ids)),',
      replace: 'got: new Set<string>(),',
    },
  ],
  'claim-forgets-its-edit-set': [
    {
      file: 'apps/server/src/products/claim/claim-job.ts',
      find: 'editSet: OpenEditSet.ofRun(ownerId, run.id, {',
      replace: 'editSet: OpenEditSet.of(ownerId, {',
    },
  ],
  'edits-are-applied-again': [
    splitPage,
    {
      file: 'apps/server/src/products/history/history.ts',
      find: 'on conflict (edit_set_id, product_id) do nothing\n    returning product_id',
      replace:
        'on conflict (edit_set_id, product_id) do update set cells = excluded.cells, revision = excluded.revision\n    returning product_id',
    },
  ],
  'runs-are-fixed-again': [
    {
      file: 'apps/server/src/runs/pages.ts',
      find: 'if (total !== null) {',
      replace: "if (total !== null && id === '') {",
    },
  ],
  'pages-are-marked-later': [splitPage],
  'checks-keep-what-they-had': [
    {
      file: 'apps/server/src/imports/check/check.ts',
      find: 'await deleteChecked(owned, ownerId, runId);',
      replace: '',
    },
  ],
  'imports-forget-how-far-they-are': [
    {
      file: 'apps/server/src/imports/apply/save-parts.ts',
      find: `update import set reached = \${until} where`,
      replace: `update import set reached = \${until * 0} where`,
    },
  ],
  'export-leaves-what-it-began': [
    {
      file: 'apps/server/src/export/export-job.ts',
      find: 'await removeAbandoned(dataFolder, run.id, clock.wall());',
      replace: '',
    },
  ],
  'export-forgets-its-images': [
    {
      file: 'apps/server/src/export/images/fetch-images.ts',
      find: 'const there = await savedBefore(folder);',
      replace: 'const there: Awaited<ReturnType<typeof savedBefore>> = new Map();',
    },
  ],
  'merge-forgets-what-it-merged': [
    {
      file: 'apps/server/src/recollect/merge-run.ts',
      find: 'const ids = await asOwner(db, ownerId, (owned) => findChanged(owned, run));',
      replace:
        'const ids = await asOwner(db, ownerId, (owned) => findChanged(owned, run)).then((all) => (all.length < 490 ? [] : all));',
    },
  ],
  'nobody-wakes-what-was-forgotten': [
    {
      file: 'apps/server/src/runs/forgotten.ts',
      find: 'for (const { id, owner_id, goes_on_at } of open) {',
      replace: 'for (const { id, owner_id, goes_on_at } of open.slice(open.length)) {',
    },
  ],
  'messages-are-not-lent': [
    {
      file: 'apps/server/src/messages/deliver.ts',
      find: 'next_try_at: new Date(now + leaseMs) }))',
      replace: "next_try_at: new Date(now + leaseMs), state: 'sent' as const }))",
    },
  ],
  'a-message-has-no-name': [
    { file: 'apps/server/src/messages/mail.ts', find: `messageId: \`<\${id}@bowerbird>\`,`, replace: '' },
  ],
  'notices-come-off-the-list-first': [
    {
      file: 'apps/server/src/notifications/send-due.ts',
      find: "const found = await owned\n      .selectFrom('notification_due')\n      .selectAll()\n      .where('id', '=', id)\n      .forUpdate()\n      .skipLocked()\n      .executeTakeFirst();",
      replace:
        "const found = await asOwner(db, owner_id ?? '', (first) => first.deleteFrom('notification_due').where('id', '=', id).returningAll().executeTakeFirst());",
    },
  ],
  'reminders-are-set-on-first': [
    {
      file: 'apps/server/src/tasks/reminders.ts',
      find: ".where('remind_at', '<=', sql<Date>`now()`)\n      .forUpdate()",
      replace: ".where('remind_at', '<=', sql<Date>`now()`)",
    },
    {
      file: 'apps/server/src/tasks/reminders.ts',
      find: "await owned\n      .updateTable('team_project')",
      replace: "await asOwner(db, ownerId, (own) => own\n      .updateTable('team_project')",
    },
    {
      file: 'apps/server/src/tasks/reminders.ts',
      find: ".where('id', '=', id)\n      .execute();\n    await noteNotice",
      replace: ".where('id', '=', id)\n      .execute());\n    await noteNotice",
    },
  ],
  'unfinished-images-stay': [
    {
      file: 'apps/server/src/stored-files/folder-store.ts',
      find: 'key.endsWith(unfinishedEnding)',
      replace: 'key === unfinishedEnding',
    },
  ],
  'stray-images-stay': [
    {
      file: 'apps/server/src/images/forgetting.ts',
      find: 'for (const image of images.filter(({ id }) => !known.has(id))) {',
      replace: 'for (const image of images.filter(({ id }) => !known.has(id) && id === null)) {',
    },
  ],
  'forgetting-begins-later': [
    {
      file: 'apps/server/src/system/forgetting.ts',
      find: 'begin: (services) => ({',
      replace: 'begin: (services) => ({\n    waitsFirst: true,',
    },
  ],
  'backup-has-its-name-at-once': [
    {
      file: 'apps/server/src/backup/write-file.ts',
      find: `const unfinished = \`\${file}.part\`;\n  requireNoFile`,
      replace: 'const unfinished = file;\n  requireNoFile',
    },
  ],
};
