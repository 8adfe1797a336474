/** A date, a version or a number at the end of a name, after a sign that sets it apart: `-2026-11-25`, ` 3月`, `_v2`. */
const numberAtEnd = /(?:[\d年月日.-]{1,12}|v\d{1,3})$/i;
const setsApart = new Set([...' _-.(（)）\t']);

/** Returns a supplier's name from a file's: without its ending, a date and numbers at its end. */
export function supplierOf(fileName: string): string {
  const plain = fileName
    .replace(/\.\w{1,5}$/, '')
    .trim()
    .slice(0, 300);
  const number = numberAtEnd.exec(withoutSigns(plain));
  const short = number === null ? plain : withoutSigns(plain.slice(0, number.index));
  return (short || plain).slice(0, 100);
}

function withoutSigns(name: string): string {
  let end = name.length;
  while (end > 0 && setsApart.has(name[end - 1] ?? '')) {
    end -= 1;
  }
  return name.slice(0, end);
}
