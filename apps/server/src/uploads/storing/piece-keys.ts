/**
 * Keys of a file that is imported: `imports/3f/ID` for its first piece, `imports/3f/ID.8388608` for the piece that begins
 * at that byte. A file in one piece has the key that it has in a data folder.
 */
export function pieceKey(id: string, position: number): string {
  return `imports/${id.slice(-2)}/${id}${position === 0 ? '' : `.${position}`}`;
}

/** Returns the byte at which the piece of this name or key begins; null if it is no piece of the file. */
export function positionIn(name: string, id: string): number | null {
  const [, file, position = '0'] = /([^/.]+)(?:\.(\d+))?$/.exec(name) ?? [];
  return file === id ? Number(position) : null;
}
