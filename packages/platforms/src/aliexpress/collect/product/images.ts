/**
 * Returns an image's full-size address: the source names smaller versions by a suffix after the real extension,
 * `.jpg_640x640.jpg` and `.jpg_220x220q75.jpg_.avif` (`readme.md`, Addresses).
 */
export function fullSize(address: string): string {
  const end = /\.(?:jpe?g|png|webp|gif|avif)(?=_)/i.exec(address);
  const whole = end === null ? address : address.slice(0, end.index + end[0].length);
  return whole.startsWith('//') ? `https:${whole}` : whole;
}
