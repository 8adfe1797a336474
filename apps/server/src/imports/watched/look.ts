import type { FileHandle } from 'node:fs/promises';
import { AppError } from '@bowerbird/contract/errors';
import { uploadLimits } from '@bowerbird/contract/files/uploads';
import { FileRefused } from '@bowerbird/files/source/refused';
import { asOwner } from '../../db/database.ts';
import { findRun } from '../../runs/runs.ts';
import type { Services } from '../../services/services.ts';
import { readHead } from '../../uploads/preview/read-head.ts';
import type { PartFiles } from '../../uploads/storing/part-files.ts';
import { partFilesOf } from '../../uploads/storing/part-files-of.ts';
import { getFileSource } from '../queries.ts';
import { addressPlace } from './address.ts';
import { fetchAddress } from './fetch-address.ts';
import {
  finishFailed,
  finishWaiting,
  finishWithImport,
  finishWithout,
  inTheWay,
  type TakenFile,
} from './finish.ts';
import { allowedFolders, type FolderFile, filesIn, folderWithin, hasChanged, openIn } from './folders.ts';
import { receiveStream, tooLarge } from './receive-stream.ts';
import { keepWatch, LookLost, leaseSeconds, letGoOfWatch, type Taken, takeWatch } from './take.ts';

export type LookServices = Pick<Services, 'db' | 'clock' | 'log' | 'jobs' | 'seal' | 'fetch' | 'files'> & {
  config: Pick<Services['config'], 'dataFolder' | 's3' | 'allowedPrivateHosts' | 'importFolders'>;
};

/** A file of a folder that was written less than this many milliseconds ago may still be growing. */
const settledMs = 30_000;
/** Longest time for reading the head of a file, in milliseconds. */
const headMs = 60_000;

/**
 * Looks at a watched file that is due or was asked for, and imports what is new. Whatever fails is noted on the watch and
 * nowhere else. Returns false if another worker has it.
 */
export async function lookAt(
  services: LookServices,
  { ownerId, id }: { ownerId: string; id: string },
  stop: AbortSignal,
): Promise<boolean> {
  const { db, clock } = services;
  const taken = await asOwner(db, ownerId, (owned) => takeWatch(owned, ownerId, id, new Date(clock.wall())));
  if (taken === null) {
    return false;
  }
  const control = new AbortController();
  const signal = AbortSignal.any([stop, control.signal]);
  const alive = setInterval(
    () => {
      asOwner(db, ownerId, (owned) => keepWatch(owned, taken)).catch((thrown: unknown) => {
        if (thrown instanceof LookLost) {
          control.abort(thrown);
        }
      });
    },
    (leaseSeconds * 1000) / 3,
  );
  try {
    await look(services, taken, signal);
  } catch (thrown) {
    if (stop.aborted) {
      await asOwner(db, ownerId, (owned) => letGoOfWatch(owned, taken));
    } else if (!signal.aborted && !(thrown instanceof LookLost)) {
      await note(services, taken, thrown, null);
    }
  } finally {
    clearInterval(alive);
  }
  return true;
}

async function look(services: LookServices, taken: Taken, signal: AbortSignal): Promise<void> {
  const { ownerId, watch } = taken;
  const waitsFor = await asOwner(services.db, ownerId, (db) => inTheWay(db, watch));
  if (waitsFor !== null && !waitsFor.isReplaceable) {
    throw new AppError('import.watch-waits', `import ${waitsFor.runId} is not finished`);
  }
  await (watch.place === 'address'
    ? lookAtAddress(services, taken, signal)
    : lookInFolder(services, taken, signal));
}

async function lookAtAddress(services: LookServices, taken: Taken, signal: AbortSignal): Promise<void> {
  const { db, seal, clock } = services;
  const { ownerId, watch } = taken;
  const files = partFilesOf(services);
  const address = new URL(seal.open(watch.address ?? Buffer.alloc(0), addressPlace(ownerId, watch.id)));
  const isRepeated = taken.isAsked && (await lastCameToNothing(services, taken));
  const before = isRepeated ? { etag: null, modified: null } : watch;
  const fetched = await fetchAddress(services, address, before, { files, signal });
  const end = (found: Parameters<typeof finishWithout>[2]) =>
    asOwner(db, ownerId, (owned) => finishWithout(owned, taken, found, new Date(clock.wall())));
  if (fetched === null) {
    await end({ outcome: 'unchanged', validators: null, file: null });
    return;
  }
  const { received, name, ...validators } = fetched;
  if (!isRepeated && received.sha256 === watch.sha256) {
    await files.remove(received.id);
    await end({ outcome: 'unchanged', validators, file: null });
    return;
  }
  const { name: supplier } = await asOwner(db, ownerId, (owned) =>
    getFileSource(owned, ownerId, watch.source_id),
  );
  await importFile(services, taken, { ...received, ...validators, name: name ?? supplier, inFolder: null });
}

/** Whether the last import of an address was given up, so that the same file may be wanted again. */
async function lastCameToNothing({ db }: LookServices, { ownerId, watch }: Taken): Promise<boolean> {
  const id = watch.last_run_id;
  const run = id === null ? undefined : await asOwner(db, ownerId, (owned) => findRun(owned, ownerId, id));
  return run?.state === 'failed' || run?.state === 'cancelled';
}

