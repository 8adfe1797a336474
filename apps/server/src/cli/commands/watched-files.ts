import { resolve } from 'node:path';
import { watchHours } from '@bowerbird/contract/collect/watches';
import { type FileSourceItem, listFileSources } from '@bowerbird/contract/files/imports';
import {
  createWatchedFile,
  deleteWatchedFile,
  listWatchedFiles,
  lookAtWatchedFile,
  type WatchedFile,
} from '@bowerbird/contract/files/watched';
import { lookAt } from '../../imports/watched/look.ts';
import { idIn, oftenIn, oftenOptions, runActs, sayRows } from '../acts.ts';
import { type Command, exitCodes, type Given, inform, WrongUse } from '../command.ts';
import { claimGiven, waitForClaim } from '../import/claim-new.ts';
import { exitCodeOf, sentenceOf } from '../run-text.ts';
import type { Session } from '../session.ts';

/** How often a look that another process has is asked for, in milliseconds. */
const askEveryMs = 300;

export const watchedFiles: Command = {
  usage: `watched-files [--json] [--for EMAIL]
watched-files add (URL | --folder PATH) --supplier NAME [--every HOURS] [--hour H] [--zone Z] [--apply] [--part] [--claim RULE]
watched-files remove ID
watched-files run ID

  URL              the https address of a CSV or XLSX file; a password or token in it is kept sealed
  --folder PATH    a folder of this machine, below one of BOWERBIRD_IMPORT_FOLDERS
  --supplier NAME  whose file it is: a supplier of whom a file was imported, which says how it is read
  --every HOURS    ${watchHours.join(', ')}; left out, 24
  --hour H         hour of the day, for once a day and more seldom; left out, 6
  --zone Z         the time zone of that hour, as Asia/Shanghai; left out, this machine's
  --apply          a file without errors is applied by itself; left out, each one waits for you
  --part           a file is not all the supplier has: what is missing from it is not gone
  --claim RULE     what is new in the supplier's files is claimed by itself, with the rule for claiming that was saved under
                   this name; "as-is" for none

Exit code of run: 0: nothing new, or all of it was imported; 3: part of it, or the file waits for you; 1: the look failed.`,
  options: {
    folder: { type: 'string' },
    supplier: { type: 'string' },
    ...oftenOptions,
    apply: { type: 'boolean' },
    part: { type: 'boolean' },
    claim: { type: 'string' },
  },

  run: (given) =>
    runActs(
      'watched-files',
      given,
      async (session) => list((await session.call(listWatchedFiles)).items, given),
      {
        add: async (session, subject) => list([await add(session, given, subject)], given),
        remove: async (session, subject) => {
          await session.call(deleteWatchedFile, { params: { id: idIn('watched-files', subject) } });
          return exitCodes.done;
        },
        run: (session, subject) => runNow(session, given, idIn('watched-files', subject)),
      },
    ),
};

async function add(session: Session, given: Given, address: string | undefined): Promise<WatchedFile> {
  const folder = given.text('folder');
  if ((folder === undefined) === (address === undefined)) {
    throw new WrongUse('Say where the file is: an address, or --folder PATH');
  }
  const often = oftenIn(given);
  const claim = await claimGiven(session, given.text('claim'));
  const { id: sourceId } = await supplierOf(session, given.needed('supplier', 'supplier'));
  return await session.call(createWatchedFile, {
    body: {
      sourceId,
      where:
        folder === undefined
          ? { kind: 'address', address: address ?? '' }
          : { kind: 'folder', folder: resolve(folder) },
      ...often,
      applies: given.flag('apply'),
      whole: !given.flag('part'),
      ...claim,
    },
  });
}

async function supplierOf(session: Session, name: string): Promise<FileSourceItem> {
  for (let cursor: string | undefined; ; ) {
    const page = await session.call(listFileSources, {
      query: { limit: '200', ...(cursor !== undefined && { cursor }) },
    });
    const found = page.items.find((each) => each.name === name);
    if (found) {
      return found;
    }
    if (page.nextCursor === null) {
      throw new WrongUse(
        `No supplier is called ${name}. Import a file of that supplier first: import FILE --map NAME`,
      );
    }
    cursor = page.nextCursor;
  }
}

/** Looks now, here or in a server that is faster, and waits for the import that comes of it. */
async function runNow(session: Session, given: Given, id: string): Promise<number> {
  const { ownerId, program } = session;
  const { services } = program;
  const params = { id };
  const { lastImport: before } = await session.call(lookAtWatchedFile, { params });
  let watched = await getWatched(session, id);
  while (watched.isLooking) {
    if (!(await lookAt(services, { ownerId, id }, new AbortController().signal))) {
      await services.clock.sleep(askEveryMs);
    }
    watched = await getWatched(session, id);
  }
  const { lastImport, lastLook } = watched;
  const isNew = lastImport !== null && lastImport.id !== before?.id;
  const run = isNew ? await session.wait(lastImport.id) : null;
  if (isNew) {
    await waitForClaim(session, lastImport.id);
  }
  list([await getWatched(session, id)], given);
  if (watched.fault) {
    inform(sentenceOf(watched.fault));
  }
  if (run?.fault) {
    inform(sentenceOf(run.fault));
  }
  return run ? exitCodeOf(run) : lastLook?.outcome === 'failed' ? exitCodes.failed : exitCodes.done;
}

async function getWatched(session: Session, id: string): Promise<WatchedFile> {
  const { items } = await session.call(listWatchedFiles);
  const found = items.find((each) => each.id === id);
  if (!found) {
    throw new WrongUse(`${id} is no longer watched.`);
  }
  return found;
}

function list(all: readonly WatchedFile[], given: Given): number {
  return sayRows(all, given, ({ id, source, where, everyHours, on, nextAt, lastLook, lastImport }) => [
    id,
    source.name,
    where.shown,
    `every ${everyHours} h`,
    on ? `next ${nextAt}` : 'off',
    lastLook ? `${lastLook.outcome} ${lastLook.at}` : 'never looked at',
    lastImport ? `${lastImport.fileName} ${lastImport.state}, ${lastImport.faults} errors` : '-',
    source.claim ? `claims new: ${source.claim.name ?? 'as-is'}` : 'claims nothing',
  ]);
}
