import { AppError } from '@bowerbird/contract/errors';

/** Pages that admit a visitor only after the browser has solved a challenge. Source: the guards' own pages. */
const challenges =
  /_cf_chl_opt|\/cdn-cgi\/challenge-platform\/|<title>Just a moment\.{3}<|captcha-delivery\.com|\bpx-captcha\b|_Incapsula_Resource|\bgokuProps\b|awsWafCookieDomainList|\bacw_sc__v2\b|sucuri_cloudproxy_js/;

/** Number of characters of a page that are examined. */
const lookedAt = 500_000;
/** A page with fewer letters than this is an empty frame that scripts fill. */
const wordsOfAPage = 160;

/**
 * Returns why a product page shows no product: `source.needs-browser` when a guard requires a browser first, or when
 * the page is a frame that scripts fill; otherwise `source.page-not-understood`. Called only for a page without a
 * product.
 */
export function noProductOn(html: string, url: URL): AppError {
  const head = html.slice(0, lookedAt);
  const address = url.href;
  const reason = challenges.test(head) ? 'challenge' : isEmptyFrame(head) ? 'scripts' : null;
  return reason === null
    ? new AppError('source.page-not-understood', `${address}: no product on this page`, {
        params: { address },
      })
    : new AppError('source.needs-browser', `${address}: no product without a browser (${reason})`, {
        params: { address, reason },
      });
}

/** Reports whether an error only means that a page shows no product. */
export function saysNoProduct(thrown: unknown): thrown is AppError {
  return (
    thrown instanceof AppError &&
    (thrown.code === 'source.page-not-understood' || thrown.code === 'source.needs-browser')
  );
}

/** Reports whether a page has scripts and almost no visible text. */
function isEmptyFrame(html: string): boolean {
  const runs = /<script(?![^<>]{0,200}\bapplication\/)[\s>]/i;
  return runs.test(html) && lettersShown(html, wordsOfAPage) < wordsOfAPage;
}

const unseen = ['script', 'style', 'noscript', 'template', 'svg', 'title'];

/** Counts the visible letters of a page, up to a limit. */
function lettersShown(html: string, enough: number): number {
  const lower = html.toLowerCase();
  let letters = 0;
  for (let at = 0; at < html.length && letters < enough; ) {
    const mark = html.indexOf('<', at);
    const words = html.slice(at, mark === -1 ? html.length : mark);
    letters += words.replaceAll(/&\w{1,8};|[\s\p{P}]/gu, '').length;
    if (mark === -1) {
      break;
    }
    const hidden = unseen.find((name) => lower.startsWith(name, mark + 1));
    const end = lower.indexOf(hidden === undefined ? '>' : `</${hidden}`, mark);
    at = end === -1 ? html.length : end + 1;
  }
  return letters;
}