async function lookInFolder(services: LookServices, taken: Taken, signal: AbortSignal): Promise<void> {
  const { db, clock, config } = services;
  const { ownerId, watch } = taken;
  const allowed = await asOwner(db, ownerId, (owned) => allowedFolders(owned, ownerId, config));
  const folder = await folderWithin(watch.shown, allowed);
  const known = await asOwner(db, ownerId, (owned) =>
    owned
      .selectFrom('file_watch_file')
      .selectAll()
      .where('owner_id', '=', ownerId)
      .where('watch_id', '=', watch.id)
      .execute(),
  );
  const byName = new Map(known.map((each) => [each.name, each]));
  const fresh = (await filesIn(folder)).filter(({ name, bytes, modifiedMs }) => {
    const before = byName.get(name);
    return !before || Number(before.bytes) !== bytes || Number(before.modified_ms) !== modifiedMs;
  });
  // Of whole ranges only the newest counts; of parts each one, in the order in which they were written.
  const file = watch.whole ? fresh.at(-1) : fresh[0];
  const now = () => new Date(clock.wall());
  if (file === undefined) {
    await asOwner(db, ownerId, (owned) => finishWithout(owned, taken, { outcome: 'nothing' }, now()));
    return;
  }
  const handle = isSettled(file) ? await openIn(folder, file) : null;
  if (handle === null) {
    throw stillChanging(file);
  }
  try {
    const received = await copyOf(handle, file, partFilesOf(services), signal);
    if (byName.get(file.name)?.sha256 === received.sha256) {
      await partFilesOf(services).remove(received.id);
      const same = {
        outcome: 'unchanged' as const,
        validators: null,
        file: { ...file, sha256: received.sha256 },
      };
      await asOwner(db, ownerId, (owned) => finishWithout(owned, taken, same, now()));
      return;
    }
    const passedOver = watch.whole ? fresh.filter((each) => each !== file) : [];
    await importFile(services, taken, {
      ...received,
      name: file.name,
      etag: null,
      modified: null,
      inFolder: { file, passedOver, isLast: watch.whole || fresh.length === 1 },
    });
  } catch (thrown) {
    const { code } = AppError.from(thrown);
    if (code !== 'import.watch-no-table' && code !== 'import.watch-too-large') {
      throw thrown;
    }
    await note(services, taken, thrown, file);
  } finally {
    await handle.close();
  }
}

/** The file's time is of the machine that wrote it, which may be ahead of this one. */
function isSettled({ modifiedMs }: FolderFile): boolean {
  return Math.abs(Date.now() - modifiedMs) >= settledMs;
}

async function copyOf(handle: FileHandle, file: FolderFile, files: PartFiles, signal: AbortSignal) {
  if (file.bytes > uploadLimits.bytes) {
    throw tooLarge(uploadLimits.bytes);
  }
  const chunks = handle.createReadStream({ start: 0, autoClose: false, highWaterMark: 1024 * 1024 });
  const received = await receiveStream(files, chunks, signal);
  if (received.bytes !== file.bytes || (await hasChanged(handle, file))) {
    await files.remove(received.id);
    throw stillChanging(file);
  }
  return received;
}

function stillChanging({ name }: FolderFile): AppError {
  return new AppError('import.watch-changing', 'a file changes while it is read', { params: { file: name } });
}

/** Creates the import of a file that was received; the bytes are deleted if none comes of it. */
async function importFile(services: LookServices, taken: Taken, file: TakenFile): Promise<void> {
  const { db, clock, jobs } = services;
  const { ownerId, watch } = taken;
  const files = partFilesOf(services);
  try {
    await requireTable(services, taken, file);
    const { run, unneeded } = await asOwner(db, ownerId, (owned) =>
      finishWithImport(owned, taken, file, new Date(clock.wall())),
    );
    for (const id of unneeded) {
      await files.remove(id);
    }
    // If the process is killed before this line, the search for forgotten runs finds and wakes the run.
    await jobs.wake(run);
  } catch (thrown) {
    const isKept = await asOwner(db, ownerId, (owned) =>
      owned
        .selectFrom('import_file')
        .select('id')
        .where('owner_id', '=', watch.owner_id)
        .where('id', '=', file.id)
        .executeTakeFirst(),
    );
    if (!isKept) {
      await files.remove(file.id);
    }
    throw thrown;
  }
}

/** Throws `import.watch-no-table` for a file that is none, such as a page on which to sign in. */
async function requireTable(
  services: LookServices,
  { ownerId, watch }: Taken,
  file: TakenFile,
): Promise<void> {
  const noTable = (why: string) =>
    new AppError('import.watch-no-table', why, { params: { file: file.name } });
  if (file.bytes === 0) {
    throw noTable('empty');
  }
  const { dialect, mapping } = await asOwner(services.db, ownerId, (owned) =>
    getFileSource(owned, ownerId, watch.source_id),
  );
  const path = await partFilesOf(services).pathOfWhole(file);
  if (path === null) {
    throw new AppError(
      'import.file-gone',
      `received file ${file.id} is not the ${file.bytes} bytes that arrived`,
    );
  }
  try {
    await readHead(path, { dialect, table: null, mapping }, AbortSignal.timeout(headMs));
  } catch (thrown) {
    throw thrown instanceof FileRefused ? noTable(thrown.code) : thrown;
  }
}

/** Notes a failure on the watch. */
async function note(
  { db, clock, log }: LookServices,
  taken: Taken,
  thrown: unknown,
  file: FolderFile | null,
): Promise<void> {
  const { code, params, message } = AppError.from(thrown);
  if (code === 'unexpected') {
    log.error({ watch: taken.watch.id, error: message }, 'A watched file failed unexpectedly');
  }
  const fault = { code, params };
  const isWaiting = code === 'import.watch-waits' || code === 'import.watch-changing';
  const now = new Date(clock.wall());
  await asOwner(db, taken.ownerId, (owned) =>
    isWaiting ? finishWaiting(owned, taken, fault, now) : finishFailed(owned, taken, { fault, file }, now),
  ).catch((failure: unknown) => {
    if (!(failure instanceof LookLost)) {
      throw failure;
    }
  });
}
