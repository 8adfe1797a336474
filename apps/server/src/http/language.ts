import { type Language, languages } from '@bowerbird/contract/account/account';
import type { FastifyRequest } from 'fastify';

/** Returns the language of the response: the cookie `lang`, else what the browser prefers, else Chinese. */
export function languageOf(cookie: string | undefined, accept: string | undefined): Language {
  const requested = [
    cookie ?? '',
    ...(accept ?? '').split(',').map((part) => part.split(';')[0]?.trim() ?? ''),
  ];
  for (const tag of requested) {
    const exact = languages.find((language) => language.toLowerCase() === tag.toLowerCase());
    if (exact) {
      return exact;
    }
    const kin = kinOf(tag.toLowerCase());
    if (kin) {
      return kin;
    }
  }
  return 'zh-CN';
}

/** Returns the language of the response to a call whose cookies may not have been read. */
export function languageIn({ cookies, headers }: Pick<FastifyRequest, 'cookies' | 'headers'>): Language {
  const cookie = cookies?.lang ?? /(?:^|;\s*)lang=([\w-]+)/.exec(headers.cookie ?? '')?.[1];
  return languageOf(cookie, headers['accept-language']);
}

function kinOf(tag: string): Language | undefined {
  if (/^zh-(tw|hk|mo|hant)/.test(tag)) {
    return 'zh-TW';
  }
  if (tag.startsWith('zh')) {
    return 'zh-CN';
  }
  if (tag.startsWith('pt')) {
    return 'pt-BR';
  }
  return tag.startsWith('en') ? 'en-US' : undefined;
}
