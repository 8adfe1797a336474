import { closeSync, mkdirSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** A file of entries, one JSON line each, that only grows. */
export interface Journal<Entry> {
  /** What was written before it was opened, in order. */
  entries: Entry[];
  /** Writes one entry before it returns: killed at once after, it is still there. */
  write(entry: Entry): void;
  close(): void;
}

/** Opens a journal, or begins one. A last line cut off by a kill is dropped; any other damage is an error. */
export function openJournal<Entry>(file: string): Journal<Entry> {
  mkdirSync(dirname(file), { recursive: true });
  const entries = readEntries<Entry>(file);
  const handle = openSync(file, 'a', 0o600);
  return {
    entries,
    write: (entry) => {
      writeSync(handle, `${JSON.stringify(entry)}\n`);
    },
    close: () => closeSync(handle),
  };
}

function readEntries<Entry>(file: string): Entry[] {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') {
      return [];
    }
    throw thrown;
  }
  const whole = bytes.lastIndexOf(0x0a) + 1;
  if (whole < bytes.length) {
    truncateSync(file, whole);
  }
  const lines = bytes.subarray(0, whole).toString('utf8').split('\n').slice(0, -1);
  return lines.map((line, place) => {
    try {
      // We alone write this file, and only entries.
      return JSON.parse(line) as Entry;
    } catch {
      throw new Error(`${file} is damaged in line ${place + 1}. Remove the file to begin anew.`);
    }
  });
}
