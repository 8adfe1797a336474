import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type ImageEnding,
  imageTypesByEnding,
  uploadedImageAt,
} from '@bowerbird/catalog/stored/uploaded-image';
import { AppError } from '@bowerbird/contract/errors';
import { exportImageLimits } from '@bowerbird/contract/products/export';
import { readBytes } from '@bowerbird/platforms/net/body';
import { type Pace, paceOf } from '@bowerbird/platforms/net/pace';
import { mapConcurrently } from '../../async/map-concurrently.ts';
import { imageFilesIn } from '../../images/files.ts';
import { endingOf } from '../../images/image-type.ts';
import type { FileStore } from '../../stored-files/file-store.ts';
import type { Clock } from '../../time/clock.ts';
import { fingerprintOf } from './fingerprint.ts';
import { isInertDrawing } from './inert-drawing.ts';
import type { WantedImage } from './list-images.ts';

/** Hosts requested at a time, and images of one host; each is at most `imageBytes` in memory. */
const hostsAtOnce = 3;
const imagesAtOnce = 2;
const triesMax = 3;
const restMs = { least: 1_000, most: 30_000 };
const imageTimeoutMs = 60_000;
/** A host that gives no answer so often in a row is not asked again. */
const silentMax = 8;

/** Why an image is missing in the ZIP. */
export type MissingReason =
  | 'no-answer'
  | 'not-allowed'
  | 'too-large'
  | 'no-image'
  | 'not-here'
  | `http-${number}`;

/** An image that was saved. */
export interface SavedImage {
  path: string;
  bytes: number;
  ending: SavedEnding;
}

/** A drawing (SVG) is saved if it cannot do anything when somebody opens it. */
type SavedEnding = ImageEnding | 'svg';

export interface FetchedImages {
  /** By address. */
  saved: ReadonlyMap<string, SavedImage>;
  missing: { image: WantedImage; reason: MissingReason }[];
}

interface Parts {
  fetch: typeof fetch;
  clock: Clock;
  files: FileStore;
  signal: AbortSignal;
  /** Called after each image, with how many are done. */
  progress(done: number): void;
  bytesMax?: number;
}

/**
 * Saves images into a folder, one file for each address. Those that are there already, from a try that was killed, are not
 * fetched again. An image that cannot be fetched is reported and fails nothing; all together being too large does, with
 * `export.images-too-large`.
 */
export async function fetchImages(
  wanted: readonly WantedImage[],
  folder: string,
  parts: Parts,
): Promise<FetchedImages> {
  const { signal, bytesMax = exportImageLimits.bytes } = parts;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const saved = new Map<string, SavedImage>();
  const missing: FetchedImages['missing'] = [];
  let bytes = 0;
  let done = 0;
  const keep = (address: string, image: SavedImage) => {
    saved.set(address, image);
    bytes += image.bytes;
    if (bytes > bytesMax) {
      throw new AppError('export.images-too-large', `${bytes} bytes of images`, {
        params: { limit: Math.round(bytesMax / 100_000_000) / 10 },
      });
    }
  };
  const there = await savedBefore(folder);
  const left: WantedImage[] = [];
  for (const image of wanted) {
    const before = there.get(fingerprintOf(image.address));
    if (before) {
      keep(image.address, before);
      done += 1;
    } else {
      left.push(image);
    }
  }
  parts.progress(done);
  const hosts = Map.groupBy(left, ({ address }) => URL.parse(address)?.host ?? '');
  await mapConcurrently([...hosts.values()], hostsAtOnce, async (images) => {
    const host = new Host(folder, parts);
    await mapConcurrently(images, imagesAtOnce, async (image) => {
      signal.throwIfAborted();
      const result = await host.save(image.address);
      if (typeof result === 'string') {
        missing.push({ image, reason: result });
      } else {
        keep(image.address, result);
      }
      done += 1;
      parts.progress(done);
    });
  });
  const order = new Map(wanted.map(({ address }, at) => [address, at]));
  missing.sort((a, b) => (order.get(a.image.address) ?? 0) - (order.get(b.image.address) ?? 0));
  return { saved, missing };
}

