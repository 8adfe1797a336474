import { lazy, Suspense } from 'react';
import { Navigate, useLocation } from 'react-router';
import { decide, loginPath } from '../lib/guard.ts';
import { useText } from '../lib/text.ts';
import { readToken } from '../lib/token.ts';
import { useDocumentTitle } from './document-title.ts';

const LoginPage = lazy(() => import('../features/account/login-page.tsx'));
const SignedIn = lazy(() => import('./signed-in.tsx'));

/** Decides for every address: the guest pages, the signed-in console, or somewhere else. */
export function Gate() {
  const { pathname, search } = useLocation();
  const decision = decide(`${pathname}${search}`, readToken() !== null);

  if (decision.kind === 'go') {
    return <Navigate to={decision.to} replace />;
  }
  return (
    <Suspense fallback={null}>
      {decision.kind === 'session' ? <SignedIn /> : <GuestPages pathname={pathname} />}
    </Suspense>
  );
}

function GuestPages({ pathname }: { pathname: string }) {
  const text = useText();
  useDocumentTitle(text('user.login.title'));
  return pathname === loginPath ? <LoginPage /> : <Navigate to={loginPath} replace />;
}
