/** Percent-encoding as OAuth 1.0a wants it. */
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** The HMAC-SHA256 signature of a request without a token, as WooCommerce checks it. */
export async function signatureOf(
  method: string,
  address: string,
  parameters: Readonly<Record<string, string>>,
  secret: string,
): Promise<string> {
  const pairs = Object.entries(parameters)
    .sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`);
  const base = [method, encoded(address), encoded(pairs.join('&'))].join('&');
  const encoder = new TextEncoder();
  const key = await crypto.subtle.importKey(
    'raw',
    encoder.encode(`${secret}&`),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  const mac = await crypto.subtle.sign('HMAC', key, encoder.encode(base));
  return btoa(String.fromCharCode(...new Uint8Array(mac)));
}

/** The store refuses what is older than this, so a request dated almost so old cannot be applied late. */
const windowSeconds = 15 * 60;
const lifetimeSeconds = 60;

/**
 * Signs a request into its query, dated so that the store itself refuses it a minute from now, and refuses a proxy's
 * second copy (exactly-once, section 7.2). `storeNow` is the store's own time in milliseconds since 1970.
 */
export async function signInto(
  url: URL,
  method: string,
  { consumerKey, consumerSecret }: { consumerKey: string; consumerSecret: string },
  storeNow: number,
): Promise<void> {
  const own: Record<string, string> = {
    oauth_consumer_key: consumerKey,
    oauth_nonce: crypto.randomUUID().replaceAll('-', ''),
    oauth_signature_method: 'HMAC-SHA256',
    oauth_timestamp: String(Math.floor(storeNow / 1000) - windowSeconds + lifetimeSeconds),
  };
  for (const [name, value] of Object.entries(own)) {
    url.searchParams.set(name, value);
  }
  const all = Object.fromEntries(url.searchParams);
  url.searchParams.set(
    'oauth_signature',
    await signatureOf(method, url.origin + url.pathname, all, consumerSecret),
  );
}
