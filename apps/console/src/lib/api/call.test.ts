// @vitest-environment happy-dom
import { getUser, login } from '@bowerbird/contract/account/account';
import { getRun, listRuns } from '@bowerbird/contract/runs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dropToken, keepToken } from '../person/token.ts';
import { forgetPerson } from '../person/window-person.ts';
import { addressOf, call, onCallFailure } from './call.ts';
import { CallFailure } from './call-failure.ts';

const fetched = vi.fn<typeof fetch>();

function answers(status: number, body: unknown, headers: Record<string, string> = {}) {
  fetched.mockResolvedValueOnce(
    new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers }),
  );
}

async function failureOf(promise: Promise<unknown>): Promise<CallFailure> {
  const thrown: unknown = await promise.then(
    () => null,
    (failure: unknown) => failure,
  );
  expect(thrown).toBeInstanceOf(CallFailure);
  return CallFailure.from(thrown);
}

beforeEach(() => {
  forgetPerson();
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  vi.unstubAllGlobals();
  fetched.mockReset();
  dropToken();
});

describe('a call', () => {
  it('sends the token of the cookie, fills the path and hands back what stands under data [7.token-header] [7.unwrapped]', async () => {
    keepToken('t-1', true);
    answers(200, { data: 'new-token' });

    const token = await call(login, { body: { username: 'lin', password: 'x' } });

    expect(token).toBe('new-token');
    const [address, init] = fetched.mock.calls[0] ?? [];
    expect(address).toBe('/shop-reptile/api/auth/user-name-login');
    expect(init?.headers).toMatchObject({ 'Access-Token': 't-1', 'Content-Type': 'application/json' });
    expect(addressOf(getRun, { params: { id: 'a/b' } })).toBe('/shop-reptile/api/runs/a%2Fb');
    expect(addressOf(listRuns, { query: { state: 'open', cursor: undefined } })).toBe(
      '/shop-reptile/api/runs?state=open',
    );
  });

  it('is sent again, also where it writes, when the server was too busy and did nothing, and then fails', async () => {
    const busy = () => answers(503, { code: 'server.busy', params: { seconds: 2 } }, { 'retry-after': '0' });
    busy();
    answers(200, { data: 'new-token' });
    expect(await call(login, { body: { username: 'lin', password: 'x' } })).toBe('new-token');
    expect(fetched).toHaveBeenCalledTimes(2);

    for (let each = 0; each < 3; each += 1) {
      busy();
    }
    const failure = await failureOf(call(getUser));
    expect(failure).toMatchObject({ code: 'server.busy', params: { seconds: 2 } });
    expect(fetched).toHaveBeenCalledTimes(5);

    answers(503, { code: 'database.unreachable' }, { 'retry-after': '0' });
    await failureOf(call(getUser));
    expect(fetched).toHaveBeenCalledTimes(6);
  });

  it('hands a rejection to the caller with its code, values, fields and number, and notifies listeners [8.rejected-to-caller]', async () => {
    const heard: CallFailure[] = [];
    const stop = onCallFailure((failure) => heard.push(failure));
    const issue = { path: ['body', 'title'], code: 'too_small', message: 'x' };
    answers(
      422,
      {
        code: 'address.host-not-found',
        message: 'm',
        params: { host: 'a.example' },
        issues: [issue],
        result: { isLogin: false },
      },
      { 'x-request-id': 'r-7' },
    );

    const failure = await failureOf(call(getUser));

    expect(failure).toMatchObject({
      code: 'address.host-not-found',
      status: 422,
      params: { host: 'a.example' },
      issues: [issue],
      requestId: 'r-7',
      isLogin: false,
    });
    expect(heard).toEqual([failure]);
    stop();
  });

  it('knows the refusal of the sign-in itself', async () => {
    answers(401, { code: 'auth.wrong-credentials', message: '', params: {}, result: { isLogin: true } });

    expect((await failureOf(call(login, { body: { username: 'a', password: 'b' } }))).isLogin).toBe(true);
  });

  it('names what is no answer of ours by its status', async () => {
    answers(502, '<html>Bad gateway</html>');
    answers(401, 'Unauthorized');
    answers(500, { code: 'some.newer-code', message: '' });

    expect((await failureOf(call(getUser))).code).toBe('call.unreachable');
    expect((await failureOf(call(getUser))).code).toBe('auth.required');
    expect((await failureOf(call(getUser))).code).toBe('unexpected');
  });

  it('refuses an answer that is not what the contract promises', async () => {
    answers(200, { data: { name: 'without the rest' } });

    expect((await failureOf(call(getUser))).code).toBe('unexpected');
  });

  it('waits sixty seconds and no longer [7.base] [9.times]', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    answers(200, { data: 'token' });
    await call(login, { body: { username: 'lin', password: 'x' } });
    expect(timeout).toHaveBeenCalledWith(60_000);
    timeout.mockReturnValueOnce(AbortSignal.abort());
    fetched.mockRejectedValueOnce(new DOMException('late', 'TimeoutError'));

    expect((await failureOf(call(getUser))).code).toBe('call.timeout');
    timeout.mockRestore();
  });

  it('says when the server cannot be reached, and leaves an abort to who aborted', async () => {
    fetched.mockRejectedValueOnce(new TypeError('failed to fetch'));
    expect((await failureOf(call(getUser))).code).toBe('call.unreachable');

    const control = new AbortController();
    control.abort();
    fetched.mockRejectedValueOnce(new DOMException('gone', 'AbortError'));
    await expect(call(getUser, {}, { signal: control.signal })).rejects.toMatchObject({ name: 'AbortError' });
  });
});
