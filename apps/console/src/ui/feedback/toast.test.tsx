// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runKeys } from '../../lib/data/use-runs.tsx';
import { showLanguage } from '../../lib/text/language.ts';
import { type ToastContent, ToastProvider, useToast } from './toast.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

beforeEach(() => showLanguage('en-US'));

afterEach(() => document.body.replaceChildren());

/** Shows a page, and returns what shows a toast on it and what the server says of a run. */
async function show() {
  const cache = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const runIs = (state: string) =>
    act(async () => cache.setQueryData(runKeys.one('run'), { id: 'run', state }));
  await runIs('running');
  let toast: (content: ToastContent) => void = () => undefined;
  const Page = () => {
    toast = useToast();
    return null;
  };
  await act(async () =>
    createRoot(document.body.appendChild(document.createElement('div'))).render(
      <QueryClientProvider client={cache}>
        <ToastProvider>
          <Page />
        </ToastProvider>
      </QueryClientProvider>,
    ),
  );
  return { toast: (content: ToastContent) => act(async () => toast(content)), runIs };
}

const shown = () => document.querySelector('.toast')?.textContent ?? '';

it('no longer says that an export runs once it has ended', async () => {
  const { toast, runIs } = await show();
  await toast({ state: 'running', text: 'Exporting 24 products.', runId: 'run' });
  expect(shown()).toContain('Exporting 24 products.');

  await runIs('complete');

  await vi.waitFor(() => expect(shown()).toBe(''));
});

it('keeps a message that tells of no run', async () => {
  const { toast, runIs } = await show();
  await toast({ text: 'Saved.' });

  await runIs('complete');

  expect(shown()).toContain('Saved.');
});
