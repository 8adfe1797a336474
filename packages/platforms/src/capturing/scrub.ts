/** Words in a name that mark its value as a credential; the value is removed when it looks like one. */
const keyWords = new Set(
  'csrf xsrf token tokens secret password passwd pwd session sessionid sess sid cookie cookies auth authorization nonce wpnonce signature sign umid utdid cna fingerprint uuid'.split(
    ' ',
  ),
);
/** Words in a name that mark its value as personal data. */
const personText = new Set(
  'visitor username userid uid nick nickname login loginid buyer receiver recipient consignee address1 address2 street birthday birthdate'.split(
    ' ',
  ),
);
const personPairs = new Set(
  'user name,user id,first name,last name,full name,customer id,customer name,member id,member name,account id,account name,login id,ali id,contact person,contact name,delivery address,shipping address,billing address,home address,zip code,postal code'.split(
    ',',
  ),
);
const keyPairs = new Set(
  'api key,access key,form key,preview key,private key,secret key,device id,client id,session id'.split(','),
);
const phoneText = new Set('phone mobile tel telephone fax whatsapp wechat cell'.split(' '));

const phone = /^[+(]?\d[\d\s().-]{6,20}$/;

/**
 * Removes private data from a page: cookies, tokens, keys, session ids, e-mail addresses, telephone numbers, IP
 * addresses, and the visitor's names. Replaces each by a text of the same length and kind, equal values by equal ones,
 * so that a reader finds everything else in place.
 */
export function scrubbed(markup: string): string {
  const names = new Map<string, string>();
  const instead = (value: string): string => {
    const known = names.get(value);
    if (known !== undefined) {
      return known;
    }
    const made = standIn(value, names.size + 1);
    names.set(value, made);
    return made;
  };
  const put = (key: string, value: string) => (isSecret(key, value) ? instead(value) : null);

  const clean = markup
    // <meta name="csrf-token" content="...">, <input name="authenticity_token" value="...">
    .replaceAll(/<(?:meta|input)\b[^<>]{1,4000}>/gi, (tag) => {
      const key = /\b(?:name|id|property)\s*=\s*["']?([\w.:-]{1,80})/i.exec(tag)?.[1];
      return key === undefined
        ? tag
        : tag.replace(
            /(\b(?:content|value)\s*=\s*)(?:(["'])((?:(?!\2)[^<>]){4,4000})\2|([^\s"'<>]{4,4000}))/i,
            (all, before: string, quote = '', quoted = '', bare = '') => {
              const other = put(key, quoted || bare);
              return other === null ? all : `${before}${quote}${other}${quote}`;
            },
          );
    })
    // "key": "value", key: 'value', key = "value", data-key="value"
    .replaceAll(
      /((["']?)([A-Za-z_$][\w$-]{0,60})\2\s{0,4}[:=]\s{0,4})(["'`])((?:\\[^\n]|(?!\4)[^\\\n]){1,4000})\4/g,
      (all, before: string, _quoted: string, key: string, quote: string, value: string) => {
        const other = put(key, value);
        return other === null ? all : `${before}${quote}${other}${quote}`;
      },
    )
    // data-token=..., without quotes
    .replaceAll(
      /(?<=^|\s)(([A-Za-z_$][\w$-]{0,60})=)([^\s"'`<>=&]{6,2000})(?=[\s/>]|$)/g,
      (all, before: string, key: string, value: string) => {
        const other = put(key, value);
        return other === null ? all : before + other;
      },
    )
    // The same inside escaped text and in attributes.
    .replaceAll(
      /((?:\\"|&quot;)([A-Za-z_$][\w$-]{0,60})(?:\\"|&quot;)\s{0,4}:\s{0,4})(\\"|&quot;)([^"\\&<]{4,2000})(?=\\"|&quot;)/g,
      (all, before: string, key: string, quote: string, value: string) => {
        const other = put(key, value);
        return other === null ? all : `${before}${quote}${other}`;
      },
    )
    // "userId": 123456, customerId = 123456
    .replaceAll(
      /((["']?)\b([A-Za-z_$][\w$-]{0,60})\2\s{0,4}[:=]\s{0,4})(\d{5,20})\b/g,
      (all, before: string, _quote: string, key: string, value: string) =>
        isPerson(wordsOf(key)) ? `${before}${instead(value)}` : all,
    )
    // "customer":{"id":123456, and the visitor's number in Shopify's visit counter (`__st`).
    .replaceAll(
      /(["']?\b(?:customer|visitor|member|user)["']?\s{0,4}:\s{0,4}\{\s{0,4}["']?id["']?\s{0,4}:\s{0,4}["']?)(\d{4,20})/gi,
      (_, before: string, value: string) => before + instead(value),
    )
    .replaceAll(
      /(\b__st\s{0,4}=\s{0,4}\{[^{}]{0,500}?"cid"\s{0,4}:\s{0,4})(\d{1,20})/g,
      (_, before: string, value: string) => before + instead(value),
    )
    // "Hello <strong>Ann</strong>", WooCommerce's greeting for a signed-in visitor.
    .replaceAll(
      /(\bHello,?\s{1,4}<strong>)([^<>]{1,80})(?=<)/g,
      (_, before: string, value: string) => before + instead(value),
    )
    // ?token=...
    .replaceAll(
      /((?:[?&;]|&amp;)([\w.-]{1,60})=)([^&"'\s<>#\\]{6,2000})/g,
      (all, before: string, key: string, value: string) => {
        const other = put(key, value);
        return other === null ? all : before + other;
      },
    )
    .replaceAll(/(document\.cookie\s{0,4}=\s{0,4})(["'`])[^"'`\n]{1,4000}\2/g, '$1$2$2')
    .replaceAll(/\bBearer\s+[\w.~+/=-]{8,2000}/g, 'Bearer x')
    .replaceAll(/\beyJ[\w-]{8,2000}\.[\w-]{4,4000}\.[\w-]{4,2000}/g, instead)
    .replaceAll(/\b((?:set-)?cookie\s*:\s*)[^"'<>\n]{4,4000}/gi, '$1x')
    .replaceAll(/(\/\/)[^\s/@"'<>]{1,200}:[^\s/@"'<>]{1,200}@/g, '$1')
    .replaceAll(
      /[\w.+-]{1,64}(?:@|\\u0040|%40|&#64;|&#x40;|&commat;)[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/gi,
      'someone@example.com',
    )
    .replaceAll(/\b(tel:|sms:|whatsapp:)[^"'<>\s]{3,40}/gi, '$1+000')
    .replaceAll(/(?<![\w.])\+\d{1,3}[\s().-]{0,2}\d[\d\s().-]{6,16}\d(?!\w)/g, '+000')
    .replaceAll(/(?<![\w.-])\(?\d{3}\)?[\s.-]\d{3}[\s.-]\d{4}(?![\w-])/g, '000-000-0000')
    .replaceAll(/(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w.])/g, '192.0.2.1')
    .replaceAll(/(?<![\w:.])(?:[\da-f]{1,4}:){5,7}[\da-f]{1,4}(?![\w:])/gi, '2001:db8::1')
    // Long strings without meaning: credentials, whatever their name.
    .replaceAll(/(["'])([A-Za-z0-9_+=-]{32,1024})\1/g, (all, quote: string, value: string) =>
      /\d/.test(value) && /[A-Za-z]/.test(value) && /[A-Z].*[a-z]|[a-f].*\d|[a-z].*[A-Z]/.test(value)
        ? `${quote}${instead(value)}${quote}`
        : all,
    );
  return withoutNames(clean, [...names]);
}

/** Removes the visitor's names that the page itself labelled, the first twenty, wherever else they occur. */
function withoutNames(markup: string, replaced: readonly [string, string][]): string {
  const people = replaced.filter(([value]) =>
    /^\p{L}[\p{L}'-]{0,40}(?: \p{L}[\p{L}'-]{0,40}){1,3}$/u.test(value),
  );
  return people.slice(0, 20).reduce((text, [value, instead]) => text.replaceAll(value, instead), markup);
}

/** Returns an address without the parameters that identify a visitor. */
export function scrubbedAddress(address: URL): URL {
  const url = new URL(address);
  url.hash = '';
  url.username = '';
  url.password = '';
  for (const [name, value] of [...url.searchParams]) {
    if (
      isSecret(name, value) ||
      /^(?:utm_\w+|spm|scm|pvid|gclid|fbclid|_ga)$/i.test(name) ||
      value.length > 64
    ) {
      url.searchParams.delete(name);
    }
  }
  return new URL(scrubbed(url.href));
}

function isSecret(key: string, value: string): boolean {
  const words = wordsOf(key);
  const pairs = pairsOf(words);
  if (words.some((word) => phoneText.has(word))) {
    return phone.test(value);
  }
  if (words.some((word) => keyWords.has(word)) || pairs.some((pair) => keyPairs.has(pair))) {
    const said = words.some((word) => /^(?:password|passwd|pwd)$/.test(word)) ? /[<>{}]/ : /[\s<>{}]/;
    return value.length >= 6 && !said.test(value) && !/^https?:\/\//.test(value);
  }
  return isPerson(words) && value.length <= 200 && !/[<>{}]|^https?:\/\//.test(value);
}

function isPerson(words: readonly string[]): boolean {
  return words.some((word) => personText.has(word)) || pairsOf(words).some((pair) => personPairs.has(pair));
}

/** `csrfToken`, `csrf-token` and `CSRF_TOKEN` are all "csrf", "token". */
function wordsOf(key: string): string[] {
  return key
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z\d]+/)
    .map((word) => word.toLowerCase())
    .filter((word) => word !== '');
}

function pairsOf(words: readonly string[]): string[] {
  return words.slice(1).map((word, at) => `${words[at]} ${word}`);
}

/** Returns a replacement of the same length, with digits in place of digits and a distinguishing number. */
function standIn(value: string, number: number): string {
  const digits = /^\d+$/.test(value);
  const mark = String(number);
  return mark.length >= value.length
    ? value.replaceAll(/[^\s]/g, digits ? '1' : 'x')
    : (digits ? '1' : 'x').repeat(value.length - mark.length) + mark;
}
