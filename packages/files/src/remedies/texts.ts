import { decodeHTML } from 'entities';

/** White space at both ends goes, runs of it become one space; line ends stay. */
export function trimmedText(value: string): string {
  return value
    .replace(/[^\S\r\n]+/g, ' ')
    .replace(/[\u200B-\u200D\u2060\uFEFF]/g, '')
    .trim();
}

/** Full-width digits, letters and signs become usual ones; Chinese punctuation stays. */
export function halfWidth(value: string): string {
  return value
    .replace(/[０-９Ａ-Ｚａ-ｚ＋－．％／＃＿＆＝＠＄]|(?<=[\d０-９])，(?=[\d０-９])/g, (sign) =>
      String.fromCharCode(sign.charCodeAt(0) - 0xfee0),
    )
    .replaceAll('\u3000', ' ');
}

/** `Tom &amp; Jerry` becomes `Tom & Jerry`. */
export function withoutEntities(value: string): string {
  return value.includes('&') ? decodeHTML(value) : value;
}

/** `//shop/a.jpg` and `shop.com/a.jpg` become `https://…`; white space in an address becomes `%20`. Else as it is. */
export function address(value: string): string {
  const text = value.trim();
  const whole = text.startsWith('//')
    ? `https:${text}`
    : /^[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}\//.test(text)
      ? `https://${text}`
      : text.replace(/^(https?):\/{0,3}(?=[\w])/i, '$1://');
  const written = whole.replaceAll(/\s/g, '%20');
  return /^https?:\/\/\S+$/i.test(written) && URL.canParse(written) ? written : value;
}
