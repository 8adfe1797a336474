import { AppError } from '@bowerbird/contract/errors';
import { readFeedPage } from './feed.ts';
import type { Reading } from './reading.ts';
import { mayBeFront, permanentHostIn } from './shop-facts.ts';

/**
 * The root under the shop's permanent `*.myshopify.com` name, when its feed is open there; null when it is not, or
 * nobody knows the name. A front that turned us away (403) is not gone around.
 */
export async function permanentRoot(reading: Reading, refusal: AppError): Promise<string | null> {
  const front = new URL(reading.facts.root);
  if (refusal.code === 'source.blocked-us' || !mayBeFront(front)) {
    return null;
  }
  try {
    const host =
      reading.meta.permanentHost ??
      permanentHostIn((await reading.visit.getText(front, { optional: true })).text);
    if (host === null || !host.endsWith('.myshopify.com') || host === front.host) {
      return null;
    }
    const root = `https://${host}`;
    await readFeedPage(reading.visit, root, 1, 1);
    return root;
  } catch (thrown) {
    if (thrown instanceof AppError) {
      return null;
    }
    throw thrown;
  }
}
