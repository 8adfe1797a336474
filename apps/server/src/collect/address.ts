import { AppError } from '@bowerbird/contract/errors';

/**
 * Makes an address out of what a person pasted: spaces and quotes around it, full-width characters, a missing scheme,
 * the full stop of the sentence it stood in, and words before it are all understood. Throws `address.invalid`.
 */
export function readPasted(pasted: string): URL {
  const text = halfWidth(inSentence.exec(pasted)?.[0] ?? pasted)
    .trim()
    .replace(around, '')
    .replace(sentenceEnd, '');
  const found = /https?:\/\/\S+/i.exec(text)?.[0].replace(sentenceEnd, '') ?? text.replace(/^\/\//, '');
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(found) ? found : `${schemeFor(found)}://${found}`);
  const readable =
    url !== null && /^https?:$/.test(url.protocol) && /^[^\s]+$/.test(found) && isHost(url.hostname);
  if (!readable || url.username !== '' || url.password !== '') {
    throw new AppError('address.invalid', 'what was pasted is no address of a page');
  }
  url.hash = '';
  return url;
}

/** True when the person left the scheme out, so that https was only our guess. */
export function lacksScheme(pasted: string): boolean {
  return !/https?:\/\//i.test(halfWidth(pasted));
}

/** Full-width letters, digits and signs, as Chinese keyboards give them, and the ideographic space. */
function halfWidth(text: string): string {
  return text
    .replaceAll(/[\uff01-\uff5e]/g, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0))
    .replaceAll(/[\u3000\u00a0\u200b\ufeff]/g, ' ');
}

/** An address among words: full-width signs are the sentence's, not its own. */
const inSentence = /https?:\/\/[^\s\u3000-\u303f\uff00-\uffef“”‘’]+/i;
const around = /^[\s"'`<([{«“”‘’「『《【]+|[\s"'`>)\]}»“”‘’」』》】]+$/g;
const sentenceEnd = /[\s.,;:!?'"`>)\]}。、，；：！？”’」』》】]+$/;

/** Programs on this machine, and bare numbers, rarely speak https. */
function schemeFor(text: string): 'http' | 'https' {
  return /^(localhost|[^/?#]*\.localhost|\d+(\.\d+){3}|\[[\da-f:.]+\])(:\d+)?([/?#]|$)/i.test(text)
    ? 'http'
    : 'https';
}

function isHost(host: string): boolean {
  return host === 'localhost' || host.startsWith('[') || /^[^.]+(\.[^.]+)+\.?$/.test(host);
}
