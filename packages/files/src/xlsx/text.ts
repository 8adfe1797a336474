/** Returns a cell's text: Excel writes characters that XML cannot hold as `_x000D_`, and such a text itself as `_x005F_x000D_`. */
export function unescapedText(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;
}
