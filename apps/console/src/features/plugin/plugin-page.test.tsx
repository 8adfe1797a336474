import { beginPairing, listTokens, revokeToken } from '@bowerbird/contract/account/tokens';
import {
  getPluginInfo,
  type PluginAnswer,
  type PluginRequest,
  pluginId,
} from '@bowerbird/contract/collect/plugin';
import { AppError } from '@bowerbird/contract/errors';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  button,
  FakeApi,
  press,
  pressReady,
  type ShownPage,
  says,
  settled,
  showPage,
} from '../../testing/signed-in-page.tsx';
import PluginPage from './plugin-page.tsx';

const info = {
  version: '0.2.0',
  bytes: 177_556,
  sha256: '61699a80c0f795b5d3395ac79d42bd3f7a1c67f90f238d4580f15172b4da832b',
  builtAt: '2026-11-20T08:00:00.000Z',
  sites: [{ platform: 'aliexpress', hosts: ['aliexpress.com'] }],
};
const browser = {
  id: '0199aaaa-0000-7000-8000-00000000000a',
  kind: 'plugin' as const,
  name: 'Chrome · Windows',
  ending: 'k3_x',
  permissions: [],
  createdAt: '2026-11-20T08:00:00.000Z',
  expiresAt: '2027-02-18T08:00:00.000Z',
  lastUsedAt: null,
};

let shown: ShownPage | undefined;
afterEach(async () => {
  await shown?.close();
});

/** Simulates a browser with the plugin, which responds to each message with `answer`. */
function withPlugin(answer: (message: PluginRequest) => PluginAnswer | undefined): PluginRequest[] {
  const requested: PluginRequest[] = [];
  vi.stubGlobal('chrome', {
    runtime: {
      sendMessage(id: string, message: PluginRequest, answered: (answer: unknown) => void) {
        expect(id).toBe(pluginId);
        requested.push(message);
        answered(answer(message));
      },
    },
  });
  return requested;
}

async function show(api = new FakeApi()): Promise<FakeApi> {
  api.answerElse(getPluginInfo, info);
  api.answerElse(listTokens, []);
  shown = await showPage(api, <PluginPage />, '/collect/plugin', '/collect/plugin');
  return api;
}

describe('the plugin’s page', () => {
  it('waits for the plugin where this browser has none, and hands out the file with its proof', async () => {
    await show();

    await says('正在等待插件');
    await says(info.sha256);
    const link = document.querySelector<HTMLAnchorElement>('a[href$="/plugin/download"]');
    expect(link?.download).toBe('bowerbird-plugin-0.2.0.zip');
    expect(document.querySelectorAll('.plugin-step .plugin-figure')).toHaveLength(7);
  });

  it('pairs the plugin of this browser with one click', async () => {
    let paired = false;
    const requested = withPlugin((message) => {
      paired ||= message.type === 'pair';
      return { version: '0.2.0', paired, ok: true, ...(paired && { person: '林晓' }) };
    });
    const api = new FakeApi();
    api.answer(beginPairing, { code: 'K7Q49XMT', expiresAt: new Date(Date.now() + 600_000).toISOString() });
    await show(api);

    await pressReady('连接');

    await says('插件 0.2.0，已配对为 林晓');
    expect(requested).toContainEqual({ type: 'pair', code: 'K7Q49XMT', language: 'zh-CN' });
  });

  it('says so when the plugin could not be paired, and when a newer one is ready', async () => {
    withPlugin((message) => ({ version: '0.1.9', paired: false, ok: message.type === 'ping' }));
    const api = new FakeApi();
    api.answer(beginPairing, { code: 'K7Q49XMT', expiresAt: new Date(Date.now() + 600_000).toISOString() });
    await show(api);

    await says('有新版本 0.2.0');
    await pressReady('连接');

    await says('插件没有连上');
  });

  it('believes no answer that is none', async () => {
    withPlugin(() => ({ hello: 1 }) as never);

    await show();

    await says('正在等待插件');
  });

  it('shows a code for pairing by hand with the time it holds', { tags: ['slow'] }, async () => {
    const api = new FakeApi();
    api.answer(beginPairing, { code: 'K7Q49XMT', expiresAt: new Date(Date.now() + 600_000).toISOString() });
    await show(api);

    await pressReady('显示配对码');

    await says('K7Q49XMT');
    await says('只能用一次');

    api.answer(listTokens, [browser]);
    await says('已配对：Chrome · Windows');
  });

  it('lists paired browsers and revokes one after asking', async () => {
    const api = new FakeApi();
    api.answer(listTokens, [browser]);
    api.answer(revokeToken, { revoked: true });
    await show(api);

    await says('Chrome · Windows');
    await press(button('撤销 Chrome · Windows'));
    await says('需要重新配对');
    const sure = [...document.querySelectorAll<HTMLButtonElement>('[role="dialog"] button')].at(-1);
    expect(sure?.textContent).toBe('撤销');
    await press(sure ?? button('撤销'));

    await settled(() =>
      expect(api.requested.map(({ call }) => call)).toContain('DELETE /account/tokens/:id'),
    );
  });

  it('says what is wrong where no plugin was built, and still shows the way', async () => {
    const api = new FakeApi();
    api.answer(getPluginInfo, () => {
      throw new AppError('plugin.not-built', 'in a test');
    });
    await show(api);

    await says('插件尚未构建');
    await says('安装步骤');
  });
});
