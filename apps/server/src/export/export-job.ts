import { rm } from 'node:fs/promises';
import { v7 } from 'uuid';
import { asOwner, type OwnerDb } from '../db/database.ts';
import { jsonText } from '../db/json-text.ts';
import { imagesInFile } from '../images/in-file.ts';
import type { JobKind } from '../runs/jobs.ts';
import type { RunRow } from '../runs/runs.ts';
import { type RunControl, type RunEnd, Stopped, workOnRun } from '../runs/work.ts';
import type { Services } from '../services/services.ts';
import { assemble } from './assemble.ts';
import {
  deleteOlderFiles,
  exportFolder,
  fileKey,
  imageFolder,
  removeAbandoned,
  removeRowless,
  saveExportFile,
  unfinishedPath,
} from './files.ts';
import { fetchImages } from './images/fetch-images.ts';
import { type GatheredImages, gatherImages } from './images/gather-images.ts';
import { listImages } from './images/list-images.ts';
import { pathsInFile } from './images/paths-in-file.ts';
import { noteFiles, noteRevisions } from './revisions.ts';
import { type ExportRunRequest, readExportRun } from './start.ts';
import { writeProducts } from './write-products.ts';

type JobServices = Pick<Services, 'db' | 'clock' | 'log' | 'jobs' | 'seal' | 'fetch' | 'files'> & {
  config: Pick<Services['config'], 'dataFolder' | 'publicUrl'>;
};

/** Limits for the images of one file; left out: `exportImageLimits`. */
export interface ImageLimits {
  imagesMax?: number;
  bytesMax?: number;
}

/**
 * Builds product files. A run that was stopped or killed starts its file from scratch, since the products may have
 * changed, and keeps the images that it has. A file gets its name only when it is complete and on the disk.
 */
export function exportJob(services: JobServices, limits: ImageLimits = {}): JobKind {
  return {
    kind: 'export',
    keys: (run) => [run.id],
    // One that fetches images may take an hour; others need not wait for it.
    atOnce: 3,
    work: (request, signal) =>
      workOnRun({ ...services, wake: services.jobs.wake }, request, signal, (run, control) =>
        build({ services, limits, run, control }),
      ),
  };
}

interface Building {
  services: JobServices;
  limits: ImageLimits;
  run: RunRow;
  control: RunControl;
}

async function build(building: Building): Promise<RunEnd> {
  const { services, run, control } = building;
  const { clock, config } = services;
  const request = readExportRun(run.request);
  const { dataFolder } = config;
  await exportFolder(dataFolder);
  await removeAbandoned(dataFolder, run.id, clock.wall());
  await removeRowless(services.db, services.files, clock.wall());
  const unfinished = unfinishedPath(dataFolder, run.id);
  try {
    const images = request.images === undefined ? null : await fetchAll(building, request);
    const products = await write(building, request, images, unfinished);
    control.progress({ done: run.total ?? products, total: run.total ?? products });
    return { state: 'complete' };
  } finally {
    await rm(unfinished, { force: true });
    if (request.images !== undefined && !goesOn(control.signal)) {
      await rm(imageFolder(dataFolder, run.id), { recursive: true, force: true });
    }
  }
}

/** Reports whether the run will be taken up again where it was stopped. */
function goesOn({ aborted, reason }: AbortSignal): boolean {
  return aborted && reason instanceof Stopped && reason.because !== 'cancel';
}

/** Fetches the images. Progress counts products, as far as their images are there. */
async function fetchAll(
  { services, limits, run, control }: Building,
  { selection }: ExportRunRequest,
): Promise<GatheredImages> {
  const { db, fetch, files, clock, config } = services;
  const { signal } = control;
  const folder = imageFolder(config.dataFolder, run.id);
  const wanted = await listImages(db, run.owner_id, selection, { signal, ...limits });
  const startedMs = clock.monotonic();
  let before: number | null = null;
  const fetched = await fetchImages(wanted, folder, {
    ...limits,
    fetch,
    clock,
    signal,
    files,
    progress(done) {
      before ??= done;
      const each = (clock.monotonic() - startedMs) / Math.max(1, done - before);
      control.progress({
        done: Math.floor(((run.total ?? 0) * done) / Math.max(1, wanted.length)),
        secondsLeft: (each * (wanted.length - done)) / 1000,
      });
    },
  });
  return await gatherImages(wanted, fetched, folder);
}

/** Writes the file and its row; returns how many products are in it. */
async function write(
  { services, run, control }: Building,
  { scheduleId, images: columns, ...request }: ExportRunRequest,
  images: GatheredImages | null,
  unfinished: string,
): Promise<number> {
  const { db, clock, files } = services;
  const ownerId = run.owner_id;
  const startedMs = clock.monotonic();
  const revisions = await noteRevisions(db, ownerId, run.id);
  const written = await writeProducts(
    db,
    {
      ownerId,
      runId: run.id,
      ...request,
      ...(images !== null && columns === 'file'
        ? pathsInFile(images.paths, imagesInFile(services))
        : { images: imagesInFile(services) }),
    },
    unfinished,
    {
      signal: control.signal,
      exported: revisions.add,
      progress: (done) => {
        const left = Math.max(0, (run.total ?? done) - done);
        const secondsLeft = (((clock.monotonic() - startedMs) / done) * left) / 1000;
        control.progress({ ...(images === null && { done }), secondsLeft });
      },
    },
  );
  const file = await assemble(written.parts, run.title, images, control.signal);
  control.signal.throwIfAborted();
  await files.take(fileKey(run.id), file.path);
  const older = await asOwner(db, ownerId, async (owned) => {
    await saveExportFile(owned, {
      id: v7(),
      owner_id: ownerId,
      run_id: run.id,
      name: file.name,
      format: request.format,
      products: written.products,
      rows: written.rows,
      bytes: file.bytes,
      sha256: file.sha256,
      notices: jsonText([...written.notices, ...(images?.notices ?? [])]),
      parts: jsonText(file.parts),
      images: images && jsonText(images.count),
      schedule_id: scheduleId === undefined ? null : await existing(owned, ownerId, scheduleId),
    });
    await noteFiles(owned, ownerId, run.id, [file, ...written.parts]);
    return scheduleId === undefined ? [] : await deleteOlderFiles(owned, ownerId, scheduleId);
  });
  for (const runId of older) {
    await files.remove(fileKey(runId));
  }
  return written.products;
}

/** Returns the schedule's id; null if it was deleted meanwhile. */
async function existing(db: OwnerDb, ownerId: string, scheduleId: string): Promise<string | null> {
  const found = await db
    .selectFrom('export_schedule')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('id', '=', scheduleId)
    .forKeyShare()
    .executeTakeFirst();
  return found?.id ?? null;
}
