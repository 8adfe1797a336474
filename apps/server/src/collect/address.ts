import { pastedAddressMax } from '@bowerbird/contract/collect/collect';
import { AppError } from '@bowerbird/contract/errors';

/**
 * Parses an address from pasted text. Handles spaces and quotes around it, full-width characters, a missing scheme, the
 * full stop of its sentence, and words before it. Takes time in proportion to the text's length. Throws
 * `address.invalid`, also for a text longer than `pastedAddressMax`.
 */
export function readPasted(pasted: string): URL {
  if (pasted.length > pastedAddressMax) {
    throw new AppError('address.invalid', 'what was pasted is too long for an address');
  }
  const text = withoutEnd(
    withoutAround(halfWidth(inSentence.exec(pasted)?.[0] ?? pasted).trim()),
    sentenceEnd,
  );
  const inText = /https?:\/\/\S+/i.exec(text)?.[0];
  const found = inText === undefined ? text.replace(/^\/\//, '') : withoutEnd(inText, sentenceEnd);
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(found) ? found : `${schemeFor(found)}://${found}`);
  const readable =
    url !== null && /^https?:$/.test(url.protocol) && /^[^\s]+$/.test(found) && isHost(url.hostname);
  if (!readable || url.username !== '' || url.password !== '') {
    throw new AppError('address.invalid', 'what was pasted is no address of a page');
  }
  url.hash = '';
  return url;
}

/** Returns true if the person left the scheme out, so that https was only our guess. */
export function lacksScheme(pasted: string): boolean {
  return !/https?:\/\//i.test(halfWidth(pasted));
}

/** Converts full-width letters, digits and signs, as Chinese keyboards produce them, and the ideographic space. */
function halfWidth(text: string): string {
  return text
    .replaceAll(/[\uff01-\uff5e]/g, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0))
    .replaceAll(/[\u3000\u00a0\u200b\ufeff]/g, ' ');
}

/** An address within text: full-width signs belong to the sentence, not to the address. */
const inSentence = /https?:\/\/[^\s\u3000-\u303f\uff00-\uffef“”‘’]+/i;
const opening = /[\s"'`<([{«“”‘’「『《【]/;
const closing = /[\s"'`>)\]}»“”‘’」』》】]/;
const sentenceEnd = /[\s.,;:!?'"`>)\]}。、，；：！？”’」』》】]/;
/**
 * Most signs removed at each end: no sentence has more, and a text with more is an attack, in which each sign costs
 * time.
 */
const signsMax = 100;

function withoutAround(text: string): string {
  let from = 0;
  while (from < Math.min(text.length, signsMax) && opening.test(text.charAt(from))) {
    from += 1;
  }
  return withoutEnd(text.slice(from), closing);
}

/**
 * Returns the text without the signs at its end, at most `signsMax` of them. Works from the end, because a regular
 * expression would start over at every earlier sign.
 */
function withoutEnd(text: string, signs: RegExp): string {
  let to = text.length;
  while (to > Math.max(0, text.length - signsMax) && signs.test(text.charAt(to - 1))) {
    to -= 1;
  }
  return text.slice(0, to);
}

/** Programs on this machine and bare IP addresses rarely support https. */
function schemeFor(text: string): 'http' | 'https' {
  return /^(localhost|[^/?#]*\.localhost|\d+(\.\d+){3}|\[[\da-f:.]+\])(:\d+)?([/?#]|$)/i.test(text)
    ? 'http'
    : 'https';
}

function isHost(host: string): boolean {
  return host === 'localhost' || host.startsWith('[') || /^[^.]+(\.[^.]+)+\.?$/.test(host);
}
