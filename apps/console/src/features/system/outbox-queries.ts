import type { OpenedMessage, OutboxMessage } from '@bowerbird/contract/system/outbox';
import { listOutbox, readOutboxMessage, sendOutboxAgain } from '@bowerbird/contract/system/outbox';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/call.ts';
import { usePages } from '../../lib/api/use-pages.ts';
import { useText } from '../../lib/text/text.ts';
import { useToast } from '../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../ui/feedback/use-report-failure.ts';

export interface OutboxFilter {
  channel?: OutboxMessage['channel'];
  state?: OutboxMessage['state'];
  recipient?: string;
}

const keys = {
  lists: ['outbox', 'list'] as const,
  list: (filter: OutboxFilter) => ['outbox', 'list', filter] as const,
  one: (id: string) => ['outbox', 'one', id] as const,
};

/** Reload interval while the list is shown, in milliseconds: people wait for codes here. */
const everyMs = 5000;

export function useOutbox(filter: OutboxFilter) {
  return usePages(
    keys.list(filter),
    ({ next, signal }) => call(listOutbox, { query: { ...filter, limit: '100', ...next } }, { signal }),
    { placeholderData: keepPreviousData, refetchInterval: everyMs },
  );
}

export function useOutboxMessage(id: string) {
  return useQuery({
    queryKey: keys.one(id),
    queryFn: ({ signal }) => call(readOutboxMessage, { params: { id } }, { signal }),
    // Each load is recorded in the audit log, so it is loaded once each time someone opens it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** Queues a message again; its list and drawer show that at once. */
export function useSendAgain(id: string) {
  const text = useText();
  const toast = useToast();
  const reportFailure = useReportFailure();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call(sendOutboxAgain, { params: { id } }),
    onSuccess: (message) => {
      cache.setQueryData<OpenedMessage>(keys.one(id), (held) => held && { ...held, ...message });
      void cache.invalidateQueries({ queryKey: keys.lists });
      toast({ state: 'complete', text: text('outbox.again.done') });
    },
    onError: reportFailure,
  });
}
