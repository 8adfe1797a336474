import { Suspense } from 'react';
import { Navigate, useLocation } from 'react-router';
import { decide, isPublicPage, loginPath } from '../lib/person/guard.ts';
import { readToken } from '../lib/person/token.ts';
import { loadTexts } from '../lib/text/language.ts';
import type { PlainTextKey } from '../lib/text/text.ts';
import { useText } from '../lib/text/text.ts';
import { useDocumentTitle } from './document-title.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import type { Page, PageModule } from './lazy-page.ts';
import { lazyPage } from './lazy-page.ts';

const guestPages: Record<string, { title: PlainTextKey; page: Page }> = {
  [loginPath]: {
    title: 'user.login.title',
    page: lazyPage('account/login-page', () => import('../features/account/guest/login-page.tsx')),
  },
  '/user/register': {
    title: 'user.register.title',
    page: lazyPage(
      'account/register-page',
      () => import('../features/account/guest/register/register-page.tsx'),
    ),
  },
  '/user/register-result': {
    title: 'user.register-result.title',
    page: lazyPage(
      'account/register-result-page',
      () => import('../features/account/guest/register/register-result-page.tsx'),
    ),
  },
  '/user/recover': {
    title: 'user.recover.title',
    page: lazyPage('account/recover-page', () => import('../features/account/guest/recover-page.tsx')),
  },
  '/user/activate': {
    title: 'user.activation.title',
    page: lazyPage(
      'account/activate-page',
      () => import('../features/account/guest/register/activate-page.tsx'),
    ),
  },
  '/user/invitation': {
    title: 'user.invitation.page-title',
    page: lazyPage(
      'account/invitation-page',
      withAllTexts(() => import('../features/account/guest/invitation-page.tsx')),
    ),
  },
};
/** Titles of the pages that everyone may read; a help article has the title of the help. */
const publicTitles: Record<string, PlainTextKey> = {
  '/about': 'footer.about',
  '/contact': 'footer.contact',
  '/tutorials': 'footer.tutorials',
  '/legal/privacy': 'pages.privacy',
  '/legal/terms': 'pages.terms',
};
const PublicPage = lazyPage('news/pages/public-page', () => import('../features/news/pages/public-page.tsx'));
const SignedIn = lazyPage('signed-in', async () => {
  const [page] = await Promise.all([import('./signed-in.tsx'), loadTexts('first')]);
  return page;
});

/** Wraps a page that needs the texts which the guest pages do not load. */
function withAllTexts(load: () => Promise<PageModule>): () => Promise<PageModule> {
  return async () => {
    const [page] = await Promise.all([load(), loadTexts('rest')]);
    return page;
  };
}

/** Chooses what an address shows: a guest page, the signed-in console, or a redirect. */
export function Gate() {
  const { pathname, search } = useLocation();
  const decision = decide(`${pathname}${search}`, readToken() !== null);

  if (decision.kind === 'go') {
    return <Navigate to={decision.to} replace />;
  }
  return (
    <ErrorBoundary resetKey={pathname}>
      <Suspense fallback={null}>
        {decision.kind === 'session' ? <SignedIn /> : <GuestPages pathname={pathname} />}
      </Suspense>
    </ErrorBoundary>
  );
}

function GuestPages({ pathname }: { pathname: string }) {
  const text = useText();
  const shown = isPublicPage(pathname)
    ? { title: publicTitles[pathname] ?? ('footer.help' as const), page: PublicPage }
    : guestPages[pathname];
  useDocumentTitle(shown === undefined ? null : text(shown.title));
  if (shown === undefined) {
    return <Navigate to={loginPath} replace />;
  }
  return <shown.page />;
}
