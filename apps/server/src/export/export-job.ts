import { rename, rm } from 'node:fs/promises';
import { ExportRequest } from '@bowerbird/contract/products/export';
import { v7 } from 'uuid';
import { asOwner } from '../db/database.ts';
import { jsonText } from '../db/json-text.ts';
import { imagesInFile } from '../images/in-file.ts';
import type { JobKind } from '../runs/jobs.ts';
import type { RunRow } from '../runs/runs.ts';
import { type RunControl, type RunEnd, workOnRun } from '../runs/work.ts';
import type { Services } from '../services/services.ts';
import { exportFolder, filePath, removeAbandoned, saveExportFile, unfinishedPath } from './files.ts';
import { noteRevisions } from './revisions.ts';
import { writeProducts } from './write-products.ts';

type JobServices = Pick<Services, 'db' | 'clock' | 'log' | 'jobs' | 'seal'> & {
  config: Pick<Services['config'], 'dataFolder' | 'publicUrl'>;
};

/**
 * Builds product files. A run that was stopped or killed starts its file from scratch, since the products may have
 * changed. A file gets its name only when it is complete and on the disk.
 */
export function exportJob(services: JobServices): JobKind {
  return {
    kind: 'export',
    keys: (run) => [run.id],
    atOnce: 1,
    work: (request, signal) =>
      workOnRun({ ...services, wake: services.jobs.wake }, request, signal, (run, control) =>
        build(services, run, control),
      ),
  };
}

async function build(services: JobServices, run: RunRow, control: RunControl): Promise<RunEnd> {
  const { db, clock, config } = services;
  const ownerId = run.owner_id;
  const request = ExportRequest.parse(run.request);
  const { dataFolder } = config;
  await exportFolder(dataFolder);
  await removeAbandoned(dataFolder, run.id, clock.wall());
  const unfinished = unfinishedPath(dataFolder, run.id);
  const startedMs = clock.monotonic();
  const revisions = await noteRevisions(db, ownerId, run.id);
  try {
    const { notices, files, ...written } = await writeProducts(
      db,
      { ownerId, ...request, images: imagesInFile(services) },
      { path: unfinished, name: nameWithoutEnding(run.title) },
      {
        signal: control.signal,
        exported: revisions.add,
        progress: (done) => {
          const left = Math.max(0, (run.total ?? done) - done);
          const secondsLeft = (((clock.monotonic() - startedMs) / done) * left) / 1000;
          control.progress({ done, secondsLeft });
        },
      },
    );
    control.signal.throwIfAborted();
    await rename(unfinished, filePath(dataFolder, run.id));
    await asOwner(db, ownerId, (owned) =>
      saveExportFile(owned, {
        id: v7(),
        owner_id: ownerId,
        run_id: run.id,
        name: files === 1 ? run.title : `${nameWithoutEnding(run.title)}.zip`,
        format: request.format,
        ...written,
        notices: jsonText(notices),
      }),
    );
    const seen = run.total ?? written.products;
    control.progress({ done: seen, total: seen });
    return { state: 'complete' };
  } finally {
    await rm(unfinished, { force: true });
  }
}

function nameWithoutEnding(title: string): string {
  return title.replace(/\.(?:csv|xlsx)$/, '');
}
