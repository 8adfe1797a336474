import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { BrowserRouter } from 'react-router';
import { CallFailure } from '../lib/api/call-failure.ts';
import { forgetting } from '../lib/person/window-person.ts';
import { NotifyProvider } from '../ui/feedback/notify.tsx';
import { ToastProvider } from '../ui/feedback/toast.tsx';
import { Appearance } from './frame/appearance.tsx';
import { TopProgress } from './frame/top-progress.tsx';
import { Gate } from './gate.tsx';
import { FailureNotices } from './run-tray/failure-notices.tsx';

/** Creates a query cache that retries only when no response arrived at all. */
export function newCache(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5000,
        refetchOnWindowFocus: true,
        retry: (count, thrown) => {
          const { code, status } = CallFailure.from(thrown);
          // A call for which the server was too busy was sent again already.
          return count < 2 && (status === 0 || status >= 502) && code !== 'server.busy';
        },
      },
    },
  });
}

export function Console() {
  const forgotten = useSyncExternalStore(forgetting.subscribe, forgetting.count);
  return (
    <Appearance>
      <NotifyProvider>
        <ConsoleOfOne key={forgotten} />
      </NotifyProvider>
    </Appearance>
  );
}

/** Everything that may hold data of the signed-in person; recreated when that person is forgotten. */
function ConsoleOfOne() {
  const [cache] = useState(newCache);
  return (
    <QueryClientProvider client={cache}>
      <ToastProvider>
        <BrowserRouter>
          <TopProgress />
          <FailureNotices />
          <Gate />
        </BrowserRouter>
      </ToastProvider>
    </QueryClientProvider>
  );
}
