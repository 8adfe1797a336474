import type { Readable } from 'node:stream';
import { type Entry, openPromise } from 'yauzl';

/** Opens one entry of a ZIP that this program wrote, by its name; null if it has none. The stream closes the file. */
export async function entryStream(path: string, name: string): Promise<Readable | null> {
  const zip = await openPromise(path, { autoClose: false });
  let found: Entry | null = null;
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName === name) {
        found = entry;
        break;
      }
    }
    if (found === null) {
      zip.close();
      return null;
    }
    const stream = await zip.openReadStreamPromise(found);
    stream.once('close', () => zip.close());
    return stream;
  } catch (thrown) {
    zip.close();
    throw thrown;
  }
}
