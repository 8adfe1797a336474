import type { Notification, NotificationEvent } from '@bowerbird/contract/system/notifications';
import {
  countUnread,
  listNotifications,
  readAllNotifications,
} from '@bowerbird/contract/system/notifications';
import { deedOf } from '@bowerbird/contract/texts/deed';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../api/call.ts';
import { usePages } from '../api/use-pages.ts';
import type { Text } from '../text/text.ts';
import { useText } from '../text/text.ts';
import { noticesKey, useLiveProgress } from './use-runs.tsx';

/** Cache keys of notices; the stream of runs invalidates them. */
export const noticeKeys = {
  unread: [...noticesKey, 'unread'] as const,
  list: [...noticesKey, 'list'] as const,
  choices: ['notice-choices'] as const,
};

/** Number of notices that the bell shows per page. */
const pageSize = '15';

/** Returns how many notices the person has not seen; 0 until known. */
export function useUnread(): number {
  const live = useLiveProgress();
  const { data } = useQuery({
    queryKey: noticeKeys.unread,
    queryFn: ({ signal }) => call(countUnread, {}, { signal }),
    refetchInterval: live ? 5 * 60_000 : 30_000,
  });
  return data?.unread ?? 0;
}

/** Returns the person's notices, newest first, page by page. */
export function useNotices() {
  return usePages(noticeKeys.list, ({ next, signal }) =>
    call(listNotifications, { query: { limit: pageSize, ...next } }, { signal }),
  );
}

/** Marks everything up to an instant as seen; the dot disappears at once, the list keeps showing what was new. */
export function useReadAll(): (upTo: string) => void {
  const cache = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (upTo: string) => call(readAllNotifications, { body: { upTo } }),
    onMutate: () => cache.setQueryData(noticeKeys.unread, { unread: 0 }),
    onSuccess: (answer) => cache.setQueryData(noticeKeys.unread, answer),
    onError: () => cache.invalidateQueries({ queryKey: noticeKeys.unread }),
  });
  return mutate;
}

/** Returns a notice's sentence in the current language. */
export function useNoticeText(): (notice: Pick<Notification, 'event' | 'params'>) => string {
  const text = useText();
  return useMemo(() => (notice) => noticeText(text, notice.event, notice.params), [text]);
}

export function noticeText(text: Text, event: NotificationEvent, params: Notification['params']): string {
  const ofState = `notice.${event}.${params.state}`;
  const deed = deedOf(params, (key, values) => (text.has(key) ? text.named(key, values) : null));
  // Kinds of runs and built-in roles have their own names in each language.
  const reported = Object.entries(params).map(([name, value]) => {
    const word = `notice.${name}.${value}`;
    return [name, text.has(word) ? text.named(word) : value];
  });
  return text.named(text.has(ofState) ? ofState : `notice.${event}`, {
    ...Object.fromEntries(reported),
    ...(deed !== null && { title: deed }),
  });
}
