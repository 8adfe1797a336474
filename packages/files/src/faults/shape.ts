/** Longest value that has a shape of its own; a longer one is text. */
const valueMax = 60;

/**
 * Returns how a value is written, so that values written alike are repaired alike: runs of digits as `9`, of letters as
 * `a`, of Chinese characters as `字`, white space as one space, and every sign as it is. `1.234,50` is `9.9,9`.
 */
export function shapeOf(value: string): string {
  if (value.length > valueMax) {
    return '…';
  }
  return value
    .replace(/\p{Script=Han}+/gu, '字')
    .replace(/[０-９]+/g, '９')
    .replace(/\d+/g, '9')
    .replace(/(?!字)[\p{L}\p{M}]+/gu, 'a')
    .replace(/\s+/g, ' ');
}
