import { z } from 'zod/mini';
import { Instant, listOf, pageQuery } from '../list.ts';
import { browserRoute, route } from '../route.ts';
import { RunId } from '../runs.ts';
import { Selection } from './products.ts';

/** Formats of product files: Shopify's under its two sets of column names, and one of each other platform. */
export const exportFormats = [
  'shopify',
  'shopify-new',
  'woocommerce',
  'shopline',
  'shoplazza',
  'shopyy',
  'matrixify',
] as const;
export const ExportFormat = z.enum(exportFormats);
export type ExportFormat = z.infer<typeof ExportFormat>;

/** Kinds of product files. */
export const fileKinds = ['csv', 'xlsx'] as const;
export const FileKind = z.enum(fileKinds);
export type FileKind = z.infer<typeof FileKind>;

/**
 * Where image columns point when the images are in the ZIP: to the addresses as they are, or to the files beside the
 * product file.
 */
export const imageColumns = ['address', 'file'] as const;
export const ImageColumns = z.enum(imageColumns);
export type ImageColumns = z.infer<typeof ImageColumns>;

/** Limits for the images of one export, and of one image. */
export const exportImageLimits = {
  images: 50_000,
  bytes: 4_000_000_000,
  imageBytes: 20 * 1024 ** 2,
} as const;

/** How the files of an export are to be: what a template keeps. */
export const ExportChoices = z.object({
  format: ExportFormat,
  /** Left out: the kind that the platform imports. */
  kind: z.optional(FileKind),
  /** The columns of the file in their order, by their names; left out: all columns of the format. */
  columns: z.optional(z.array(z.string().check(z.maxLength(255))).check(z.minLength(1), z.maxLength(500))),
  /**
   * Puts an apostrophe before what a spreadsheet would run as a formula: for files that people open. Stores would import
   * the apostrophe. Without effect on XLSX, whose cells are text.
   */
  protectFormulas: z.optional(z.boolean()),
  /**
   * Adds the columns by which an edited file is known when it comes back, whatever was edited in it (`idColumns`): for files that
   * people edit. Whether a store imports a file with columns that are not its own is not known of any platform.
   */
  idColumns: z.optional(z.boolean()),
  /** One file, whatever the platform's limits; left out: several files in a ZIP where one would be too large. */
  whole: z.optional(z.boolean()),
  /** Most rows and bytes of each file, below the platform's limits. */
  rowsMax: z.optional(z.int().check(z.minimum(1), z.maximum(1_048_575))),
  bytesMax: z.optional(z.int().check(z.minimum(10_000), z.maximum(2_000_000_000))),
  /**
   * Puts the products' images beside the product file, in a ZIP; left out: no images. Fails with
   * `export.images-too-many` and `export.images-too-large` beyond `exportImageLimits`.
   */
  images: z.optional(ImageColumns),
});
export type ExportChoices = z.infer<typeof ExportChoices>;

/** What is exported, and how the files are to be. */
export const ExportRequest = z.extend(ExportChoices, { selection: Selection });
export type ExportRequest = z.infer<typeof ExportRequest>;

export const startExport = route({
  method: 'POST',
  path: '/exports',
  needs: { permission: 'products', action: 'export' },
  body: ExportRequest,
  answer: z.object({ runId: RunId }),
  status: 202,
});

/** A notice about products of a file, such as `no-price`: the number of products, and the titles of the first few. */
export const ExportNotices = z.array(
  z.object({ what: z.string(), products: z.int(), titles: z.array(z.string()) }),
);
export type ExportNotices = z.infer<typeof ExportNotices>;

/** Returns the first rows exactly as they will be in the file. */
export const previewExport = route({
  method: 'POST',
  path: '/exports/preview',
  needs: { permission: 'products', action: 'export' },
  body: ExportRequest,
  answer: z.object({
    products: z.int(),
    /** All columns of the format, of which `columns` chooses. */
    columns: z.array(z.string()),
    /** The kinds of file that the platform imports, the usual one first. */
    kinds: z.array(FileKind),
    /** Largest file and most rows that the platform imports; null where it is not known. */
    bytesMax: z.nullable(z.int()),
    rowsMax: z.nullable(z.int()),
    header: z.array(z.string()),
    rows: z.array(z.array(z.string())),
    /** What is left out or repaired, and what this format cannot hold, counted over the sample. */
    notices: ExportNotices,
  }),
});

export const ExportFile = z.object({
  id: z.uuid(),
  runId: RunId,
  name: z.string(),
  format: ExportFormat,
  products: z.int(),
  rows: z.int(),
  bytes: z.int(),
  sha256: z.string(),
  /** Products that were left out, repaired, or not exported completely. */
  notices: ExportNotices,
  /** The product files in it, if it is a ZIP: each can be downloaded alone. */
  parts: z.array(z.object({ name: z.string(), bytes: z.int() })),
  /** Images in it, and images that could not be fetched (`missing-images.csv`); null if none were requested. */
  images: z.nullable(z.object({ files: z.int(), missing: z.int() })),
  /** The schedule that made it; null where a person did, and after the schedule was deleted. */
  scheduleId: z.nullable(z.uuid()),
  createdAt: Instant,
});
export type ExportFile = z.infer<typeof ExportFile>;

export const listExportFiles = route({
  method: 'GET',
  path: '/exports/files',
  needs: { permission: 'products', action: 'export' },
  query: z.object(pageQuery),
  answer: listOf(ExportFile),
});
export const deleteExportFile = route({
  method: 'DELETE',
  path: '/exports/files/:id',
  needs: { permission: 'products', action: 'export' },
  params: z.object({ id: z.uuid() }),
  answer: z.object({ deleted: z.literal(true) }),
});
export const downloadExportFile = browserRoute({
  method: 'GET',
  path: '/exports/files/:id/download',
  needs: { permission: 'products', action: 'export' },
  params: z.object({ id: z.uuid() }),
  streams: 'file',
});
/** Downloads one product file of a ZIP; `number` counts from 1, in the order of `parts`. */
export const downloadExportPart = browserRoute({
  method: 'GET',
  path: '/exports/files/:id/parts/:number/download',
  needs: { permission: 'products', action: 'export' },
  params: z.object({ id: z.uuid(), number: z.string().check(z.regex(/^[1-9]\d{0,4}$/)) }),
  streams: 'file',
});
