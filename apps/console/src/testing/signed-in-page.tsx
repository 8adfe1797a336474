import { listPlatforms } from '@bowerbird/contract/collect/platforms';
import { AppError, errorCodes } from '@bowerbird/contract/errors';
import { actions, permissions } from '@bowerbird/contract/permissions';
import { getTableLook, listSavedItems } from '@bowerbird/contract/products/saved-items';
import { getMarkChoices, getProductMarks } from '@bowerbird/contract/products/team-marks';
import type { AnswerOf, Route } from '@bowerbird/contract/route';
import { apiBase } from '@bowerbird/contract/route';
import { listCurrentRuns } from '@bowerbird/contract/runs';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { ConfigProvider } from 'antd';
import type { ReactNode } from 'react';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter, Route as RoutePage, Routes } from 'react-router';
import { vi } from 'vitest';
import { parse, strictObject } from 'zod/mini';
import type { PageApi } from '../lib/page.ts';
import { PageContext } from '../lib/page.ts';
import { SessionContext } from '../lib/person/session.ts';
import { showLanguage } from '../lib/text/language.ts';
import { DialogProvider } from '../ui/feedback/dialog.tsx';
import { ToastProvider } from '../ui/feedback/toast.tsx';
import { ScrollerContext } from '../ui/layout/scroller.ts';

interface Reply {
  route: Route;
  give(body: unknown, path: string): unknown;
}

/** A fake server that follows the contract: queries, bodies and responses that the schemas refuse fail the test. */
export class FakeApi {
  /** Every call made, as "METHOD /path", with its body. */
  readonly requested: { call: string; body: unknown }[] = [];
  readonly #replies: Reply[] = [];

  /**
   * Answers this route from now on; a function gets the parsed body and the requested path, and may throw an
   * `AppError`.
   */
  answer<R extends Route>(
    route: R,
    give: AnswerOf<R> | ((body: unknown, path: string) => AnswerOf<R>),
  ): void {
    this.#replies.unshift({
      route,
      give: (body, path) => (give instanceof Function ? give(body, path) : give),
    });
  }

  /** Does the same if the test sets no answer for this route. */
  answerElse<R extends Route>(route: R, given: AnswerOf<R>): void {
    this.#replies.push({ route, give: () => given });
  }

  /** Returns the bodies with which one route was called. */
  bodiesOf(route: Route): unknown[] {
    const name = `${route.method} ${route.path}`;
    return this.requested.filter(({ call }) => call === name).map(({ body }) => body);
  }

  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const [address = '', search = ''] = String(input).split('?');
    const path = address.slice(apiBase.length);
    const reply = this.#replies.find(
      ({ route }) => route.method === init?.method && shapeOf(route.path).test(path),
    );
    if (reply === undefined) {
      throw new Error(`nobody answers ${init?.method} ${path}`);
    }
    const { route } = reply;
    parse(route.query ?? noQuery, Object.fromEntries(new URLSearchParams(search)));
    const sent: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
    const body = route.body === undefined ? sent : parse(route.body, sent);
    this.requested.push({ call: `${route.method} ${route.path}`, body });
    try {
      return Response.json({ data: parse(route.answer, reply.give(body, path)) });
    } catch (thrown) {
      if (!(thrown instanceof AppError)) {
        throw thrown;
      }
      const { code, params } = thrown;
      const result = { isLogin: code.startsWith('auth.') };
      return Response.json({ code, message: '', params, result }, { status: errorCodes[code].status });
    }
  };
}

/** Query schema of a route without a query. */
const noQuery = strictObject({});

function shapeOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);
}

const unmarked = { group: null, colour: null, assignee: null, note: null, by: null, at: null };

export interface ShownPage {
  /** Paths that the page opened in other tabs. */
  opened: string[];
  /** Reloads everything shown, as when the server reports a change. */
  readAgain(): Promise<void>;
  close(): Promise<void>;
}

const shopify = {
  id: 'shopify',
  name: 'Shopify',
  letters: 'Sf',
  hue: '#2C6E3B',
  collects: true,
  lists: true,
  connections: [],
  searches: true,
  access: [],
};

