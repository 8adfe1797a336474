import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeChrome, fakeConsole, pairedAs, personId, refused, taken } from '../../testing/fake-chrome.ts';
import { browserName } from '../browser-name.ts';
import { consoleOrigin } from '../console-origin.ts';
import { nearestLanguage } from '../settings.ts';
import { stateNow } from '../state.ts';
import { answerConsole } from './answer-console.ts';
import { answerPopup } from './answer-popup.ts';

const own = 'https://console.example';
beforeEach(() => void fakeChrome({ console: own, locale: 'zh-TW' }));
afterEach(() => vi.unstubAllGlobals());

const pairing = (person = 'Ann') =>
  fakeConsole(({ path, body }) =>
    path !== '/plugin/pair'
      ? taken()
      : body.code === 'ABCD2345'
        ? Response.json({ data: { token: 'bbp_secret', person, personId: personId(1) } }, { status: 201 })
        : refused(422, 'token.pairing-code-wrong'),
  );

describe('pairing', () => {
  it("is one click on the console's own page, and speaks that page's language from then on", async () => {
    pairing();

    const answer = await answerConsole({ type: 'pair', code: 'ABCD2345', language: 'pt-BR' }, own);

    expect(answer).toEqual({ version: '0.1.0', paired: true, ok: true, person: 'Ann' });
    expect(await stateNow()).toMatchObject({ paired: { console: own, person: 'Ann' }, language: 'pt-BR' });
  });

  it('is not done for another program on the same host: a match pattern knows no port', async () => {
    const heard = pairing();

    const answer = await answerConsole({ type: 'pair', code: 'ABCD2345' }, `${own}:8443`);

    expect(answer).toMatchObject({ ok: false, code: 'plugin.other-console', paired: false });
    expect(heard).toEqual([]);
  });

  it('by a wrong code says so and leaves what was paired before', async () => {
    pairing();
    await answerPopup({ type: 'pair', console: own, code: 'ABCD2345' });

    const answer = await answerPopup({ type: 'pair', console: own, code: 'WRONG234' });

    expect(answer).toMatchObject({
      ok: false,
      code: 'token.pairing-code-wrong',
      state: { paired: { person: 'Ann' } },
    });
  });

  it('never reveals the token to anybody', async () => {
    pairing();

    const reported = [
      await answerConsole({ type: 'pair', code: 'ABCD2345' }, own),
      await answerConsole({ type: 'ping' }, own),
      await answerPopup({ type: 'send-now' }),
      await stateNow(),
    ];

    expect(JSON.stringify(reported)).not.toContain('bbp_secret');
  });

  it("reads a console's gaps only for the console it is paired with", async () => {
    const browser = fakeChrome({ console: 'https://other.example' });
    pairedAs(browser);
    fakeConsole(() => taken());
    const gaps = {
      type: 'collect' as const,
      platform: 'aliexpress',
      urls: ['https://www.aliexpress.com/item/1005000000001.html'],
    };

    expect(await answerConsole(gaps, 'https://other.example')).toMatchObject({ code: 'plugin.not-paired' });
    expect(await answerConsole(gaps, own)).toMatchObject({ ok: true, taken: 1 });
  });

  it('is forgotten when the person disconnects', async () => {
    pairing();
    await answerPopup({ type: 'pair', console: own, code: 'ABCD2345' });

    const answer = await answerPopup({ type: 'unpair' });

    expect(answer.state).toMatchObject({ paired: null, pairingEnded: null, console: own, language: 'zh-TW' });
  });
});

describe('what a person types as their console', () => {
  it.each([
    ['https://tools.example.com/collect/plugin?x=1', 'https://tools.example.com'],
    [' tools.example.com:8443 ', 'https://tools.example.com:8443'],
    ['localhost:8000', 'http://localhost:8000'],
    ['127.0.0.1:8000/user/login', 'http://127.0.0.1:8000'],
    ['http://192.168.1.5:8000', 'http://192.168.1.5:8000'],
    ['tools', null],
    ['', null],
    ['ftp://tools.example.com', null],
    ['javascript:alert(1)', null],
  ])('%j is %j', (typed, origin) => {
    expect(consoleOrigin(typed)).toBe(origin);
  });
});

describe('a browser', () => {
  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36',
      'Chrome · Windows',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/156.0.0.0 Safari/537.36 Edg/156.0.0.0',
      'Edge · macOS',
    ],
    ['', 'Chromium'],
  ])('%j is known as %s', (userAgent, name) => {
    expect(browserName(userAgent)).toBe(name);
  });

  it.each([
    ['zh-HK', 'zh-TW'],
    ['zh', 'zh-CN'],
    ['pt-PT', 'pt-BR'],
    ['de', 'en-US'],
  ])('that speaks %s is spoken to in %s', (tag, language) => {
    expect(nearestLanguage(tag)).toBe(language);
  });
});
