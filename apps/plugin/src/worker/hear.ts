import { safeParse } from 'zod/mini';
import { type Answer, documentHosts } from '../messages.ts';
import { answerPage, refused } from './answers/answer-page.ts';
import { answerPopup } from './answers/answer-popup.ts';
import { showBadge } from './badge.ts';
import { PageMessage, PopupMessage } from './messages.ts';
import { stateForPages } from './state.ts';

/** The sender of a message, as reported by the browser itself. */
export type Sender = Pick<chrome.runtime.MessageSender, 'id' | 'url' | 'tab'>;

/**
 * Responds to a message from inside the plugin: our popup, or our content script. A content script may only act for its
 * own page's site and only learns what it shows: an attacker who takes over a page's process can send messages in its
 * name.
 */
export async function hear(message: unknown, sender: Sender): Promise<Answer> {
  // Only our own pages have extension addresses; a content script has the address of its page.
  const fromPopup =
    sender.id === chrome.runtime.id && sender.url?.startsWith(chrome.runtime.getURL('')) === true;
  const popups = fromPopup ? safeParse(PopupMessage, message) : undefined;
  if (popups?.success) {
    return await answerPopup(popups.data);
  }
  const answer = await answerTo(message, sender, fromPopup);
  return fromPopup ? answer : { ...answer, state: stateForPages(answer.state) };
}

async function answerTo(message: unknown, { id, url, tab }: Sender, fromPopup: boolean): Promise<Answer> {
  const parsed = id === chrome.runtime.id ? safeParse(PageMessage, message) : undefined;
  if (!parsed?.success || !(fromPopup || isOfItsPage(parsed.data, URL.parse(url ?? '')))) {
    return await refused('plugin.message-wrong');
  }
  const answer = await answerPage(parsed.data, tab?.id ?? null);
  await showBadge();
  return answer;
}

/** A description may be on another host: the allowed hosts are checked where it is requested. */
function isOfItsPage(parsed: PageMessage, page: URL | null): boolean {
  if (parsed.type === 'document') {
    return true;
  }
  const reported = 'urls' in parsed ? parsed.urls : 'url' in parsed ? [parsed.url] : [];
  return reported.every((each) => page !== null && siteOf(URL.parse(each)) === siteOf(page));
}

/**
 * Returns the site of an address: all hosts of one marketplace are one site; any other shop's site is its host, with or
 * without `www`.
 */
function siteOf(url: URL | null): string | null {
  if (url === null) {
    return null;
  }
  const labels = url.hostname.split('.');
  return documentHosts.test(url.hostname) ? `*.${labels.at(-2)}` : url.hostname.replace(/^(?:www|m)\./, '');
}
