import { getConsoleSettings, ownPages } from '@bowerbird/contract/system/console-settings';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter, useLocation } from 'react-router';
import { vi } from 'vitest';
import { NotifyProvider } from '../ui/feedback/notify.tsx';
import { FakeApi } from './signed-in-page.tsx';

export interface GuestPage {
  api: FakeApi;
  /** Returns the current path, with the query. */
  where(): string;
  type(name: string, value: string): Promise<void>;
  leave(name: string): Promise<void>;
  press(name: string): Promise<void>;
  submit(): Promise<void>;
  /** Returns the error messages shown, in order. */
  alerts(): string[];
  close(): Promise<void>;
}

/** Shows a page to a guest. A route that the test does not answer fails the test. */
export async function showGuestPage(
  page: ReactNode,
  address: string | { pathname: string; search?: string; state?: unknown },
  api = new FakeApi(),
): Promise<GuestPage> {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('fetch', api.fetch);
  api.answerElse(getConsoleSettings, {
    provider: '',
    links: ownPages,
    signInMethods: ['password', 'mobile'],
    legalVersions: { privacy: 'v2', terms: 'v5' },
  });
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <NotifyProvider>
          <MemoryRouter initialEntries={[address]}>
            {page}
            <Where />
          </MemoryRouter>
        </NotifyProvider>
      </QueryClientProvider>,
    ),
  );
  const field = (name: string) => document.querySelector<HTMLInputElement>(`input[name="${name}"]`);
  const settle = () => act(async () => new Promise((done) => setTimeout(done, 20)));
  return {
    api,
    where: () => document.querySelector('output')?.textContent ?? '',
    async type(name, value) {
      await act(async () => {
        const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
        setter?.call(field(name), value);
        field(name)?.dispatchEvent(new Event('input', { bubbles: true }));
      });
    },
    async leave(name) {
      await act(async () => void field(name)?.dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
    },
    async press(name) {
      const button = [...document.querySelectorAll<HTMLElement>('button, [role="tab"]')].find(
        ({ textContent }) => textContent === name,
      );
      if (button === undefined) {
        throw new Error(`no button ${name}`);
      }
      await act(async () => button.click());
      await settle();
    },
    async submit() {
      await act(async () => {
        const forms = [...document.querySelectorAll('form')];
        forms.at(-1)?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
      });
      await settle();
    },
    alerts: () =>
      [...document.querySelectorAll('.guest [role="alert"], .ant-modal [role="alert"]')].map(
        ({ textContent }) => textContent,
      ),
    async close() {
      await act(async () => root.unmount());
      document.body.replaceChildren();
    },
  };
}

function Where() {
  const { pathname, search } = useLocation();
  return <output>{`${pathname}${search}`}</output>;
}