async function savedBefore(folder: string): Promise<Map<string, SavedImage>> {
  const found = new Map<string, SavedImage>();
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const [, fingerprint = '', ending = ''] = /^([\da-f]{40})\.(\w+)$/.exec(name) ?? [];
    if (isEnding(ending)) {
      found.set(fingerprint, { path, ending, bytes: (await stat(path)).size });
    } else {
      await rm(path, { force: true });
    }
  }
  return found;
}

function isEnding(text: string): text is SavedEnding {
  return text === 'svg' || Object.hasOwn(imageTypesByEnding, text);
}

/** The images of one host, at a pace that the host bears. */
class Host {
  readonly #folder: string;
  readonly #parts: Parts;
  readonly #pace: Pace;
  #silent = 0;

  constructor(folder: string, parts: Parts) {
    this.#folder = folder;
    this.#parts = parts;
    const { clock, signal } = parts;
    this.#pace = paceOf({ now: () => clock.monotonic(), sleep: clock.sleep, signal });
  }

  /** Saves an image; returns why it is missing if it cannot be had. */
  async save(address: string): Promise<SavedImage | MissingReason> {
    const uploaded = uploadedImageAt(address);
    const bytes =
      uploaded === null
        ? await this.#fetched(address)
        : ((await imageFilesIn(this.#parts.files).read(uploaded)) ?? 'not-here');
    if (typeof bytes === 'string') {
      return bytes;
    }
    const ending = endingOf(bytes) ?? (isInertDrawing(bytes) ? 'svg' : null);
    return ending === null ? 'no-image' : await this.#write(address, bytes, ending);
  }

  async #write(address: string, bytes: Buffer, ending: SavedEnding): Promise<SavedImage> {
    const path = join(this.#folder, `${fingerprintOf(address)}.${ending}`);
    const unfinished = `${path}.${randomUUID().slice(0, 8)}.part`;
    try {
      await writeFile(unfinished, bytes, { mode: 0o600 });
      await rename(unfinished, path);
    } finally {
      await rm(unfinished, { force: true });
    }
    return { path, bytes: bytes.length, ending };
  }

  async #fetched(address: string): Promise<Buffer | MissingReason> {
    let reason: MissingReason = 'no-answer';
    for (let tries = 0; tries < triesMax; tries += 1) {
      if (this.#silent >= silentMax) {
        return 'no-answer';
      }
      const got = await this.#once(address);
      if (!('again' in got)) {
        return got.bytes ?? got.reason;
      }
      reason = got.reason;
    }
    return reason;
  }

  async #once(
    address: string,
  ): Promise<{ bytes: Buffer; reason?: never } | { reason: MissingReason; bytes?: never; again?: true }> {
    const { fetch, clock, signal } = this.#parts;
    const turn = await this.#pace.take();
    const late = AbortSignal.timeout(imageTimeoutMs);
    try {
      const answer = await fetch(address, {
        signal: AbortSignal.any([signal, late]),
        headers: { accept: 'image/avif,image/webp,image/*' },
      });
      this.#silent = 0;
      if (answer.status === 429 || answer.status === 503) {
        await answer.body?.cancel();
        turn.limited(restOf(answer, clock.wall()));
        return { reason: `http-${answer.status}`, again: true };
      }
      if (!answer.ok) {
        await answer.body?.cancel();
        turn.answered();
        return { reason: `http-${answer.status}` };
      }
      const bytes = Buffer.from(await readBytes(answer, exportImageLimits.imageBytes));
      turn.answered();
      return { bytes };
    } catch (thrown) {
      if (signal.aborted) {
        turn.dropped();
        throw signal.reason;
      }
      const { code } = AppError.from(thrown);
      if (code === 'source.answer-too-large' || code === 'source.answer-overcompressed') {
        turn.answered();
        return { reason: 'too-large' };
      }
      if (code.startsWith('address.')) {
        turn.dropped();
        return { reason: 'not-allowed' };
      }
      turn.unwell();
      this.#silent += 1;
      return { reason: 'no-answer', again: true };
    }
  }
}

/** Returns how long a host wants to be left alone, in milliseconds, within limits. */
function restOf(answer: Response, nowMs: number): number {
  const said = answer.headers.get('retry-after') ?? '';
  const wanted = /^\d+$/.test(said) ? Number(said) * 1000 : Date.parse(said) - nowMs;
  return Math.min(restMs.most, Math.max(restMs.least, Number.isNaN(wanted) ? restMs.least : wanted));
}
