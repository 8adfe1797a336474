import { z } from 'zod/mini';
import { Cursor, Instant, listOf, pageQuery } from '../list.ts';
import { ChangedCell, ProductId } from '../products/products.ts';
import { browserRoute, route } from '../route.ts';
import { Fault, Run, RunId } from '../runs.ts';
import { FaultGroup, FileFault } from './fault-codes.ts';
import { FileMapping } from './mapping.ts';
import { NewProductsRule } from './new-products.ts';
import { Remedy, RemedyPreview } from './remedies.ts';
import { ExportOfFile, FileDialect, ImportFile } from './uploads.ts';

const needs = { permission: 'products', action: 'import' } as const;
const params = z.object({ id: RunId });

/**
 * What a file becomes. `source`: its products are collected products of a supplier, claimed and merged as those of a
 * shop. `edit`: its cells change the merchant's own products, as one edit set.
 */
export const importKinds = ['source', 'edit'] as const;

/** By what rows and products are matched. `id` is our own, which files exported here have where that was chosen; `sourceId` the supplier's. */
export const matchKeys = ['id', 'sourceId', 'handle', 'sku', 'barcode'] as const;
export const MatchKey = z.enum(matchKeys);
export type MatchKey = z.infer<typeof MatchKey>;

/** A supplier whose files are imported again and again, with how they are read. */
export const FileSourceItem = z.object({
  id: z.uuid(),
  name: z.string(),
  key: MatchKey,
  dialect: FileDialect,
  mapping: FileMapping,
  /** Null: what is new stays a collected product until a person claims it. */
  claim: z.nullable(NewProductsRule),
  imports: z.int(),
  products: z.int(),
  lastImportAt: z.nullable(Instant),
});
export type FileSourceItem = z.infer<typeof FileSourceItem>;

export const listFileSources = route({
  method: 'GET',
  path: '/imports/sources',
  needs,
  query: z.object(pageQuery),
  answer: listOf(FileSourceItem),
});

const sourceName = z.string().check(z.minLength(1), z.maxLength(100));
export const renameFileSource = route({
  method: 'PUT',
  path: '/imports/sources/:id',
  needs,
  params: z.object({ id: z.uuid() }),
  body: z.object({ name: sourceName }),
  answer: FileSourceItem,
});

/**
 * Says with which rule what is new in this supplier's files is claimed, from the next file on; null for none. Needs the right to add
 * products, too.
 */
export const setFileSourceClaim = route({
  method: 'PUT',
  path: '/imports/sources/:id/claim',
  needs,
  params: z.object({ id: z.uuid() }),
  body: z.object({ claim: z.nullable(NewProductsRule) }),
  answer: FileSourceItem,
});

/** What an empty cell of a column means, and what variants that the file does not name are. */
export const EditChoices = z.object({
  /** By column: empty cells leave the value as it is, or clear it. Columns that are not named leave it. */
  emptyCells: z.record(z.string().check(z.maxLength(1_000)), z.enum(['leave', 'clear'])),
  /** Variants of a matched product that the file does not have. */
  otherVariants: z.enum(['leave', 'delete']),
  /** Products that the file has and that match none: left out, or created. */
  unmatched: z.enum(['leave', 'create']),
  /** Cells that were changed both here and in the file since it was exported. */
  conflicts: z.enum(['keep', 'take']),
});
export type EditChoices = z.infer<typeof EditChoices>;

const As = z.discriminatedUnion('as', [
  z.object({
    as: z.literal('source'),
    /** A source that exists, or the name of a new one. */
    source: z.union([z.object({ id: z.uuid() }), z.object({ name: sourceName })]),
    /** The file is the supplier's whole range: what is missing from it is gone. */
    whole: z.boolean(),
  }),
  z.object({ as: z.literal('edit'), choices: EditChoices }),
]);

/**
 * Reads and checks a whole file, and changes nothing: the run is then on hold (`import.to-confirm`) until
 * `applyImport`. The file must have arrived completely (else `import.file-incomplete`).
 */
export const startImport = route({
  method: 'POST',
  path: '/imports',
  needs,
  body: z.object({
    fileId: z.uuid(),
    dialect: FileDialect,
    mapping: FileMapping,
    key: MatchKey,
    into: As,
  }),
  answer: z.object({ runId: RunId }),
  status: 202,
});

