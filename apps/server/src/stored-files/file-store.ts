import type { Readable } from 'node:stream';

/**
 * The kinds of files that every process of an installation reaches; keys begin with one of them. Files that one machine
 * alone works on (those that are being written, copies of uploads) are not among them.
 */
export const storedKinds = ['images', 'exports', 'imports', 'avatars'] as const;
export type StoredKind = (typeof storedKinds)[number];

const shapes: Record<StoredKind, RegExp> = {
  images: /^images\/[\da-f]{2}\/[\w-]+\.\w+$/,
  exports: /^exports\/[\w-]+\.csv$/,
  imports: /^imports\/[\da-f]{2}\/[\da-f-]{36}(\.\d+)?$/,
  avatars: /^avatars\/[\w-]+(\.\w+)?$/,
};

/** Reports whether a path in a data folder is the key of a finished file. */
export function isKeyOf(kind: StoredKind, path: string): boolean {
  return shapes[kind].test(path);
}

/** Bytes from the first to the last, both included. */
export interface ByteRange {
  first: number;
  last: number;
}

export interface OpenedFile {
  /** Length of the stream, in bytes. */
  bytes: number;
  stream: Readable;
}

export interface FoundFile {
  key: string;
  /** Length in bytes. */
  bytes: number;
  /** Milliseconds since 1970. */
  writtenAt: number;
}

/**
 * Where an installation keeps its files: a folder, or a bucket of an object store. A key is a path such as
 * `images/3f/0191….jpg`. Every call may throw `files.store-unreachable` if the store does not answer or refuses, and
 * `files.disk-full` if it is a full disk.
 */
export interface FileStore {
  /** Stores bytes completely or not at all, in place of what the key held. */
  put(key: string, bytes: Buffer): Promise<void>;
  /** Moves a file of this machine into the store, completely or not at all, in place of what the key held. */
  take(key: string, path: string): Promise<void>;
  /** Opens a file, or a part of it; null if there is none. */
  open(key: string, range?: ByteRange): Promise<OpenedFile | null>;
  /** Length of a file in bytes; null if there is none. */
  sizeOf(key: string): Promise<number | null>;
  /** Removes a file; one that is not there is no error. */
  remove(key: string): Promise<void>;
  /** Yields the finished files of a kind, some at a time; with `prefix`, only those whose keys begin with it. */
  list(kind: StoredKind, prefix?: string): AsyncIterable<FoundFile[]>;
  /** Removes what a process that died had begun to store before a moment (milliseconds since 1970). */
  removeUnfinished(kind: StoredKind, before: number): Promise<void>;
  /** Throws `CannotStart`, naming what is wrong, unless files can be stored, read and removed. */
  check(): Promise<void>;
}
