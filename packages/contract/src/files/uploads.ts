import { z } from 'zod/mini';
import { Instant } from '../list.ts';
import { route } from '../route.ts';
import { RunId } from '../runs.ts';
import { FileMapping } from './mapping.ts';

/**
 * Largest file, in bytes, and the largest part in which it is sent; how many files of a merchant's may be unfinished, and
 * how many bytes all files together may have that were not deleted.
 */
export const uploadLimits = {
  bytes: 2 * 1024 ** 3,
  partBytes: 8 * 1024 ** 2,
  unfinished: 20,
  bytesOfAll: 20 * 1024 ** 3,
} as const;

/** A file of the merchant's that is imported, or is about to be. */
export const ImportFile = z.object({
  id: z.uuid(),
  /** Its name without folders. */
  name: z.string(),
  bytes: z.int(),
  /** Bytes that have arrived; the upload continues there. */
  received: z.int(),
  /** Null while parts are missing. */
  sha256: z.nullable(z.string()),
  createdAt: Instant,
  createdBy: z.nullable(z.string()),
});
export type ImportFile = z.infer<typeof ImportFile>;

const needs = { permission: 'products', action: 'import' } as const;
const params = z.object({ id: z.uuid() });

/**
 * Announces a file; its parts are sent with `uploadPart`. A file that no import uses is deleted after a day. Fails with
 * `import.too-many-unfinished` and `import.files-too-large` beyond `uploadLimits`, and with `files.disk-full` if the disk
 * has no room for it.
 */
export const createUpload = route({
  method: 'POST',
  path: '/imports/files',
  needs,
  body: z.object({
    name: z.string().check(z.minLength(1), z.maxLength(255)),
    bytes: z.int().check(z.minimum(1), z.maximum(uploadLimits.bytes)),
  }),
  answer: ImportFile,
  status: 201,
});

/**
 * Sends the next part as `application/octet-stream`: at most `partBytes`, beginning at byte `from`. A part that has
 * arrived before changes nothing. Fails with `import.part-misplaced` (`received` in its params) if bytes before it are
 * missing, and with `import.file-longer` beyond the announced size.
 */
export const uploadPart = route({
  method: 'PUT',
  path: '/imports/files/:id/parts/:from',
  needs,
  params: z.object({ id: z.uuid(), from: z.string().check(z.regex(/^\d{1,10}$/)) }),
  answer: ImportFile,
});

export const getUpload = route({
  method: 'GET',
  path: '/imports/files/:id',
  needs,
  params,
  answer: ImportFile,
});

/**
 * Deletes the uploaded bytes. What was imported from them stays, and can still be exported as it was imported. Fails with
 * `import.file-in-use` while an import still reads them.
 */
export const deleteUpload = route({
  method: 'DELETE',
  path: '/imports/files/:id',
  needs,
  params,
  answer: z.object({ deleted: z.literal(true) }),
});

/** How the bytes of a CSV file are read. Null members: as detected. */
export const FileDialect = z.object({
  encoding: z.nullable(z.string().check(z.maxLength(40))),
  separator: z.nullable(z.string().check(z.maxLength(1))),
});
export type FileDialect = z.infer<typeof FileDialect>;

/**
 * The export that a file is of, and by what that is known: by its bytes, by its column that names the export, or only by the name that
 * the export had.
 */
export const ExportOfFile = z.object({
  runId: RunId,
  name: z.string(),
  at: Instant,
  by: z.enum(['bytes', 'column', 'name']),
});
export type ExportOfFile = z.infer<typeof ExportOfFile>;

/** What a detected property is, with cells of the file that show it. */
const Detected = z.object({ value: z.string(), examples: z.array(z.string()) });

/**
 * Returns how a file is read and its first rows, from its head alone: detected where `dialect`, `table` and `mapping`
 * are null, else as they say. `table` chooses the sheet and the header row and lets the mapping be suggested again; with a
 * `mapping`, its own count.
 */
export const previewUpload = route({
  method: 'POST',
  path: '/imports/files/:id/preview',
  needs,
  params,
  body: z.object({
    dialect: z.nullable(FileDialect),
    table: z.nullable(z.object({ sheet: FileMapping.shape.sheet, headerRow: FileMapping.shape.headerRow })),
    mapping: z.nullable(FileMapping),
  }),
  answer: z.object({
    kind: z.enum(['csv', 'xlsx']),
    sheets: z.array(z.string()),
    /** Of a CSV file; null for XLSX. */
    encoding: z.nullable(Detected),
    separator: z.nullable(Detected),
    /** `,` or `.`; null where no cell shows it. */
    decimal: z.nullable(Detected),
    /** `dmy`, `mdy` or `ymd`; null where no cell shows it. */
    dates: z.nullable(Detected),
    /** The row of the header, as a spreadsheet counts it, and its cells. */
    headerRow: z.int(),
    header: z.array(z.string()),
    /** The first rows below the header. */
    rows: z.array(z.object({ row: z.int(), cells: z.array(z.string()) })),
    /** The mapping given, or the one suggested: of a recognised format, of a source that fits, or by the columns' names. */
    mapping: FileMapping,
    /** A platform's format is known by files with products, or only by a header. Null for a mapping of columns. */
    knownBy: z.nullable(z.enum(['files', 'header'])),
    /** Sources of the merchant whose last file had the same columns, the best first. */
    sources: z.array(z.object({ id: z.uuid(), name: z.string() })),
    /** The export of ours that the file is of; null where that is not known. */
    exported: z.nullable(ExportOfFile),
  }),
});
export type UploadPreview = z.infer<(typeof previewUpload)['answer']>;
