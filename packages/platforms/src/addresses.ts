/** An http(s) address made absolute, `//` and relative ones too; null when it is none. */
export function absoluteAddress(address: string, base: string): string | null {
  const text = address.startsWith('//') ? `https:${address}` : address;
  if (/^https?:\/\//i.test(text)) {
    return URL.canParse(text) ? text : null;
  }
  const url = URL.parse(text, base);
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : null;
}

/** An address without its query and fragment: the same picture at whatever size or version. */
export function withoutQuery(address: string): string {
  const end = address.search(/[?#]/);
  return end === -1 ? address : address.slice(0, end);
}

/** Makes the addresses inside a description absolute, so that its pictures and links still work elsewhere. */
export function withAbsoluteAddresses(html: string, base: string): string {
  if (!/=\s*["']?\//.test(html) && !html.includes('srcset')) {
    return html;
  }
  return html
    .replaceAll(
      /(\s(?:src|href|poster)\s*=\s*)(["'])(\/[^"']*)\2/gi,
      (whole, before: string, quote: string, address: string) => {
        const absolute = absoluteAddress(address, base);
        return absolute === null ? whole : `${before}${quote}${absolute}${quote}`;
      },
    )
    .replaceAll(/(\ssrcset\s*=\s*)(["'])([^"']*)\2/gi, (_, before: string, quote: string, list: string) => {
      const absolute = list.replaceAll(/(^|,\s*)(\/[^\s,]*)/g, (all, lead: string, address: string) => {
        const found = absoluteAddress(address, base);
        return found === null ? all : `${lead}${found}`;
      });
      return `${before}${quote}${absolute}${quote}`;
    });
}
