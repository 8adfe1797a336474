import { readBody } from '@bowerbird/platforms/net/body';
import { documentHosts } from '../messages.ts';

const bytesMax = 2_000_000;
const waitMs = 15_000;

/**
 * Returns a description that a product refers to, requested without a session from where its source keeps it. Null if
 * the plugin may not request it, or no usable response came.
 */
export async function requestDocument(address: string): Promise<{ status: number; text: string } | null> {
  const url = URL.parse(address);
  if (!isRequested(url)) {
    return null;
  }
  try {
    const answer = await fetch(url, { credentials: 'omit', signal: AbortSignal.timeout(waitMs) });
    // A redirect elsewhere is not allowed: the browser would let us read the console and every shop to which we have
    // access.
    if (!isRequested(URL.parse(answer.url))) {
      return null;
    }
    return { status: answer.status, text: await readBody(answer, bytesMax) };
  } catch {
    return null;
  }
}

function isRequested(url: URL | null): url is URL {
  return url?.protocol === 'https:' && url.port === '' && documentHosts.test(url.hostname);
}
