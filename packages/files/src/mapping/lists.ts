/** Separators of values in one cell where the mapping names none. */
const usual = /[,，;；|、\n]/;

/** Returns the values of a cell that holds several. */
export function partsOf(cell: string, separators?: readonly string[]): string[] {
  const parts = separators === undefined ? cell.split(usual) : splitAtAny(cell, separators);
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

function splitAtAny(cell: string, separators: readonly string[]): string[] {
  return separators.reduce((parts, separator) => parts.flatMap((part) => part.split(separator)), [cell]);
}

/** Returns the addresses of a cell; what is none is in `wrong`. A separator counts where an address follows. */
export function imagesOf(cell: string, separators?: readonly string[]): { urls: string[]; wrong: string[] } {
  const parts =
    separators === undefined
      ? cell.split(/[,，;；|、\s](?=\s{0,20}(?:https?:|\/\/|$))/i).map((part) => part.trim())
      : partsOf(cell, separators);
  const filled = parts.filter((part) => part !== '');
  const isSound = (part: string) => /^https?:\/\/\S+$/i.test(part) && URL.canParse(part);
  return { urls: filled.filter(isSound), wrong: filled.filter((part) => !isSound(part)) };
}

/** Returns the options in a cell such as `Colour: Red; Size: M` or `颜色:红色，尺码:M`; null where a part has no name. */
export function pairsOf(cell: string, separators?: readonly string[]): [string, string][] | null {
  const pairs = partsOf(cell, separators).map((part): [string, string] | null => {
    const [, name = '', value = ''] = /^([^:：=]{1,255})[:：=](.{1,1000})$/su.exec(part) ?? [];
    return name.trim() === '' || value.trim() === '' ? null : [name.trim(), value.trim()];
  });
  return pairs.every((pair) => pair !== null) ? pairs : null;
}
