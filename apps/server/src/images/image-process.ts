import { AppError } from '@bowerbird/contract/errors';
import sharp from 'sharp';
import { answerJobs } from '../isolated/job.ts';
import type { FitOptions, ImageJob, ImageResults } from './image-results.ts';

/** Memory of one process, in bytes: four times what the largest image needs as pixels. */
const bytesMax = 1_000_000_000;
/** More processor time than the largest photo needs, in milliseconds; a drawing is a program and could run forever. */
const cpuMs = { photos: 20_000, drawings: 2000 };
const avatarPixels = 256;

/** A process reads photos or drawings and never both. No process reads documents or camera formats. */
const loaders = {
  photos: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadWebp',
    'VipsForeignLoadNsgif',
    'VipsForeignLoadHeif',
  ],
  drawings: ['VipsForeignLoadSvg'],
};
const reads = process.argv[2] === 'drawings' ? 'drawings' : 'photos';
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: loaders[reads] });
sharp.cache(false);
sharp.concurrency(1);

answerJobs(workOn, { bytesMax, cpuMs: cpuMs[reads] });

async function workOn(sent: unknown): Promise<unknown> {
  // The job comes from `image-jobs.ts` only.
  const job = sent as ImageJob;
  switch (job.kind) {
    case 'head':
      return await headOf(job);
    case 'avatar':
      return await avatarOf(job);
    case 'fit':
      return await fitted(job);
  }
}

function open({ bytes, pixelsMax }: Pick<ImageJob, 'bytes' | 'pixelsMax'>, failOn: 'error' | 'warning') {
  return sharp(bytes, { limitInputPixels: pixelsMax, failOn });
}

async function headOf(job: Pick<ImageJob, 'bytes' | 'pixelsMax'>): Promise<ImageResults['head']> {
  const head = await named(open(job, 'error').metadata());
  return {
    format: head.format,
    width: head.width,
    height: head.pageHeight ?? head.height,
    frames: head.pages ?? 1,
    orientation: head.orientation ?? 1,
  };
}

async function avatarOf(job: Pick<ImageJob, 'bytes' | 'pixelsMax'>): Promise<Uint8Array> {
  return await named(
    open(job, 'error')
      .rotate()
      .resize(avatarPixels, avatarPixels, { fit: 'cover' })
      .webp({ quality: 86 })
      .toBuffer(),
  );
}

async function fitted(
  job: { bytes: Uint8Array; pixelsMax: number } & FitOptions,
): Promise<ImageResults['fit']> {
  const { types, bytesMax, sideMax, bytes } = job;
  const { format, width = 0, height = 0 } = await named(open(job, 'warning').metadata());
  const type = `image/${format}`;
  if (types.includes(type) && bytes.length <= bytesMax && Math.max(width, height) <= sideMax) {
    return { bytes: null, type };
  }
  for (const [side, quality] of [
    [sideMax, 86],
    [Math.min(sideMax, 1600), 80],
    [Math.min(sideMax, 1000), 72],
  ] as const) {
    const made = await named(
      open(job, 'warning')
        .rotate()
        .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
        .flatten({ background: '#fff' })
        .jpeg({ quality })
        .toBuffer(),
    );
    if (made.length <= bytesMax) {
      return { bytes: made, type: 'image/jpeg' };
    }
  }
  throw new AppError('image.too-large', `cannot be made smaller than ${bytesMax} bytes`);
}

async function named<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (thrown) {
    throw String(thrown).includes('exceeds pixel limit')
      ? new AppError('image.too-many-pixels', String(thrown))
      : new AppError('image.unreadable', String(thrown));
  }
}
