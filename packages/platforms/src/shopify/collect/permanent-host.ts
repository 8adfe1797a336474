import { AppError } from '@bowerbird/contract/errors';
import type { Visit } from '../../net/http.ts';
import { readFeedPage } from './feed.ts';
import { mayBeFront, permanentHostIn } from './shop-facts.ts';

/**
 * Returns the root under the shop's permanent `*.myshopify.com` name, when its feed is open there; null when it is not,
 * or the name is unknown. A front that refused us (403) is not bypassed.
 */
export async function permanentRoot(
  visit: Visit,
  root: string,
  known: string | null,
  refusal: AppError,
): Promise<string | null> {
  const front = new URL(root);
  if (refusal.code === 'source.blocked-us' || !mayBeFront(front)) {
    return null;
  }
  try {
    const host = known ?? permanentHostIn((await visit.getText(front, { optional: true })).text);
    if (host === null || !host.endsWith('.myshopify.com') || host === front.host) {
      return null;
    }
    const permanent = `https://${host}`;
    await readFeedPage(visit, permanent, 1, 1);
    return permanent;
  } catch (thrown) {
    if (thrown instanceof AppError) {
      return null;
    }
    throw thrown;
  }
}
