import { type PluginRequest, pluginId } from '@bowerbird/contract/collect/plugin';
import { afterEach, expect, it, vi } from 'vitest';
import {
  FakeApi,
  pressReady,
  type ShownPage,
  says,
  settled,
  showPage,
} from '../../testing/signed-in-page.tsx';
import { ReadWithPlugin } from './read-with-plugin.tsx';

let shown: ShownPage;
afterEach(() => shown.close());

const urls = ['https://www.aliexpress.com/item/1.html', 'https://www.aliexpress.com/item/2.html'];

async function show(answer?: object) {
  const requested: PluginRequest[] = [];
  if (answer !== undefined) {
    vi.stubGlobal('chrome', {
      runtime: {
        sendMessage(id: string, message: PluginRequest, answered: (given: unknown) => void) {
          if (id === pluginId) {
            requested.push(message);
            answered({ version: '0.1.0', paired: true, ok: true, ...answer });
          }
        },
      },
    });
  }
  const page = (
    <ReadWithPlugin platform="aliexpress" urls={urls}>
      用插件采集
    </ReadWithPlugin>
  );
  shown = await showPage(new FakeApi(), page, '/', '/');
  await pressReady('用插件采集');
  return requested;
}

it('hands the addresses to the plugin and says how many it reads now', async () => {
  const requested = await show({ taken: 1 });

  await says('插件正在采集 1 页，共 2 页');
  expect(requested).toEqual([{ type: 'collect', platform: 'aliexpress', urls }]);
});

it('leads to the plugin’s page where the browser has none, or one that is not paired', async () => {
  await show();
  await settled(() => expect(shown.opened).toEqual(['/collect/plugin']));
  await shown.close();

  await show({ paired: false, ok: false, code: 'plugin.not-paired' });
  await settled(() => expect(shown.opened).toEqual(['/collect/plugin']));
});

it('says why the plugin does not read now', async () => {
  await show({ ok: false, code: 'plugin.batch-running' });

  await says('插件正在采集另一批');
});
