import { z } from 'zod';

/**
 * A backup file, in this order:
 *     BOWERBIRD BACKUP 1          the format's number
 *     {"program":"0.1.0", ...}    the header, one line of JSON
 *     ...                         the sections, compressed with Zstandard
 *     END OF BACKUP sha256 ...    the SHA-256 of all bytes before this line
 * The first and the last line reveal a file that is something else, was cut off or was altered, before anything is read
 * from it.
 */
export const formatNumber = 1;
export const formatName = 'BOWERBIRD BACKUP ';

const endName = '\nEND OF BACKUP sha256 ';
export const endLength = endName.length + 64 + 1;

/** Returns the last line of a file whose bytes before it have this SHA-256 (hexadecimal). */
export function endLine(sha256: string): string {
  return `${endName}${sha256}\n`;
}

/** Returns the SHA-256 in a last line, or null if the text is no such line. */
export function readEndLine(text: string): string | null {
  return text.startsWith(endName) && /^[0-9a-f]{64}\n$/.test(text.slice(endName.length))
    ? text.slice(endName.length, -1)
    : null;
}

/** What a backup says about itself before its content. */
export const BackupHeader = z.strictObject({
  /** The version of Bowerbird that wrote the file. */
  program: z.string(),
  /** The migrations that the database had, in their order; the last one is its schema version. */
  schema: z.array(z.string()).min(1),
  takenAt: z.iso.datetime(),
  /** The number of rows of each table. */
  tables: z.record(z.string(), z.int().nonnegative()),
});
export type BackupHeader = z.infer<typeof BackupHeader>;

const name = z.string().regex(/^[a-z_][a-z0-9_]*$/);

/**
 * Folders of the data folder whose files a backup may contain: never the epoch files, and nothing outside these
 * folders.
 */
export const dataFolders = ['keys', 'images', 'exports', 'imports', 'avatars'] as const;
const dataPath = z
  .string()
  .regex(
    /^(keys\/(fingerprint|seal(-[1-9]\d{0,8})?)\.key|(images|exports|imports|avatars)(\/[A-Za-z0-9_-][A-Za-z0-9._-]*){1,2})$/,
  );

/** The beginning of each section. Files and tables are followed by their content in frames. */
export const SectionHead = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('file'), path: dataPath, mode: z.int().min(0).max(0o777) }),
  z.strictObject({ kind: z.literal('table'), name, columns: z.array(name).min(1) }),
  /** The next value of the sequence. */
  z.strictObject({ kind: z.literal('sequence'), name, next: z.string().regex(/^-?\d+$/) }),
]);
export type SectionHead = z.infer<typeof SectionHead>;
export type DataFile = Extract<SectionHead, { kind: 'file' }>;
