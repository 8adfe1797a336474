import { signatureOf } from '@bowerbird/platforms/woocommerce/list/calls/sign';

const windowSeconds = 15 * 60;

/** What a signed request says of its own time: checked when it is applied, however late that is. */
export interface SignedTime {
  timestamp: number;
  nonce: string;
}

/** Reports whether a request is signed with these keys; else what is wrong with it (recorded). */
export async function readSignature(
  method: string,
  url: URL,
  {
    consumerKey,
    consumerSecret,
    signedAs,
  }: { consumerKey: string; consumerSecret: string; signedAs: string },
): Promise<SignedTime | string> {
  const { oauth_signature: signature, ...signed } = Object.fromEntries(url.searchParams);
  if (signed.oauth_consumer_key !== consumerKey) {
    return 'Consumer key is invalid.';
  }
  const origin = signedAs === '' ? url.origin : signedAs;
  const expected = await signatureOf(method, origin + url.pathname, signed, consumerSecret);
  return signature === expected
    ? { timestamp: Number(signed.oauth_timestamp), nonce: signed.oauth_nonce ?? '' }
    : 'Invalid signature - provided signature does not match.';
}

/**
 * Returns the store's answer to a wrong time of a signed request; null where it is right. Remembers one nonce for each
 * second (recorded).
 */
export function timeProblem(
  { timestamp, nonce }: SignedTime,
  seen: Map<number, string>,
  now: number,
): string | null {
  const seconds = Math.floor(now / 1000);
  if (!(Math.abs(seconds - timestamp) <= windowSeconds)) {
    return 'Invalid timestamp.';
  }
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
