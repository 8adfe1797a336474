import {
  type FileSourceItem,
  listFileSources,
  MatchKey,
  matchKeys,
  type startImport,
} from '@bowerbird/contract/files/imports';
import { firstKey } from '@bowerbird/contract/files/match-keys';
import { supplierOf } from '@bowerbird/contract/files/supplier-name';
import { type ImportFile, previewUpload, type UploadPreview } from '@bowerbird/contract/files/uploads';
import type { BodyOf } from '@bowerbird/contract/route';
import { z } from 'zod';
import { type Given, WrongUse } from '../command.ts';
import type { Session } from '../session.ts';

type Body = BodyOf<typeof startImport>;

/** What an import was asked to be, before the file is looked at. */
export interface Wanted {
  as: 'source' | 'edit';
  /** The supplier whose remembered mapping is used. */
  map: string | null;
  key: MatchKey | null;
  /** The file is only a part of the supplier's range. */
  isPart: boolean;
  /** Products that match none are created. */
  creates: boolean;
}

/** How a file is going to be imported, and what was detected for that. */
export interface SetUp {
  body: Body;
  preview: UploadPreview;
  supplier: { name: string; isNew: boolean } | null;
}

/** Reads the options of an import; throws `WrongUse`. */
export function readWanted(given: Given): Wanted {
  const as = given.text('as') ?? 'source';
  if (as !== 'source' && as !== 'edit') {
    throw new WrongUse(
      as.includes('@')
        ? '--as takes source or edit. Say for whom with --for EMAIL'
        : '--as takes source or edit',
    );
  }
  const key = z.safeParse(z.optional(MatchKey), given.text('key'));
  if (!key.success) {
    throw new WrongUse(`--key takes ${matchKeys.join(', ')}`);
  }
  const [isPart, creates] = [given.flag('part'), given.flag('create')];
  if (as === 'edit' && isPart) {
    throw new WrongUse('--part goes with --as source');
  }
  if (as === 'source' && creates) {
    throw new WrongUse('--create goes with --as edit');
  }
  return { as, map: given.text('map') ?? null, key: key.data ?? null, isPart, creates };
}

/**
 * Looks at a file's head and decides how it is read: as the files of the supplier that was named, else of the one whose
 * last file had the same columns, else as detected. Throws `WrongUse` if that needs a person.
 */
export async function setUp(session: Session, file: ImportFile, wanted: Wanted): Promise<SetUp> {
  const preview = await session.call(previewUpload, {
    params: { id: file.id },
    body: { dialect: null, table: null, mapping: null },
  });
  const known = await findSupplier(session, wanted, preview, supplierOf(file.name));
  if (wanted.as === 'edit' && wanted.map !== null && known === null) {
    throw new WrongUse(`No supplier is called ${wanted.map}, whose mapping could be used.`);
  }
  const { sheet, headerRow } = preview.mapping;
  const fits = wanted.map !== null || preview.sources.some(({ id }) => id === known?.id);
  const mapping = known && fits ? { ...known.mapping, sheet, headerRow } : preview.mapping;
  const keyOfSupplier = wanted.as === 'source' ? known?.key : undefined;
  const key = wanted.key ?? keyOfSupplier ?? firstKey(mapping, wanted.as, preview.header);
  if (key === null) {
    throw new WrongUse(
      'No column is known to tell products apart. Say which with --key, or map the columns in the console once and name that supplier: --map NAME',
    );
  }
  const name = known?.name ?? wanted.map ?? supplierOf(file.name);
  const body: Body = {
    fileId: file.id,
    dialect: known?.dialect ?? { encoding: null, separator: null },
    mapping,
    key,
    into:
      wanted.as === 'source'
        ? { as: 'source', source: known ? { id: known.id } : { name }, whole: !wanted.isPart }
        : {
            as: 'edit',
            choices: {
              emptyCells: {},
              otherVariants: 'leave',
              unmatched: wanted.creates ? 'create' : 'leave',
              conflicts: 'keep',
            },
          },
  };
  return { body, preview, supplier: wanted.as === 'edit' ? null : { name, isNew: known === null } };
}

async function findSupplier(
  session: Session,
  { as, map }: Wanted,
  { sources: [fitting] }: UploadPreview,
  nameOfFile: string,
): Promise<FileSourceItem | null> {
  if (map === null && as === 'edit') {
    return null;
  }
  const name = map ?? nameOfFile;
  for (let cursor: string | undefined; ; ) {
    const page = await session.call(listFileSources, {
      query: { limit: '200', ...(cursor !== undefined && { cursor }) },
    });
    const found = page.items.find((each) =>
      map === null && fitting ? each.id === fitting.id : each.name === name,
    );
    if (found || page.nextCursor === null) {
      return found ?? null;
    }
    cursor = page.nextCursor;
  }
}
