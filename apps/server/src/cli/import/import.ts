import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { applyImport, getImport, type Import, startImport } from '@bowerbird/contract/files/imports';
import { deleteUpload } from '@bowerbird/contract/files/uploads';
import { cancelRun, type Run } from '@bowerbird/contract/runs';
import { asOwner } from '../../db/database.ts';
import { failedRowsFile } from '../../imports/download/failed-rows.ts';
import { failedSheet } from '../../imports/download/failed-sheet.ts';
import { getImportRow } from '../../imports/queries.ts';
import { keptSource } from '../../imports/rows/kept-bytes.ts';
import { forgetUnused } from '../../imports/show/file-sources.ts';
import { type Command, exitCodes, type Given, inform, say, WrongUse } from '../command.ts';
import { exitCodeOf, language, sentenceOf } from '../run-text.ts';
import { type Session, withSession } from '../session.ts';
import { waitForClaim } from './claim-new.ts';
import {
  countsLine,
  countsOf,
  detectedLine,
  detectedOf,
  faultLines,
  faultsOf,
  questionLines,
} from './report.ts';
import { sendFile } from './send-file.ts';
import { readWanted, type SetUp, setUp, type Wanted } from './set-up.ts';

export const importProducts: Command = {
  usage: `import FILE [--as source|edit] [--map NAME] [--key KEY] [--part] [--create] [--all-or-nothing]
       [--failed-rows OUT] [--dry-run] [--json] [--for EMAIL]

  --as source       the products become collected products of a supplier; what you edited stays (the default)
  --as edit         the cells change your own products, as one edit that can be undone
  --map NAME        read it as the files of this supplier, or name a new one; left out: the supplier whose last file
                    had the same columns, else a new one that is named by the file
  --key KEY         tell products apart by id, sourceId, handle, sku or barcode
  --part            the file is not all the supplier has: what is missing from it is not gone
  --create          with --as edit: create the products that match none
  --all-or-nothing  apply nothing if a product has errors, and undo everything if one is rejected
  --failed-rows OUT where to write the rows that were not imported, of a workbook as a workbook; left out: beside FILE
  --dry-run         only check it: nothing is applied, and the file that was sent is deleted again

A file whose sending was cut off goes on where it was. Exit code 0: all of it was imported (with --dry-run: has no errors);
3: part of it; 1: nothing.`,
  options: {
    as: { type: 'string' },
    map: { type: 'string' },
    key: { type: 'string' },
    part: { type: 'boolean' },
    create: { type: 'boolean' },
    'all-or-nothing': { type: 'boolean' },
    'failed-rows': { type: 'string' },
    'dry-run': { type: 'boolean' },
  },

  run: async (given) => {
    const [path, ...more] = given.words;
    if (path === undefined || more.length > 0) {
      throw new WrongUse('Say which file: import FILE');
    }
    const wanted = readWanted(given);
    return await withSession(given, (session) => importFile(session, path, wanted, given));
  },
};

async function importFile(session: Session, path: string, wanted: Wanted, given: Given): Promise<number> {
  const file = await sendFile(session, path);
  const how = await setUpOrDelete(session, file.id, () => setUp(session, file, wanted));
  inform(detectedLine(how));
  const { runId } = await session.call(startImport, { body: how.body });
  const params = { id: runId };
  const checking = await session.wait(runId);
  const checked = await session.call(getImport, { params });
  if (checked.state !== 'checked') {
    return await report(session, { path, how, run: checking, found: checked }, given);
  }
  if (given.flag('dry-run')) {
    const code = await report(session, { path, how, run: null, found: checked }, given);
    await session.call(cancelRun, { params });
    await session.call(deleteUpload, { params: { id: file.id } });
    await forgetNew(session, how, checked);
    return code;
  }
  await session.call(applyImport, {
    params,
    body: { expected: checked.toApply, allOrNothing: given.flag('all-or-nothing') },
  });
  const run = await session.wait(runId);
  await waitForClaim(session, runId);
  return await report(session, { path, how, run, found: await session.call(getImport, { params }) }, given);
}

