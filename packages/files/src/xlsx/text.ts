/** Returns a cell's text: Excel writes characters that XML cannot hold as `_x000D_`, and such a text itself as `_x005F_x000D_`. */
export function unescapedText(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;
}

/** Longest text that a cell of a spreadsheet holds, in UTF-16 units. */
export const cellMax = 32_767;

const unwritable = /[&<>\ufffe\uffff]|(?![\t\n])\p{Cc}|_(?=x[0-9a-fA-F]{4}_)|[\ud800-\udfff]/gu;

/** Returns a cell's text as XML; characters that XML cannot hold as spreadsheets write them: `_x0001_`. */
export function escapedText(text: string): string {
  return text.replaceAll(unwritable, (character) =>
    character === '&'
      ? '&amp;'
      : character === '<'
        ? '&lt;'
        : character === '>'
          ? '&gt;'
          : `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
  );
}
