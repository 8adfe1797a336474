import { getNavigation, type NavigationItem } from '@bowerbird/contract/account/access';
import { getUser, logout } from '@bowerbird/contract/account/account';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { call, onCallFailure, settleOtherSignIn } from '../lib/api/call.ts';
import { CallFailure } from '../lib/api/call-failure.ts';
import { RunsProvider } from '../lib/data/use-runs.tsx';
import { dropAllGrids } from '../lib/kept/drop-grids.ts';
import { dropAllDrafts } from '../lib/kept/kept-drafts.ts';
import { landingPath, loginPath, loginWith } from '../lib/person/guard.ts';
import { SessionContext } from '../lib/person/session.ts';
import {
  dropLeftSession,
  forgetPerson,
  onSignInChange,
  readLeftSession,
  settleSignIn,
} from '../lib/person/window-person.ts';
import { useTexts } from '../lib/text/language.ts';
import { useText } from '../lib/text/text.ts';
import { DialogProvider } from '../ui/feedback/dialog.tsx';
import { useNotify } from '../ui/feedback/notify.tsx';
import { ExceptionPage } from './exception-page.tsx';
import { Frame } from './frame/frame.tsx';
import { FrameSkeleton } from './frame/frame-skeleton.tsx';
import { buildNavigation, withPages } from './navigation/navigation.ts';
import { NavigationContext } from './navigation/navigation-context.ts';
import { hasPage } from './registry.tsx';
import { TabsProvider } from './tabs/tabs-provider.tsx';

/** The console after sign-in: loads the person, then the navigation, then builds the routes from it. */
export default function SignedIn() {
  const user = useQuery({
    queryKey: ['session', 'user'],
    queryFn: async ({ signal }) => {
      const found = await call(getUser, {}, { signal });
      if (found.role.permissions.length === 0) {
        throw new CallFailure({
          code: 'auth.roles-empty',
          status: 200,
          message: 'getInfo: roles must be a non-null array !',
        });
      }
      settleSignIn(found.id);
      return found;
    },
    staleTime: Number.POSITIVE_INFINITY,
    // Permissions may have changed meanwhile.
    refetchOnWindowFocus: 'always',
  });
  const { language } = useTexts();
  const items = useQuery({
    // Names given by administrators come in the current language.
    queryKey: ['session', 'navigation', language],
    queryFn: ({ signal }) => call(getNavigation, {}, { signal }),
    enabled: user.data !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: 'always',
    placeholderData: keepPreviousData,
  });
  useFreshRights();
  const navigation = useMemo(
    () => (items.data === undefined ? null : buildNavigation(withPages(items.data, hasPage).filter(isKnown))),
    [items.data],
  );
  const signOut = useSignOut();
  useLeaveOnFailure(user.data === undefined || isRoleEmpty(user.error) ? user.error : null);

  useEffect(() => onSignInChange(() => void settleOtherSignIn()), []);
  const elsewhere = useLeadsElsewhere(user.data?.id);

  const session = useMemo(
    () => (user.data === undefined ? null : { user: user.data, navigation: items.data ?? [], signOut }),
    [user.data, items.data, signOut],
  );
  if (items.isError && items.data === undefined) {
    return (
      <ExceptionPage
        status={500}
        requestId={CallFailure.from(items.error).requestId}
        onRetry={() => void items.refetch()}
      />
    );
  }
  if (elsewhere) {
    return <Navigate to={landingPath} replace />;
  }
  if (session === null || navigation === null) {
    return <FrameSkeleton />;
  }
  return (
    <SessionContext value={session}>
      <NavigationContext value={navigation}>
        <RunsProvider>
          <DialogProvider>
            <TabsProvider>
              <Frame />
            </TabsProvider>
          </DialogProvider>
        </RunsProvider>
      </NavigationContext>
    </SessionContext>
  );
}

/** Reports whether an item is an outlet, an exception page, or a page that this console has. */
function isKnown({ component }: NavigationItem): boolean {
  return (
    component === undefined ||
    /^(RouteView|PageView|B[a-z]+Layout|Exception\d+)$/.test(component) ||
    hasPage(component)
  );
}

/** Loads the permissions again after a refused call, which means that the role has changed. */
function useFreshRights(): void {
  const cache = useQueryClient();
  useEffect(
    () =>
      onCallFailure(({ code }) => {
        if (code === 'permission.missing') {
          void cache.invalidateQueries({ queryKey: ['session'] });
        }
      }),
    [cache],
  );
}

function isRoleEmpty(failure: Error | null): boolean {
  return failure !== null && CallFailure.from(failure).code === 'auth.roles-empty';
}

/**
 * Reports whether the address is the one at which another person's session ended: the login page leads back to it, but
 * it does not belong to this person.
 */
function useLeadsElsewhere(personId: string | undefined): boolean {
  const { pathname, search } = useLocation();
  const left = personId === undefined ? null : readLeftSession();
  const elsewhere =
    left !== null &&
    left.personId !== personId &&
    left.path === `${pathname}${search}` &&
    pathname !== landingPath;
  useEffect(() => {
    if (personId !== undefined && !elsewhere) {
      dropLeftSession();
    }
  }, [personId, elsewhere]);
  return elsewhere;
}

/** Forgets the session in this browser, even if the server could not be reached. */
function useForget(): (to: string) => void {
  const cache = useQueryClient();
  const navigate = useNavigate();
  return useCallback(
    (to) => {
      dropAllDrafts();
      dropAllGrids();
      cache.clear();
      forgetPerson();
      void navigate(to, { replace: true });
    },
    [cache, navigate],
  );
}

function useSignOut(): () => Promise<void> {
  const forget = useForget();
  return useCallback(async () => {
    await call(logout).catch(() => undefined);
    forget(loginPath);
  }, [forget]);
}

/** Signs out if the user cannot be loaded: shows why, and leads back here after the next sign-in. */
function useLeaveOnFailure(failure: Error | null): void {
  const text = useText();
  const notify = useNotify();
  const forget = useForget();
  const { pathname, search } = useLocation();
  const path = `${pathname}${search}`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: tells once of each failure, in the words of that moment.
  useEffect(() => {
    if (failure === null) {
      return;
    }
    const named = CallFailure.from(failure);
    if (named.status === 401) {
      // The refused session was reported and the window is about to reload.
      return;
    }
    notify({ kind: 'error', title: text('user.login.error'), text: text('user.info.failed') });
    forget(loginWith(path));
  }, [failure]);
}
