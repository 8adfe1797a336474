import { closeSync, mkdirSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** An append-only file of entries, one JSON line each. */
export interface Journal<Entry> {
  /** Entries written before it was opened, in order. */
  entries: Entry[];
  /** Writes one entry before it returns: the entry survives a kill right after. */
  write(entry: Entry): void;
  close(): void;
}

/** Opens or creates a journal. A last line cut off by a kill is dropped; any other damage is an error. */
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
      // Only this program writes this file, and only entries.
      return JSON.parse(line) as Entry;
    } catch {
      throw new Error(`${file} is damaged in line ${place + 1}. Remove the file to begin again.`);
    }
  });
}
