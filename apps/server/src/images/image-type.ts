import type { ImageEnding } from '@bowerbird/catalog/stored/uploaded-image';

/** The image reader's names of each type. */
export const formatsOf: Record<ImageEnding, readonly string[]> = {
  jpg: ['jpeg'],
  png: ['png'],
  webp: ['webp'],
  gif: ['gif'],
  avif: ['heif', 'avif'],
};

/**
 * Returns the type according to the first bytes; a file's name and what a browser says about it prove nothing. Returns
 * null for any other type.
 */
export function endingOf(file: Buffer): ImageEnding | null {
  const text = (from: number, to: number) => file.toString('latin1', from, to);
  if (text(0, 3) === '\xff\xd8\xff') {
    return 'jpg';
  }
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') {
    return 'png';
  }
  if (text(0, 6) === 'GIF87a' || text(0, 6) === 'GIF89a') {
    return 'gif';
  }
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') {
    return 'webp';
  }
  return text(4, 8) === 'ftyp' && ['avif', 'avis'].includes(text(8, 12)) ? 'avif' : null;
}

/** Reports whether a file begins like a drawing (SVG): with its element, after the usual XML prolog. */
export function isDrawing(file: Buffer): boolean {
  const start = file.toString('utf8', 0, 1024);
  return /^\uFEFF?\s{0,100}</.test(start) && start.includes('<svg');
}
