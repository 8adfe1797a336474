import type { AnswerOf } from '@bowerbird/contract/route';
import { getSystemOverview } from '@bowerbird/contract/system/system';
import type { WorkplaceBoard } from '@bowerbird/contract/system/workplace-config';
import {
  addOwnLink,
  dismissAnnouncement,
  getWorkplaceBoard,
  orderOwnLinks,
  removeOwnLink,
} from '@bowerbird/contract/system/workplace-config';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/call.ts';
import { useTexts } from '../../lib/text/language.ts';
import { useReportFailure } from '../../ui/feedback/use-report-failure.ts';

export const boardKeys = {
  board: (language: string) => ['workplace', 'board', language] as const,
  overview: ['system', 'overview'] as const,
};

/** Announcements, quick links and the newest articles. */
export function useBoard() {
  const { language } = useTexts();
  return useQuery({
    queryKey: boardKeys.board(language),
    queryFn: ({ signal }) => call(getWorkplaceBoard, {}, { signal }),
  });
}

/** Performs an action on the board: shown at once, reverted if refused. */
function useBoardAction<Input>(
  act: (input: Input) => Promise<WorkplaceBoard | undefined>,
  expect: (board: WorkplaceBoard, input: Input) => WorkplaceBoard,
) {
  const cache = useQueryClient();
  const reportFailure = useReportFailure();
  const key = boardKeys.board(useTexts().language);
  return useMutation({
    mutationFn: act,
    onMutate: async (input: Input) => {
      await cache.cancelQueries({ queryKey: key });
      const before = cache.getQueryData<WorkplaceBoard>(key);
      if (before !== undefined) {
        cache.setQueryData(key, expect(before, input));
      }
      return before;
    },
    onError: (failure, _input, before) => {
      cache.setQueryData(key, before);
      reportFailure(failure);
    },
    onSuccess: (board) => {
      if (board !== undefined) {
        cache.setQueryData(key, board);
      }
    },
  });
}

export function useDismiss() {
  return useBoardAction<string>(
    async (id) => {
      await call(dismissAnnouncement, { params: { id } });
      return undefined;
    },
    (board, id) => ({ ...board, announcements: board.announcements.filter((each) => each.id !== id) }),
  );
}

export function useAddLink() {
  return useBoardAction<{ path: string; title: string }>(
    (body) => call(addOwnLink, { body }),
    (board) => board,
  );
}

export function useRemoveLink() {
  return useBoardAction<string>(
    (id) => call(removeOwnLink, { params: { id } }),
    (board, id) => ({ ...board, links: board.links.filter((each) => each.id !== id) }),
  );
}

/** Reorders the person's own links. */
export function useOrderLinks() {
  return useBoardAction<string[]>(
    (ids) => call(orderOwnLinks, { body: { ids } }),
    (board, ids) => ({
      ...board,
      links: [
        ...board.links.filter(({ own }) => !own),
        ...ids.flatMap((id) => board.links.filter((each) => each.id === id)),
      ],
    }),
  );
}

export type Overview = AnswerOf<typeof getSystemOverview>;

/** Returns the overview for administrators. */
export function useOverview(enabled: boolean) {
  return useQuery({
    queryKey: boardKeys.overview,
    queryFn: ({ signal }) => call(getSystemOverview, {}, { signal }),
    enabled,
    refetchInterval: 30_000,
  });
}
