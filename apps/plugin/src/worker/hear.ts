import { safeParse } from 'zod/mini';
import { type Answer, documentHosts } from '../messages.ts';
import { answerPage, refused } from './answer-page.ts';
import { answerPopup } from './answer-popup.ts';
import { showBadge } from './badge.ts';
import { PageQuestion, PopupQuestion } from './questions.ts';
import { stateForPages } from './state.ts';

/** Who sent a message, as the browser itself tells it. */
export type Sender = Pick<chrome.runtime.MessageSender, 'id' | 'url' | 'tab'>;

/**
 * Answers a message from inside the plugin: our popup, or our script beside a page. The latter speaks of its own page's site
 * alone and is told no more than it shows: who breaks into a page's process speaks with its voice.
 */
export async function hear(message: unknown, sender: Sender): Promise<Answer> {
  // Only our own pages are extension pages; a page's script has the address of the page it stands in.
  const fromPopup =
    sender.id === chrome.runtime.id && sender.url?.startsWith(chrome.runtime.getURL('')) === true;
  const popups = fromPopup ? safeParse(PopupQuestion, message) : undefined;
  if (popups?.success) {
    return await answerPopup(popups.data);
  }
  const answer = await answerTo(message, sender, fromPopup);
  return fromPopup ? answer : { ...answer, state: stateForPages(answer.state) };
}

async function answerTo(message: unknown, { id, url, tab }: Sender, fromPopup: boolean): Promise<Answer> {
  const question = id === chrome.runtime.id ? safeParse(PageQuestion, message) : undefined;
  if (!question?.success || !(fromPopup || isOfItsPage(question.data, URL.parse(url ?? '')))) {
    return await refused('plugin.message-wrong');
  }
  const answer = await answerPage(question.data, tab?.id ?? null);
  await showBadge();
  return answer;
}

/** A description may stand elsewhere: which hosts are asked for it is checked where it is asked. */
function isOfItsPage(question: PageQuestion, page: URL | null): boolean {
  if (question.type === 'document') {
    return true;
  }
  const told = 'urls' in question ? question.urls : 'url' in question ? [question.url] : [];
  return told.every((each) => page !== null && siteOf(URL.parse(each)) === siteOf(page));
}

/** The hosts of one marketplace are one site; any other shop's is its host, with or without `www`. */
function siteOf(url: URL | null): string | null {
  if (url === null) {
    return null;
  }
  const labels = url.hostname.split('.');
  return documentHosts.test(url.hostname) ? `*.${labels.at(-2)}` : url.hostname.replace(/^(?:www|m)\./, '');
}
