import { AppError } from '@bowerbird/contract/errors';
import { isObject, itemsOf, textOf, type UnreadObject } from '../../reading/unread.ts';

const punished = /_____tmd_____\/punish|x5secdata/;
const punishPage =
  /<title>[^<]{0,60}Captcha Interception|id=["']nc_1_wrapper["']|_____tmd_____\/punish|x5secdata/i;

/**
 * Throws a named error when an address is one to which visitors are redirected instead of the requested page
 * (`readme.md`, Refusals to readers).
 */
export function refuseByAddress(url: URL): void {
  if (punished.test(url.href) || /^\/+_____tmd_____/.test(url.pathname)) {
    throw blocked(url.host);
  }
  if (/^login\.aliexpress\./.test(url.hostname)) {
    throw new AppError('source.password-protected', `${url.host} asks us to sign in`, {
      params: { host: url.host },
    });
  }
}

/** Throws a named error when a page without the requested content contains refusal text. Its status is often 200. */
export function refuseByBody(html: string, url: URL): void {
  if (punishPage.test(html)) {
    throw blocked(url.host);
  }
}

/**
 * Returns the failure that an answer of the page's own calls names; null for a success (`readme.md`, Refusals to
 * readers).
 */
export function failureOfAnswer(answer: UnreadObject, host: string): AppError | null {
  const said = itemsOf(answer.ret)
    .map((part) => textOf(part) ?? '')
    .join(' ')
    .slice(0, 2000);
  const data = isObject(answer.data) ? answer.data : {};
  const params = { host };
  if (/FAIL_SYS_USER_VALIDATE|RGV587_ERROR/.test(said) || /\bpunish\b/.test(textOf(data.url) ?? '')) {
    return blocked(host);
  }
  if (/FAIL_SYS_SESSION_EXPIRED/.test(said)) {
    return new AppError('source.password-protected', `${host}: the session has expired`, { params });
  }
  if (/FAIL_SYS_TOKEN_/.test(said)) {
    return new AppError('source.unwell', `${host}: the page's token is stale`, { params });
  }
  const code = textOf(data.errorCode) ?? (isObject(data.result) ? textOf(data.result.errorCode) : null);
  if (code === 'SITEM_NOT_EXIST') {
    return new AppError('source.gone', `${host}: there is no such item`, { params: { host, status: 404 } });
  }
  return said.includes('FAIL_')
    ? new AppError('source.page-not-understood', `${host}: the page's own call failed`, {
        params: { address: host },
      })
    : null;
}

export function blocked(host: string): AppError {
  return new AppError('source.blocked-us', `${host} asks a person to prove to be one`, { params: { host } });
}
