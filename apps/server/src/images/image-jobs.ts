import { AppError } from '@bowerbird/contract/errors';
import { JobStopped } from '../isolated/isolate.ts';
import { IsolatePool } from '../isolated/pool.ts';
import { processIsolate } from '../isolated/process.ts';
import type { ImageJob, ImageResults } from './image-results.ts';
import { endingOf, isDrawing } from './image-type.ts';

const pools = { photos: processes('photos', 2), drawings: processes('drawings', 1) };

function processes(reads: 'photos' | 'drawings', size: number): IsolatePool {
  const module = new URL('./image-process.ts', import.meta.url);
  const open = () => processIsolate(module, { threads: 1, args: [reads], bytesBeside: true });
  return new IsolatePool({ open, size, jobMs: 60_000, idleMs: 30_000 });
}

/**
 * Reads an image in a separate process, so that no image takes memory, time or threads from other work: in this
 * process, hashing passwords and looking up names use the same few threads in which images would be unpacked. Drawings
 * (SVG), which shops show too, are only converted to fit, and by a process that reads nothing else. A caller that gives
 * up ends the work. Throws `image.type-unsupported`, `image.unreadable`, `image.too-many-pixels`, `image.too-large`
 * (`fit`) and `image.too-costly`.
 */
export async function imageJob<Kind extends ImageJob['kind']>(
  job: ImageJob & { kind: Kind },
  signal?: AbortSignal,
): Promise<ImageResults[Kind]> {
  const start = Buffer.from(job.bytes.buffer, job.bytes.byteOffset, Math.min(job.bytes.length, 1024));
  const drawing = job.kind === 'fit' && isDrawing(start);
  if (!drawing && endingOf(start) === null) {
    throw new AppError('image.type-unsupported', `begins with ${start.toString('hex', 0, 4)}`);
  }
  try {
    return (await pools[drawing ? 'drawings' : 'photos'].run(job, signal)) as ImageResults[Kind];
  } catch (thrown) {
    throw thrown instanceof JobStopped ? new AppError('image.too-costly', thrown.message) : thrown;
  }
}