/** A supplier that only a dry run has named is forgotten with it. */
async function forgetNew(
  { ownerId, program }: Session,
  { supplier }: SetUp,
  { source }: Import,
): Promise<void> {
  if (supplier?.isNew && source !== null) {
    await asOwner(program.services.db, ownerId, (db) => forgetUnused(db, ownerId, source.id));
  }
}

/** A file that cannot be imported is not kept. */
async function setUpOrDelete<T>(session: Session, id: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    await session.call(deleteUpload, { params: { id } });
    throw thrown;
  }
}

interface Ended {
  path: string;
  how: SetUp;
  /** Null for a dry run. */
  run: Run | null;
  found: Import;
}

/** Prints what was found and done; returns the exit code. */
async function report(session: Session, { path, how, run, found }: Ended, given: Given): Promise<number> {
  const faults = await faultsOf(session, found.id);
  const counts = countsOf(found);
  const failedRows =
    counts.faulty + counts.rejected > 0 ? await writeFailedRows(session, path, found, given) : null;
  const code = run
    ? exitCodeOf(run)
    : counts.faulty > 0 || found.faults > 0
      ? exitCodes.partly
      : exitCodes.done;
  if (given.flag('json')) {
    const { id: runId, state, file, rows, products, variants, groups, outcomes, editSetId, fault } = found;
    say(
      JSON.stringify({
        runId,
        dryRun: run === null,
        state: run === null ? 'discarded' : state,
        file: { name: file.name, bytes: file.bytes, sha256: file.sha256 },
        detected: detectedOf(how),
        rows,
        products,
        variants,
        counts,
        groups,
        outcomes,
        faults,
        failedRows,
        editSetId,
        fault: run === null ? null : fault,
      }),
    );
  } else {
    say(`${found.file.name}: ${found.rows} rows, ${found.products} products, ${found.variants} variants`);
    say(`  ${countsLine(found)}`);
    for (const line of [...faultLines(faults), ...questionLines(found).map((each) => `  ${each}`)]) {
      say(line);
    }
    if (failedRows !== null) {
      say(`  rows that were not imported: ${failedRows}`);
    }
    if (run === null) {
      say('  nothing was applied; the run and the file are discarded');
    } else if (found.undoable) {
      say(`  to undo: undo ${found.id}`);
    }
  }
  if (run?.fault) {
    inform(sentenceOf(run.fault));
  }
  return code;
}

/** Writes the rows that were not imported; returns the file's path, or null if it cannot be written, and says so. */
async function writeFailedRows(
  { ownerId, program: { services } }: Session,
  path: string,
  { id: runId }: Import,
  given: Given,
): Promise<string | null> {
  const row = await asOwner(services.db, ownerId, (db) => getImportRow(db, ownerId, runId));
  const { opened } = row;
  if (opened === null) {
    return null;
  }
  const size = opened.kind === 'xlsx' && row.kept !== null ? Number(row.kept) : null;
  const ending = size === null ? 'csv' : 'xlsx';
  const out = given.text('failed-rows') ?? `${path.replace(/\.\w{1,5}$/, '')}-failed-rows.${ending}`;
  const unfinished = `${out}.part`;
  try {
    const asked = { ownerId, runId, language } as const;
    const bytes =
      opened.kind === 'xlsx' && size !== null
        ? await failedSheet(services.db, { ...asked, opened }, keptSource(services.db, ownerId, runId, size))
        : Readable.from(failedRowsFile(services.db, { ...asked, opened }));
    await pipeline(bytes, createWriteStream(unfinished));
    await rename(unfinished, out);
    return out;
  } catch (thrown) {
    await rm(unfinished, { force: true });
    inform(`${out} cannot be written: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
    return null;
  }
}
