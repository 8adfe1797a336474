/** What a store's library accepts. */
export interface FitOptions {
  types: readonly string[];
  bytesMax: number;
  /** Longer side, in pixels. */
  sideMax: number;
}

/** Most pixels (width times height) that an image may have, checked before it is unpacked. */
interface OfImage {
  bytes: Uint8Array;
  pixelsMax: number;
}

export type ImageJob =
  | ({ kind: 'head' } & OfImage)
  | ({ kind: 'avatar' } & OfImage)
  | ({ kind: 'fit' } & OfImage & FitOptions);

export interface ImageResults {
  /** `height` of one frame; width and height before the image is turned upright by `orientation` (EXIF, 1 to 8). */
  head: { format: string; width: number; height: number; frames: number; orientation: number };
  /** An upright square WebP image of 256 pixels, without anything else the file contained. */
  avatar: Uint8Array;
  /** The converted image; null if the original fits. */
  fit: { bytes: Uint8Array | null; type: string };
}