/** `checking`, then `checked` until a person applies it, then `applying`; the others are ends. */
export const importStates = ['checking', 'checked', 'applying', 'applied', 'failed', 'cancelled'] as const;
export type ImportState = (typeof importStates)[number];

/** What a product of the file is compared with what is there. `faulty`: an error lets it not be imported. */
export const importGroups = [
  'new',
  'changed',
  'unchanged',
  'conflict',
  'unmatched',
  'ambiguous',
  'faulty',
  'gone',
] as const;
export const ImportGroup = z.enum(importGroups);
export type ImportGroup = z.infer<typeof ImportGroup>;

/** What became of a product of the file. */
export const importOutcomes = ['imported', 'edited', 'unchanged', 'rejected', 'left-out'] as const;

/** How many of the file's products a key would match: once, not at all, several times; and the first of those. */
export const KeyCount = z.object({
  key: MatchKey,
  one: z.int(),
  none: z.int(),
  several: z.int(),
  examples: z.array(z.object({ row: z.int(), title: z.string(), value: z.string() })),
});
export type KeyCount = z.infer<typeof KeyCount>;

export const Import = z.object({
  id: RunId,
  state: z.enum(importStates),
  file: z.extend(ImportFile, { isKept: z.boolean() }),
  dialect: FileDialect,
  mapping: FileMapping,
  key: MatchKey,
  into: As,
  source: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
  /** The export that the file is of, for an edit; null where that is not known. */
  exported: z.nullable(ExportOfFile),
  /** Rows read, and products, variants found so far. */
  rows: z.int(),
  products: z.int(),
  variants: z.int(),
  /** Once checked. */
  groups: z.record(ImportGroup, z.int()),
  /** Products that applying it would import or edit: what `applyImport` expects. */
  toApply: z.int(),
  /** Number of errors, and of rows that stand in no product because of them. */
  faults: z.int(),
  rowsFailed: z.int(),
  /** Number of cells with something to know that is no error (`noticeCodes`): they are among the groups of errors. */
  notices: z.int(),
  keys: z.array(KeyCount),
  /** Columns that have empty cells where products have values, for an import as an edit. */
  emptyColumns: z.array(z.object({ column: z.string(), cells: z.int() })),
  /** Variants of matched products that the file does not have. */
  otherVariants: z.int(),
  /** Once applied. */
  outcomes: z.record(z.enum(importOutcomes), z.int()),
  /** Of a supplier's file, once applied: how many of its products wait among the collected ones, and how many are claimed now. */
  collected: z.object({ waiting: z.int(), claimed: z.int() }),
  /**
   * The run that claims what was new in the file by the rule that the supplier carried, with how many it has claimed; null where it
   * carried none, or nothing was new.
   */
  claim: z.nullable(z.object({ rule: NewProductsRule, run: Run, claimed: z.int() })),
  fault: z.nullable(Fault),
  /** Of a watched file: why it was not applied by itself. */
  heldBecause: z.nullable(Fault),
  /** The edit set of what was changed in products; null before the first change. */
  editSetId: z.nullable(z.uuid()),
  /**
   * It has written something and was not undone: as an edit, cells of products; as a source, its supplier's products, what was merged
   * into products, and products that were made of it. Undone as a bulk edit (`undoBulkEdit`).
   */
  undoable: z.boolean(),
});
export type Import = z.infer<typeof Import>;

export const getImport = route({ method: 'GET', path: '/imports/:id', needs, params, answer: Import });

/** Lists imports, newest first. */
export const listImports = route({
  method: 'GET',
  path: '/imports',
  needs,
  query: z.object({ ...pageQuery, sourceId: z.optional(z.uuid()) }),
  answer: listOf(
    z.object({
      id: RunId,
      state: z.enum(importStates),
      as: z.enum(importKinds),
      fileName: z.string(),
      sourceName: z.nullable(z.string()),
      products: z.int(),
      faults: z.int(),
      outcomes: z.record(z.enum(importOutcomes), z.int()),
      editSetId: z.nullable(z.uuid()),
      undoable: z.boolean(),
      createdAt: Instant,
      createdBy: z.nullable(z.string()),
    }),
  ),
});

/** Errors of a file in groups, those with the most cells first, each with remedies that would repair it. */
export const listImportFaults = route({
  method: 'GET',
  path: '/imports/:id/faults',
  needs,
  params,
  query: z.object({ cursor: z.optional(Cursor) }),
  answer: listOf(
    z.extend(FaultGroup, {
      /** `more` are further steps of the same repair, to be taken in their order. The preview is of the group's examples. */
      remedies: z.array(z.object({ remedy: Remedy, more: z.array(Remedy), preview: RemedyPreview })),
    }),
  ),
});