/** Shows one page to a merchant with all permissions, in simplified Chinese. */
export async function showPage(
  api: FakeApi,
  page: ReactNode,
  path: string,
  pattern: string,
): Promise<ShownPage> {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('fetch', api.fetch);
  api.answerElse(listPlatforms, [shopify]);
  api.answerElse(listCurrentRuns, []);
  api.answerElse(listSavedItems, []);
  api.answerElse(getTableLook, null);
  api.answerElse(getMarkChoices, { groups: [], people: [], colours: [] });
  api.answerElse(getProductMarks, unmarked);
  await showLanguage('zh-CN');
  const opened: string[] = [];
  const pageApi: PageApi = {
    setTitle: () => undefined,
    setUnsaved: () => undefined,
    setSaver: () => undefined,
    setRun: () => undefined,
    close: () => true,
    rename: () => true,
    open: (to) => opened.push(to),
  };
  const place = document.body.appendChild(document.createElement('div'));
  // This environment has no layout; lists that render what is in view need a height.
  Object.defineProperties(place, { clientHeight: { value: 900 }, clientWidth: { value: 1200 } });
  const root = createRoot(place);
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await act(async () =>
    root.render(
      <ConfigProvider button={{ autoInsertSpace: false }}>
        <ScrollerContext value={{ current: place }}>
          <QueryClientProvider client={cache}>
            <ToastProvider>
              <DialogProvider>
                <SessionContext value={{ user: merchant, navigation: [], signOut: async () => undefined }}>
                  <PageContext value={pageApi}>
                    <MemoryRouter initialEntries={[path]}>
                      <Routes>
                        <RoutePage path={pattern} element={page} />
                      </Routes>
                    </MemoryRouter>
                  </PageContext>
                </SessionContext>
              </DialogProvider>
            </ToastProvider>
          </QueryClientProvider>
        </ScrollerContext>
      </ConfigProvider>,
    ),
  );
  return {
    opened,
    readAgain: () => act(() => cache.invalidateQueries()),
    async close() {
      await act(async () => root.unmount());
      document.body.replaceChildren();
      vi.unstubAllGlobals();
    },
  };
}

const merchant = {
  id: '0199aaaa-0000-7000-8000-000000000001',
  ownerId: '0199aaaa-0000-7000-8000-000000000002',
  name: '林晓',
  username: 'demo',
  email: 'demo@bowerbird.localhost',
  avatar: null,
  role: {
    id: 'merchant',
    name: 'merchant',
    describe: '',
    status: 1,
    creatorId: 'system',
    createTime: 0,
    deleted: 0,
    permissions: permissions.map((permissionId) => ({
      permissionId,
      actionEntitySet: actions.map((action) => ({ action })),
    })),
  },
};

/** Time limit of a page, in milliseconds: a busy machine must not fail the test. */
const patienceMs = 100_000;

/** Waits until the page shows the text. */
export async function says(words: string): Promise<void> {
  await settled(() => {
    if (!document.body.textContent?.includes(words)) {
      throw new Error(`the page does not say "${words}" but: ${document.body.textContent}`);
    }
  });
}

export function button(name: string): HTMLButtonElement {
  const found = [...document.querySelectorAll('button')].find(
    (each) => (each.getAttribute('aria-label') ?? each.textContent) === name,
  );
  if (found === undefined) {
    throw new Error(`no button "${name}"`);
  }
  return found;
}

/** Waits, as a person would, until the check passes; the page may need several turns, and each is rendered. */
export async function settled(check: () => void): Promise<void> {
  const end = performance.now() + patienceMs;
  for (;;) {
    await act(async () => new Promise<void>((resolve) => setTimeout(resolve, 10)));
    try {
      check();
      return;
    } catch (thrown) {
      if (performance.now() > end) {
        throw thrown;
      }
    }
  }
}

/** Presses the button of this name as soon as it is enabled. */
export async function pressReady(name: string): Promise<void> {
  const find = () => [...document.querySelectorAll('button')].find((each) => each.textContent === name);
  await settled(() => {
    if (find()?.disabled !== false) {
      throw new Error(`the button "${name}" cannot be pressed`);
    }
  });
  await act(async () => find()?.click());
}

export async function press(element: HTMLElement): Promise<void> {
  await act(async () => element.click());
}

/** Replaces the text of a field. */
export async function type(label: string, words: string): Promise<void> {
  const labelled = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === label);
  const field =
    document.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[aria-label="${label}"]`) ??
    document.getElementById(labelled?.htmlFor ?? '');
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) {
    throw new Error(`no field "${label}"`);
  }
  const prototype =
    field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  await act(async () => {
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, words);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
}
