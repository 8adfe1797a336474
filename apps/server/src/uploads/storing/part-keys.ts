/**
 * Keys of a file that is imported: `imports/3f/ID` for its first part, `imports/3f/ID.8388608` for the part that begins
 * at that byte. A file in one part has the key that it has in a data folder.
 */
export function partKey(id: string, position: number): string {
  return `imports/${id.slice(-2)}/${id}${position === 0 ? '' : `.${position}`}`;
}

/** Returns the byte at which the part of this name or key begins; null if it is no part of the file. */
export function positionIn(name: string, id: string): number | null {
  const [, file, position = '0'] = /([^/.]+)(?:\.(\d+))?$/.exec(name) ?? [];
  return file === id ? Number(position) : null;
}