/**
 * Shows what a remedy would change in the file, from its rows as they are with the remedies already taken. A large file is
 * counted in part, the rows with known errors first (`countedRows`).
 */
export const previewRemedy = route({
  method: 'POST',
  path: '/imports/:id/remedies/preview',
  needs,
  params,
  body: z.object({ remedy: Remedy }),
  answer: RemedyPreview,
});

/**
 * Changes how a checked file is read (mapping, remedies, key, choices) and checks it again. Kept with the source, so that
 * the same file passes untouched next time.
 */
export const changeImport = route({
  method: 'PUT',
  path: '/imports/:id',
  needs,
  params,
  body: z.object({ dialect: FileDialect, mapping: FileMapping, key: MatchKey, into: As }),
  answer: z.object({ runId: RunId }),
  status: 202,
});

/** Lists the products of one group, in the order of the file, with what would change in each. */
export const listImportItems = route({
  method: 'GET',
  path: '/imports/:id/items',
  needs,
  params,
  query: z.object({ group: ImportGroup, cursor: z.optional(Cursor) }),
  answer: listOf(
    z.object({
      id: z.string(),
      title: z.string(),
      /** The first row of it in the file; null for what is missing from the file. */
      row: z.nullable(z.int()),
      productId: z.nullable(ProductId),
      imageUrl: z.nullable(z.string()),
      cells: z.array(z.omit(ChangedCell, { undone: true })),
      /** Labels of the variants that `cells` name, by their id. */
      variants: z.record(z.string(), z.string()),
      faults: z.array(FileFault),
      outcome: z.nullable(z.enum(importOutcomes)),
      rejection: z.nullable(Fault),
    }),
  ),
});

/**
 * Applies a checked file. `expected` is the number of products that were shown to be imported or edited. With
 * `allOrNothing`, products with errors stop it before anything is changed, and a product that is rejected while it is
 * applied undoes the whole.
 */
export const applyImport = route({
  method: 'POST',
  path: '/imports/:id/apply',
  needs,
  params,
  body: z.object({ expected: z.int(), allOrNothing: z.boolean() }),
  answer: z.object({ runId: RunId }),
  status: 202,
});

/**
 * Downloads the rows that were not imported, with their original cells and what is wrong with them: of a workbook as that workbook, number
 * formats included; as CSV where its bytes are gone, and of a CSV file.
 */
export const downloadFailedRows = browserRoute({
  method: 'GET',
  path: '/imports/:id/failed-rows',
  needs,
  params,
  streams: 'file',
});

/**
 * Downloads the file as it was imported, byte for byte, whatever was edited since, also after its upload was deleted. Only a
 * workbook of more than 128 MB, or as much behind the last row of a CSV file that ends early, is then gone
 * (`import.file-gone`).
 */
export const downloadAsImported = browserRoute({
  method: 'GET',
  path: '/imports/:id/file',
  needs: { permission: 'products', action: 'export' },
  params,
  streams: 'file',
});

/** A value that a merchant changed and that no cell of the imported file can take. `path` as in the history. */
export const UnwrittenEdit = z.object({
  row: z.int(),
  title: z.string(),
  productId: ProductId,
  path: z.string(),
});
export type UnwrittenEdit = z.infer<typeof UnwrittenEdit>;

/** Most values that `listFileEdits` names; the others are counted. */
export const unwrittenMax = 200;

/**
 * Says what `downloadEdited` would write: how many cells differ from the file as it was imported, and which changes no cell
 * can take.
 */
export const listFileEdits = route({
  method: 'GET',
  path: '/imports/:id/edits',
  needs: { permission: 'products', action: 'export' },
  params,
  answer: z.object({ cells: z.int(), unwritten: z.array(UnwrittenEdit), unwrittenCount: z.int() }),
});

/**
 * Downloads the file as it was imported with the merchant's edits: only cells whose value the merchant has changed since
 * differ, in the file's own way of writing. Without such edits it is the file as it was imported.
 */
export const downloadEdited = browserRoute({
  method: 'GET',
  path: '/imports/:id/edited-file',
  needs: { permission: 'products', action: 'export' },
  params,
  streams: 'file',
});
