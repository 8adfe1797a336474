import { readBody } from '@bowerbird/platforms/body';
import { documentHosts } from '../messages.ts';

const bytesMax = 2_000_000;
const waitMs = 15_000;

/**
 * A description that a product refers to, from where its source keeps it; asked without anybody's session. Null where the
 * plugin may not ask, or nothing usable came.
 */
export async function askDocument(address: string): Promise<{ status: number; text: string } | null> {
  const url = URL.parse(address);
  if (!isAsked(url)) {
    return null;
  }
  try {
    const answer = await fetch(url, { credentials: 'omit', signal: AbortSignal.timeout(waitMs) });
    // Sent on to elsewhere, it is none of theirs: the browser lets us read the console and every shop we were let into.
    if (!isAsked(URL.parse(answer.url))) {
      return null;
    }
    return { status: answer.status, text: await readBody(answer, bytesMax) };
  } catch {
    return null;
  }
}

function isAsked(url: URL | null): url is URL {
  return url?.protocol === 'https:' && url.port === '' && documentHosts.test(url.hostname);
}
