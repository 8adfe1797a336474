// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import type { Root } from 'react-dom/client';
import { createRoot } from 'react-dom/client';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { showLanguage } from '../../lib/text/language.ts';
import { DialogProvider } from '../../ui/feedback/dialog.tsx';
import { ToastProvider } from '../../ui/feedback/toast.tsx';
import { buildNavigation } from '../navigation/navigation.ts';
import { NavigationContext } from '../navigation/navigation-context.ts';
import { useTabs } from './tabs-context.ts';
import { TabsProvider } from './tabs-provider.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const navigation = buildNavigation([
  {
    id: '1',
    parentId: '0',
    name: 'products',
    path: '/products/list',
    component: 'ProductList',
    meta: { title: 'menu.products.list' },
  },
  {
    id: '2',
    parentId: '0',
    name: 'runs',
    path: '/list/query-list',
    component: 'QueryList',
    meta: { title: 'menu.runs' },
  },
  {
    id: '3',
    parentId: '0',
    name: 'listing',
    path: '/form/step-form',
    component: 'StepForm',
    meta: { title: 'menu.listing' },
  },
]);

let root: Root;
let tabs: ReturnType<typeof useTabs>;
let address = '';

function Probe() {
  tabs = useTabs();
  address = useLocation().pathname;
  return null;
}

async function show(path: string) {
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <ToastProvider>
          <DialogProvider>
            <MemoryRouter initialEntries={[path]}>
              <NavigationContext value={navigation}>
                <TabsProvider>
                  <Probe />
                </TabsProvider>
              </NavigationContext>
            </MemoryRouter>
          </DialogProvider>
        </ToastProvider>
      </QueryClientProvider>,
    ),
  );
}

const idAt = (path: string) => tabs.state.tabs.find((tab) => tab.path === path)?.id ?? '';
const paths = () => tabs.state.tabs.map((tab) => tab.path);

/** Runs an action that opens a confirmation; the confirmation appears one turn later. */
async function requestConfirmation(work: () => void) {
  await act(async () => {
    work();
    for (let turn = 0; turn < 3; turn += 1) {
      await new Promise((go) => setTimeout(go));
    }
  });
}

async function press(label: string) {
  await act(async () => {
    const button = [...document.querySelectorAll('button')].find(
      ({ textContent }) => textContent?.replace(/\s/g, '') === label,
    );
    button?.click();
  });
}

beforeEach(async () => {
  await showLanguage('zh-CN');
  await show('/products/list');
  await act(async () => tabs.commands.open('/list/query-list'));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  sessionStorage.clear();
});

describe('closing a tab', () => {
  it('goes to the last remaining page', async () => {
    await act(async () => tabs.commands.close([idAt('/list/query-list')]));

    expect(paths()).toEqual(['/products/list']);
    expect(address).toBe('/products/list');
  });

  it('lets the only page open another and close itself', async () => {
    await show('/products/list');
    await act(async () => {
      const own = idAt('/products/list');
      tabs.commands.open('/list/query-list');
      await tabs.commands.close([own]);
    });
    expect(paths()).toEqual(['/list/query-list']);
    expect(address).toBe('/list/query-list');
    expect(document.body.textContent).not.toContain('最后一个标签');
  });

  it('says that the last one stays [2.tab-last] [8.tabs]', async () => {
    await act(async () => tabs.commands.close([idAt('/list/query-list')]));
    await act(async () => tabs.commands.close([idAt('/products/list')]));

    expect(paths()).toEqual(['/products/list']);
    expect(document.querySelector('.toast')?.textContent).toContain('这是最后一个标签了, 无法被关闭');
  });

  it('asks before unsaved work is lost, and stays when asked to', async () => {
    const id = idAt('/list/query-list');
    await act(async () => tabs.commands.change(id, { unsaved: 3 }));
    await requestConfirmation(() => void tabs.commands.close([id]));

    expect(document.body.textContent).toContain('有 3 处改动还没保存。');
    await press('留在此页');
    expect(paths()).toContain('/list/query-list');

    await requestConfirmation(() => void tabs.commands.close([id]));
    await press('放弃改动');
    expect(paths()).toEqual(['/products/list']);
  });

  it('saves first when asked to, and stays when saving failed', async () => {
    const id = idAt('/list/query-list');
    const save = vi.fn<() => Promise<boolean>>().mockResolvedValueOnce(false).mockResolvedValueOnce(true);
    await act(async () => {
      tabs.commands.change(id, { unsaved: 1 });
      tabs.commands.setSaver(id, save);
    });

    await requestConfirmation(() => void tabs.commands.close([id]));
    await press('保存');
    expect(paths()).toContain('/list/query-list');

    await requestConfirmation(() => void tabs.commands.close([id]));
    await press('保存');
    expect(save).toHaveBeenCalledTimes(2);
    expect(paths()).toEqual(['/products/list']);
  });
});

describe('closing the tabs beside one', () => {
  const said = () => document.querySelector('.toast')?.textContent;

  it('says so when there is none on that side [2.tab-none] [8.tabs]', async () => {
    await act(async () => tabs.commands.closeBeside(idAt('/products/list'), 'left'));
    expect(said()).toContain('左侧没有标签');

    await act(async () => tabs.commands.closeBeside(idAt('/list/query-list'), 'right'));
    expect(said()).toContain('右侧没有标签');
    expect(paths()).toHaveLength(2);
  });

  it('closes those on the right, or those on the left, and no other [2.tab-menu]', async () => {
    await act(async () => tabs.commands.open('/form/step-form'));
    await act(async () => tabs.commands.closeBeside(idAt('/list/query-list'), 'right'));
    expect(paths()).toEqual(['/products/list', '/list/query-list']);

    await act(async () => tabs.commands.open('/form/step-form'));
    await act(async () => tabs.commands.closeBeside(idAt('/list/query-list'), 'left'));
    expect(paths()).toEqual(['/list/query-list', '/form/step-form']);
  });

  it('leaves the one it was asked on when all are closed', async () => {
    await act(async () => tabs.commands.closeBeside(idAt('/products/list'), 'all'));

    expect(paths()).toEqual(['/products/list']);
    expect(address).toBe('/products/list');
    await act(async () => tabs.commands.closeBeside(idAt('/products/list'), 'all'));
    expect(said()).toContain('这是最后一个标签了, 无法被关闭');
  });
});
