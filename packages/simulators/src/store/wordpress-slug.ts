/** Longest slug in characters as stored: percent-encoded where it is not Latin. */
const slugMax = 200;

/** Latin letters that are not a base letter with a diacritic. */
const spelt: Record<string, string> = {
  ß: 's',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
};

/** Makes a slug as WordPress does (`sanitize_title`): Latin letters plain, all others percent-encoded. */
export function slugOf(given: string): string {
  const plain = given
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/[ßæœøđðłþı]/g, (letter) => spelt[letter] ?? letter)
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&[a-z\d#]+;/g, '')
    .replaceAll(/[\s./]+/g, '-')
    .replaceAll(/[^\p{L}\p{N}_%-]/gu, '');
  const encoded = [...plain]
    .map((letter) => (/[a-z\d_%-]/.test(letter) ? letter : encodeURIComponent(letter).toLowerCase()))
    .reduce((all, letter) => (all.length + letter.length > slugMax ? all : all + letter), '');
  return encoded.replaceAll(/-{2,}/g, '-').replaceAll(/^-|-$/g, '');
}

/** Returns the slug itself, or with the first free number from this one on. */
export function freeSlug(slug: string, isHeld: (slug: string) => boolean, first: number): string {
  let free = slug;
  for (let number = first; isHeld(free); number += 1) {
    const end = `-${number}`;
    free = slug.slice(0, slugMax - end.length) + end;
  }
  return free;
}
