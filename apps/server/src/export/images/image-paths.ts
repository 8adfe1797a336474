import { uploadedImageAt } from '@bowerbird/catalog/stored/uploaded-image';

const folder = 'images';
const handleMax = 80;
const nameMax = 60;
/** Names that Windows does not let a file or folder have. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/**
 * Names images in a ZIP so that a person finds them: `images/HANDLE/1-front`, without the ending. Names hold letters,
 * digits, dots, dashes and underscores, never `..`, and no two differ only in case.
 */
export class ImagePaths {
  readonly #folders = new Set<string>();

  /** Returns the names of a product's images, in their order. */
  of(handle: string, addresses: readonly string[]): string[] {
    const wanted = clean(handle, handleMax, 'product');
    let own = wanted;
    for (let number = 2; this.#folders.has(own.toLowerCase()); number += 1) {
      own = `${wanted}-${number}`;
    }
    this.#folders.add(own.toLowerCase());
    return addresses.map(
      (address, at) => `${folder}/${own}/${at + 1}-${clean(nameIn(address), nameMax, 'image')}`,
    );
  }
}

/** Returns the last part of an address, without the ending. */
function nameIn(address: string): string {
  if (uploadedImageAt(address) !== null) {
    return 'uploaded';
  }
  const last = URL.parse(address)?.pathname.split('/').at(-1) ?? '';
  return decoded(last).replace(/\.[a-z0-9]{1,5}$/i, '');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function clean(text: string, max: number, otherwise: string): string {
  const written = Array.from(text.normalize('NFC').replaceAll(/[^\p{L}\p{M}\p{N}_.-]+/gu, '-'))
    .slice(0, max)
    .join('');
  const name = withoutSigns(written);
  return name === '' ? otherwise : reserved.test(name) ? `${name}-` : name;
}

/** Takes dots and dashes off both ends: a name that begins with a dot is hidden, and `..` leads out of a folder. */
function withoutSigns(text: string): string {
  const isSign = (character: string | undefined) => character === '.' || character === '-';
  let [from, to] = [0, text.length];
  while (from < to && isSign(text[from])) {
    from += 1;
  }
  while (to > from && isSign(text[to - 1])) {
    to -= 1;
  }
  return text.slice(from, to);
}
