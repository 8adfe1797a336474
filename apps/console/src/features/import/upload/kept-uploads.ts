import { array, int, object, safeParse, string } from 'zod/mini';
import { readSetting, writeSetting } from '../../../lib/kept/settings.ts';

/** A file whose upload was begun in this browser, until it is imported or given up. */
const KeptUpload = object({
  id: string(),
  name: string(),
  bytes: int(),
  /** When the file itself was last changed, in milliseconds: with name and size, it tells the same file. */
  modified: int(),
  /** Bytes that had arrived when it was last seen. */
  received: int(),
  /** When it was begun, in milliseconds. */
  at: int(),
});
export type KeptUpload = ReturnType<typeof readKept>[number];

/** The server deletes a file that no import uses after a day. */
const keptMs = 24 * 3600_000;

/** Returns the uploads of the signed-in person, the newest first. */
export function readKept(now = Date.now()) {
  const kept = readSetting('uploads');
  const read = safeParse(array(KeptUpload), kept === '' ? [] : jsonOf(kept));
  return read.success ? read.data.filter(({ at }) => now - at < keptMs) : [];
}

function jsonOf(kept: string): unknown {
  try {
    return JSON.parse(kept);
  } catch {
    return [];
  }
}

/** Keeps an upload, in place of what was kept of it before. */
export function keepUpload(upload: KeptUpload): void {
  const others = readKept().filter(({ id }) => id !== upload.id);
  writeSetting('uploads', JSON.stringify([upload, ...others].slice(0, 20)));
}

export function forgetUpload(id: string): void {
  const others = readKept().filter((upload) => upload.id !== id);
  writeSetting('uploads', others.length === 0 ? '' : JSON.stringify(others));
}

/** Returns the upload that this file continues; null if it is another file. */
export function keptOf(file: Pick<File, 'name' | 'size' | 'lastModified'>): KeptUpload | null {
  return (
    readKept().find(
      ({ name, bytes, modified }) =>
        name === file.name && bytes === file.size && modified === file.lastModified,
    ) ?? null
  );
}
