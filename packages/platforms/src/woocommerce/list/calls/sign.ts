/** Percent-encodes as OAuth 1.0a requires. */
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Returns the HMAC-SHA256 signature of a request without a token, as WooCommerce checks it. */
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

/**
 * Signs a request into its query (OAuth 1.0a, one-legged).
 * @param second its date, in seconds since 1970
 * @param origin the address that the store uses for itself: it checks the signature by that, whatever address was
 * requested
 */
export async function signInto(
  url: URL,
  method: string,
  { consumerKey, consumerSecret }: { consumerKey: string; consumerSecret: string },
  { second, origin }: { second: number; origin: string },
): Promise<void> {
  const own: Record<string, string> = {
    oauth_consumer_key: consumerKey,
    oauth_nonce: crypto.randomUUID().replaceAll('-', ''),
    oauth_signature_method: 'HMAC-SHA256',
    oauth_timestamp: String(second),
  };
  for (const [name, value] of Object.entries(own)) {
    url.searchParams.set(name, value);
  }
  const all = Object.fromEntries(url.searchParams);
  url.searchParams.set(
    'oauth_signature',
    await signatureOf(method, origin + url.pathname, all, consumerSecret),
  );
}
