import { actions, permissions } from '@bowerbird/contract/permissions';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { MemoryRouter } from 'react-router';
import { runKeys } from '../lib/data/use-runs.tsx';
import type { Session } from '../lib/person/session.ts';
import { RoutePermission, SessionContext } from '../lib/person/session.ts';
import { DialogProvider } from '../ui/feedback/dialog.tsx';
import { NotifyProvider } from '../ui/feedback/notify.tsx';
import { ToastProvider } from '../ui/feedback/toast.tsx';
import { accesses, platforms, recollected, recollectedRunId, savedRules } from './sample-data.ts';

const session: Session = {
  user: {
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
  },
  navigation: [],
  signOut: async () => undefined,
};

/** Returns a cache that holds what the specimens would request, so that the gallery needs no server. */
function filledCache(): QueryClient {
  const cache = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  cache.setQueryData(['saved-items', 'claim-rule'], savedRules);
  cache.setQueryData(['platforms'], platforms);
  cache.setQueryData(['sources', 'access'], accesses);
  cache.setQueryData([...runKeys.one(recollectedRunId), 'recollected'], recollected);
  return cache;
}

/** What surrounds a page of the console: a session, a cache, dialogs and toasts. */
export function Stand({ children }: { children: ReactNode }) {
  const [cache] = useState(filledCache);
  return (
    <QueryClientProvider client={cache}>
      <NotifyProvider>
        <ToastProvider>
          <DialogProvider>
            <SessionContext value={session}>
              <RoutePermission value="products">
                <MemoryRouter>{children}</MemoryRouter>
              </RoutePermission>
            </SessionContext>
          </DialogProvider>
        </ToastProvider>
      </NotifyProvider>
    </QueryClientProvider>
  );
}
