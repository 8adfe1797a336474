import type { AnswerOf } from '@bowerbird/contract/route';
import { getSystemOverview } from '@bowerbird/contract/system';
import type { WorkplaceBoard } from '@bowerbird/contract/workplace-config';
import {
  addOwnLink,
  dismissAnnouncement,
  getWorkplaceBoard,
  orderOwnLinks,
  removeOwnLink,
} from '@bowerbird/contract/workplace-config';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useTexts } from '../../lib/language.ts';
import { useTellFailure } from '../../ui/use-tell-failure.ts';

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

/** An act on the board: shown at once, taken back where it is refused. */
function useBoardAct<Input>(
  act: (input: Input) => Promise<WorkplaceBoard | undefined>,
  expect: (board: WorkplaceBoard, input: Input) => WorkplaceBoard,
) {
  const cache = useQueryClient();
  const tell = useTellFailure();
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
      tell(failure);
    },
    onSuccess: (board) => {
      if (board !== undefined) {
        cache.setQueryData(key, board);
      }
    },
  });
}

export function useDismiss() {
  return useBoardAct<string>(
    async (id) => {
      await call(dismissAnnouncement, { params: { id } });
      return undefined;
    },
    (board, id) => ({ ...board, announcements: board.announcements.filter((each) => each.id !== id) }),
  );
}

export function useAddLink() {
  return useBoardAct<{ path: string; title: string }>(
    (body) => call(addOwnLink, { body }),
    (board) => board,
  );
}

export function useRemoveLink() {
  return useBoardAct<string>(
    (id) => call(removeOwnLink, { params: { id } }),
    (board, id) => ({ ...board, links: board.links.filter((each) => each.id !== id) }),
  );
}

/** Puts one's own links into an order. */
export function useOrderLinks() {
  return useBoardAct<string[]>(
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

/** What an administrator looks after. */
export function useOverview(enabled: boolean) {
  return useQuery({
    queryKey: boardKeys.overview,
    queryFn: ({ signal }) => call(getSystemOverview, {}, { signal }),
    enabled,
    refetchInterval: 30_000,
  });
}
