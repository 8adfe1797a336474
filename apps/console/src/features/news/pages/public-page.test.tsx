// @vitest-environment happy-dom
import { AppError } from '@bowerbird/contract/errors';
import { getHelp, getPublicPage, listHelp } from '@bowerbird/contract/system/public-pages';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { showLanguage } from '../../../lib/text/language.ts';
import type { GuestPage } from '../../../testing/guest-page.tsx';
import { showGuestPage } from '../../../testing/guest-page.tsx';
import { FakeApi, says } from '../../../testing/signed-in-page.tsx';
import PublicPage from './public-page.tsx';

let page: GuestPage;
const api = new FakeApi();
const text = { title: 'Terms', summary: '', language: 'en-US' as const, bodyHtml: '<p>Fair use.</p>' };
const hrefs = (within: string) =>
  [...document.querySelectorAll(`${within} a`)].map((link) => link.getAttribute('href'));

beforeEach(() => showLanguage('en-US'));
afterEach(() => page.close());

describe('a page for everybody', () => {
  it('is read without signing in, says that it is a template, and has all links at its foot', async () => {
    api.answer(getPublicPage, { ...text, version: 'template-1', isTemplate: true, savedAt: null });

    page = await showGuestPage(<PublicPage />, '/legal/terms', api);
    await says('Fair use.');

    await says('This page is a template');
    expect(document.querySelector('h1')?.textContent).toBe('Terms');
    await says('Tutorials');
    expect(hrefs('.public-foot')).toEqual([
      '/help',
      '/legal/privacy',
      '/legal/terms',
      '/about',
      '/about',
      '/contact',
      '/tutorials',
    ]);
  });

  it('says which version it is once the operator has written it', async () => {
    api.answer(getPublicPage, {
      ...text,
      version: 'v3',
      isTemplate: false,
      savedAt: '2026-03-04T05:06:07.000Z',
    });

    page = await showGuestPage(<PublicPage />, '/legal/terms', api);
    await says('Version v3');

    expect(document.body.textContent).not.toContain('template');
  });
});

describe('help', () => {
  beforeEach(() => {
    api.answer(listHelp, [
      { name: 'first-steps', kind: 'tutorial', title: 'First steps', summary: 'Begin.', language: 'en-US' },
      { name: 'price-guard', kind: 'help', title: 'The price guard', summary: 'No loss.', language: 'en-US' },
    ]);
  });

  it('lists tutorials and questions; the page of tutorials has those alone', async () => {
    page = await showGuestPage(<PublicPage />, '/help', api);
    await says('The price guard');
    expect(hrefs('.public-items')).toEqual(['/help/first-steps', '/help/price-guard']);
    await page.close();

    page = await showGuestPage(<PublicPage />, '/tutorials', api);
    await says('First steps');
    expect(hrefs('.public-items')).toEqual(['/help/first-steps']);
  });

  it('follows a link in an article to a page of the console in the same window', async () => {
    api.answer(getHelp, {
      name: 'first-steps',
      kind: 'tutorial',
      title: 'First steps',
      summary: 'Begin.',
      language: 'en-US',
      bodyHtml: '<p>Open <a href="/collect/product">Collect</a></p>',
    });
    page = await showGuestPage(<PublicPage />, '/help/first-steps', api);
    await says('Open Collect');

    await act(async () => document.querySelector<HTMLElement>('.article-body a')?.click());
    expect(page.where()).toBe('/collect/product');
  });

  it('says that an article does not exist, and leads to all that do', async () => {
    api.answer(getHelp, () => {
      throw new AppError('not-found', '');
    });
    page = await showGuestPage(<PublicPage />, '/help/nothing', api);
    await says('Not found.');

    expect(hrefs('.public-main')).toEqual(['/help']);
  });
});
