/**
 * Returns an http(s) address in absolute form; addresses starting with `//` and relative ones are resolved too. Returns
 * null when the text is no such address.
 */
export function absoluteAddress(address: string, base: string): string | null {
  const text = address.startsWith('//') ? `https:${address}` : address;
  if (/^https?:\/\//i.test(text)) {
    return URL.canParse(text) ? text : null;
  }
  const url = URL.parse(text, base);
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : null;
}

/**
 * Returns an address without its query and fragment, so that one image has the same address at every size and version.
 */
export function withoutQuery(address: string): string {
  const end = address.search(/[?#]/);
  return end === -1 ? address : address.slice(0, end);
}

/** Makes the addresses inside a description absolute, so that its images and links still work elsewhere. */
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
      const absolute = list.replaceAll(/(^|,\s*)(\/[^\s,]*)/g, (all, sourceLink: string, address: string) => {
        const found = absoluteAddress(address, base);
        return found === null ? all : `${sourceLink}${found}`;
      });
      return `${before}${quote}${absolute}${quote}`;
    });
}
