/** A file that is imported, all of whose bytes have arrived. */
export interface WholeFile {
  id: string;
  /** Its length. */
  bytes: number;
  /** In hexadecimal. */
  sha256: string;
}

/**
 * The bytes of files that are imported, where every process of the installation reaches them. Calls may throw
 * `files.store-unreachable` and `files.disk-full`.
 */
export interface PartFiles {
  /** Bytes that are there from the beginning of a file on; 0 without any. */
  sizeOf(id: string): Promise<number>;
  /** Writes bytes at the end of what is there of a file. They are stored safely when this returns. */
  write(id: string, position: number, bytes: Uint8Array): Promise<void>;
  /**
   * Ends a file after its last bytes, and returns its SHA-256 in hexadecimal; null if it is shorter than `bytes`.
   * @param known the SHA-256 if all of the file came through this process, or null
   */
  finish(id: string, bytes: number, known: string | null): Promise<string | null>;
  /**
   * Returns the path of a whole file on this machine, where it is first brought to if it is elsewhere; null if what is
   * stored is not what arrived. Stays there for two hours after its last use at least.
   */
  pathOfWhole(file: WholeFile): Promise<string | null>;
  remove(id: string): Promise<void>;
  /** Bytes that there is room for; null where that is not known. */
  room(): Promise<number | null>;
  /** Yields the ids of files that were last written before a moment (milliseconds since 1970), some at a time. */
  writtenBefore(moment: number): AsyncIterable<string[]>;
  /** Removes copies that this machine has not used since a moment (milliseconds since 1970); returns how many. */
  removeCopies(moment: number): Promise<number>;
}
