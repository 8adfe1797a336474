const number = /^\[\d{1,5}\]/;
const ofName = /[\p{L}\p{N}_.\]]/u;

/**
 * Reports whether a formula reads another file: `[1]Prices!A1` or `'[1]New prices'!A1`, where the number names it. In `Table1[1]` and
 * `Table1[[#This Row],[1]]`, brackets name columns of this one.
 */
export function readsOtherFile(formula: string): boolean {
  let depth = 0;
  for (let at = formula.indexOf('['); at !== -1 && at < formula.length; at += 1) {
    const sign = formula[at];
    if (sign === '[') {
      const before = formula[at - 1] ?? '';
      if (depth === 0 && !ofName.test(before) && number.test(formula.slice(at, at + 7))) {
        return true;
      }
      depth += 1;
    } else if (sign === ']') {
      depth -= 1;
    }
  }
  return false;
}
