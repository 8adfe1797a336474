/**
 * A picture at full size: the source names smaller ones by what stands behind the real ending, `.jpg_640x640.jpg` and
 * `.jpg_220x220q75.jpg_.avif` (`readme.md`, Addresses).
 */
export function fullSize(address: string): string {
  const end = /\.(?:jpe?g|png|webp|gif|avif)(?=_)/i.exec(address);
  const whole = end === null ? address : address.slice(0, end.index + end[0].length);
  return whole.startsWith('//') ? `https:${whole}` : whole;
}
