import { AppError } from '@bowerbird/contract/errors';

/**
 * Marks of pages that check the visitor instead of answering: the site's guard, its captcha, its final refusal
 * (`readme.md`, Refusals to readers).
 */
const guard =
  /_____tmd_____|x5secdata|sufei-punish|\/punish\/|punish-component|Captcha Interception|nocaptcha/;
const deny = /bixi\.alicdn\.com\/punish|cloud_ip_bl|action=deny/;
const login = /\/\/(?:login|passport)\.(?:1688|alibaba|taobao)\.com\/(?:member\/signin|[\w/]*login|newlogin)/;
const gone =
  /<title>[^<]{0,100}(?:not found|404|no longer available)[^<]{0,100}<\/title>|商品已下架|您访问的页面不存在|该商品已被删除|抱歉，该商品/i;

/**
 * Returns the error for the host that a page was redirected to, when the host alone shows a refusal; otherwise null.
 */
export function refusedBy(url: URL): AppError | null {
  const place = url.host + url.pathname;
  const params = { host: url.host };
  if (/^(?:login|passport)\./.test(url.hostname)) {
    return new AppError('source.password-protected', `${place} asks for a sign-in`, { params });
  }
  if (/_____tmd_____|^bixi\.alicdn\.com\/punish|\/punish(?:\/|$)/.test(place)) {
    return blocked(url, deny.test(url.href) ? 'this address is denied for good' : 'a check of the visitor');
  }
  return null;
}

/**
 * Returns why a page lacks the expected data; null when nothing shows the reason. Called only for a page without its
 * data, because good pages contain the same text ("请登录", "验证码", the guard's own script) too.
 */
export function refusalOnPage(html: string, url: URL, headers?: Headers): AppError | null {
  const led = refusedBy(url);
  if (led !== null) {
    return led;
  }
  const head = html.slice(0, 200_000);
  if (headers?.get('bxpunish') === '1' || guard.test(head) || deny.test(head)) {
    return blocked(url, deny.test(head) ? 'this address is denied for good' : 'a check of the visitor');
  }
  if (gone.test(head)) {
    return new AppError('source.gone', `${url.host}${url.pathname} is there no more`, {
      params: { status: 404, host: url.host },
    });
  }
  return login.test(head)
    ? new AppError('source.password-protected', `${url.host}${url.pathname} asks for a sign-in`, {
        params: { host: url.host },
      })
    : null;
}

function blocked(url: URL, because: string): AppError {
  return new AppError('source.blocked-us', `${url.host}${url.pathname}: ${because}`, {
    params: { host: url.host, because },
  });
}
