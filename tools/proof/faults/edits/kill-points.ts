import type { EditSets } from './edit-set.ts';

const kill = "process.kill(process.pid, 'SIGKILL');";

/** Places at which a process ends itself by SIGKILL. */
export const killPoints: EditSets = {
  'kill-claim': [
    {
      file: 'apps/server/src/runs/work-pages.ts',
      find: 'done += result.count;',
      replace: `done += result.count; if (run.kind === 'claim' && done > 100) { ${kill} }`,
    },
  ],
  'kill-edit': inPage('edit'),
  'kill-undo': inPage('undo'),
  'kill-rule': inPage('rule'),
  'kill-file-edit': inPage('import'),
  'kill-check': [
    {
      file: 'apps/server/src/imports/check/check.ts',
      find: 'control.progress({ done: part.from + part.spans.length, total: groups.size });',
      replace: `if (part.from > 0) { ${kill} } control.progress({ done: part.from + part.spans.length, total: groups.size });`,
    },
  ],
  'kill-import': [
    {
      file: 'apps/server/src/imports/apply/apply-source.ts',
      find: 'control.progress({ done: part.until, total });',
      replace: `if (part.from > 0) { ${kill} } control.progress({ done: part.until, total });`,
    },
  ],
  'kill-export': [
    {
      file: 'apps/server/src/export/export-job.ts',
      find: 'await files.take(fileKey(run.id), file.path);',
      replace: `${kill} await files.take(fileKey(run.id), file.path);`,
    },
  ],
  'kill-images': [
    {
      file: 'apps/server/src/export/images/fetch-images.ts',
      find: 'done += 1;\n      parts.progress(done);',
      replace: `done += 1;\n      if (done > 120) { ${kill} }\n      parts.progress(done);`,
    },
  ],
  'kill-merge': [
    {
      file: 'apps/server/src/recollect/merge-run.ts',
      find: 'control?.signal.throwIfAborted();\n    await asOwner(db, ownerId, (owned) => mergeBatch',
      replace: `if (start > 0) { ${kill} }\n    await asOwner(db, ownerId, (owned) => mergeBatch`,
    },
  ],
  'kill-at-a-fault-point': [
    {
      file: 'apps/server/src/listing/store-job/fault-points.ts',
      find: 'export const noFaults: FaultInjector = () => undefined;',
      replace:
        'const nothing: FaultInjector = () => undefined; let own: FaultInjector | null = null; export const noFaults: FaultInjector = (point) => { own ??= process.env.BOWERBIRD_FAULT ? faultInjectorFrom(process.env) : nothing; return own(point); };',
    },
  ],
  'kill-watch': [
    {
      file: 'apps/server/src/runs/timed-starts.ts',
      find: 'if (run) {\n      // If the process',
      replace: `if (run) {\n      ${kill} // If the process`,
    },
  ],
  'kill-message': [
    {
      file: 'apps/server/src/messages/deliver.ts',
      find: 'const failure = await carry(parts, carriers, row)',
      replace: `${kill} const failure = await carry(parts, carriers, row)`,
    },
  ],
  'kill-sent-message': [
    {
      file: 'apps/server/src/messages/deliver.ts',
      find: 'if (!failure) {',
      replace: `${kill} if (!failure) {`,
    },
  ],
  'kill-notice': [
    {
      file: 'apps/server/src/notifications/send-due.ts',
      find: "await owned.deleteFrom('notification_due').where('id', '=', id).execute();",
      replace: `if (due.event === 'run-ended') { ${kill} } await owned.deleteFrom('notification_due').where('id', '=', id).execute();`,
    },
  ],
  'kill-reminder': [
    {
      file: 'apps/server/src/tasks/reminders.ts',
      find: 'await noteNotice(owned, {',
      replace: `${kill} await noteNotice(owned, {`,
    },
  ],
  'kill-term': [
    {
      file: 'apps/server/src/billing/ending.ts',
      find: 'await noteNotice(owned, {',
      replace: `${kill} await noteNotice(owned, {`,
    },
  ],
  'kill-upload': [
    {
      file: 'apps/server/src/stored-files/folder-store.ts',
      find: 'await rename(unfinished, path);',
      replace: `${kill} await rename(unfinished, path);`,
    },
  ],
  'kill-image-deletion': [
    {
      file: 'apps/server/src/images/forgetting.ts',
      find: 'await files.remove(image);\n      unused += 1;',
      replace: `${kill} await files.remove(image);\n      unused += 1;`,
    },
  ],
  'kill-forgetting': [
    {
      file: 'apps/server/src/system/forgetting.ts',
      find: 'all.audit += audit ?? 0;',
      replace: `${kill} all.audit += audit ?? 0;`,
    },
  ],
  'kill-backup': [
    {
      file: 'apps/server/src/backup/write-file.ts',
      find: 'await giveName(unfinished, file);',
      replace: `${kill} await giveName(unfinished, file);`,
    },
  ],
};

/** The process dies with the products of a page written, and the page not yet marked as done. */
function inPage(kind: string) {
  return [
    {
      file: 'apps/server/src/runs/work-pages.ts',
      find: 'await finishPage(owned, ownerId, runId, taken, outcomes);',
      replace: `if (run.kind === '${kind}') { ${kill} } await finishPage(owned, ownerId, runId, taken, outcomes);`,
    },
  ];
}
