import { z } from 'zod/mini';
import type { ToPage } from '../messages.ts';

/** Longer than a page's script waits for what its page loads. */
const answerMs = 25_000;

const url = z.string().check(z.maxLength(2000), z.regex(/^https?:\/\//));
const platform = z.string().check(z.maxLength(40));

/** A page script's answer; products stay unread here, `takeCollected` reads each by its own schema. */
const PageAnswer = z.discriminatedUnion('found', [
  z.object({ found: z.literal('products'), platform, url, products: z.array(z.unknown()) }),
  z.object({ found: z.literal('leads'), platform, urls: z.array(url) }),
  z.object({
    found: z.literal('nothing'),
    platform: z.nullable(platform),
    code: z.string().check(z.maxLength(60)),
  }),
]);
export type PageAnswer = z.infer<typeof PageAnswer>;

/** Codes of a page that turned the visitor away: the person has to see to it. */
export const turnedAway: ReadonlySet<string> = new Set(['source.blocked-us', 'source.password-protected']);

/**
 * Has the page in this tab read by our script, which is brought there first where it does not run already. `nothing` with
 * `plugin.no-access` where the browser does not let us in, with `source.timeout` where no answer came.
 */
export async function readTab(tabId: number): Promise<PageAnswer> {
  const first = await ask(tabId);
  if (first !== 'nobody') {
    return first;
  }
  try {
    await chrome.scripting.executeScript({ target: { tabId }, files: ['page.js'] });
  } catch {
    return { found: 'nothing', platform: null, code: 'plugin.no-access' };
  }
  const second = await ask(tabId);
  return second === 'nobody' ? { found: 'nothing', platform: null, code: 'plugin.no-access' } : second;
}

async function ask(tabId: number): Promise<PageAnswer | 'nobody'> {
  const question: ToPage = { type: 'read' };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<PageAnswer>((resolve) => {
    timer = setTimeout(() => resolve({ found: 'nothing', platform: null, code: 'source.timeout' }), answerMs);
  });
  try {
    const answered: unknown = await Promise.race([chrome.tabs.sendMessage(tabId, question), late]);
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
