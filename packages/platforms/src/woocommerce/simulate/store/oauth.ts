import { signatureOf } from '../../list/sign.ts';

const windowSeconds = 15 * 60;

/** What is wrong with a signed request, in the store's words; null for a right one (exactly-once, section 7.2; read, not run). */
export async function isSignedRight(
  { method, url }: { method: string; url: URL },
  { consumerKey, consumerSecret }: { consumerKey: string; consumerSecret: string },
  seen: Map<number, string>,
  now: number,
): Promise<string | null> {
  const parameters = Object.fromEntries(url.searchParams);
  const { oauth_signature: signature, ...signed } = parameters;
  if (signed.oauth_consumer_key !== consumerKey) {
    return 'Consumer key is invalid.';
  }
  const expected = await signatureOf(method, url.origin + url.pathname, signed, consumerSecret);
  if (signature !== expected) {
    return 'Invalid signature - provided signature does not match.';
  }
  const timestamp = Number(signed.oauth_timestamp);
  const seconds = Math.floor(now / 1000);
  if (timestamp < seconds - windowSeconds || timestamp > seconds + windowSeconds) {
    return 'Invalid timestamp.';
  }
  const nonce = signed.oauth_nonce ?? '';
  if ([...seen.values()].includes(nonce)) {
    return 'Invalid nonce - nonce has already been used.';
  }
  seen.set(timestamp, nonce);
  for (const old of seen.keys()) {
    if (old < seconds - windowSeconds) {
      seen.delete(old);
    }
  }
  return null;
}
