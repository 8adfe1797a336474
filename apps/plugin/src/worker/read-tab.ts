import { z } from 'zod/mini';
import type { ToPage } from '../messages.ts';

/** Longer than a page script waits for its page's content, in milliseconds. */
const answerMs = 25_000;

const url = z.string().check(z.maxLength(2000), z.regex(/^https?:\/\//));
const platform = z.string().check(z.maxLength(40));

/** Response of a page script; its products are not parsed here, `takeCollected` parses each by its own schema. */
const PageAnswer = z.discriminatedUnion('found', [
  z.object({ found: z.literal('products'), platform, url, products: z.array(z.unknown()) }),
  z.object({ found: z.literal('sourceLinks'), platform, urls: z.array(url) }),
  z.object({
    found: z.literal('nothing'),
    platform: z.nullable(platform),
    code: z.string().check(z.maxLength(60)),
  }),
]);
export type PageAnswer = z.infer<typeof PageAnswer>;

/** Codes of a page that blocked the visitor: the person must deal with it. */
export const turnedAway: ReadonlySet<string> = new Set(['source.blocked-us', 'source.password-protected']);

/**
 * Lets our script read the page in this tab; injects the script first if it does not run there. Returns `nothing` with
 * `plugin.no-access` if the browser denies access, with `source.timeout` if there was no response.
 */
export async function readTab(tabId: number): Promise<PageAnswer> {
  const first = await call(tabId);
  if (first !== 'nobody') {
    return first;
  }
  try {
    await chrome.scripting.executeScript({ target: { tabId }, files: ['page.js'] });
  } catch {
    return { found: 'nothing', platform: null, code: 'plugin.no-access' };
  }
  const second = await call(tabId);
  return second === 'nobody' ? { found: 'nothing', platform: null, code: 'plugin.no-access' } : second;
}

async function call(tabId: number): Promise<PageAnswer | 'nobody'> {
  const message: ToPage = { type: 'read' };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<PageAnswer>((resolve) => {
    timer = setTimeout(() => resolve({ found: 'nothing', platform: null, code: 'source.timeout' }), answerMs);
  });
  try {
    const answered: unknown = await Promise.race([chrome.tabs.sendMessage(tabId, message), late]);
    const read = z.safeParse(PageAnswer, answered);
    return read.success
      ? read.data
      : { found: 'nothing', platform: null, code: 'source.page-not-understood' };
  } catch {
    return 'nobody';
  } finally {
    clearTimeout(timer);
  }
}
