import type { PlatformUse } from '@bowerbird/contract/collect/platforms';
import { listPlatformUse, pinPlatform } from '@bowerbird/contract/collect/platforms';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/call.ts';
import { useReportFailure } from '../../ui/feedback/use-report-failure.ts';
import type { MenuEntry } from './navigation.ts';

/** Number of platforms that the menu shows. */
const shownMax = 4;
/** How long after the last collection a platform still counts as used. */
const usedForMs = 90 * 24 * 3600 * 1000;

/** Query key under the platforms' own key, so that reloading the platforms reloads their use, too. */
const key = ['platforms', 'use'] as const;

/** Returns the id that the server gave a group's platform. */
export function platformIdOf({ path }: MenuEntry): string {
  return path.split('/')[2] ?? '';
}

export function usePlatformUse(enabled: boolean) {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(listPlatformUse, {}, { signal }),
    enabled,
    staleTime: 60_000,
  });
}

/** Pins a platform to the menu or unpins it; the change shows at once. */
export function usePinPlatform() {
  const cache = useQueryClient();
  const reportFailure = useReportFailure();
  return useMutation({
    mutationFn: ({ id, pinned }: { id: string; pinned: boolean }) =>
      call(pinPlatform, { params: { id }, body: { pinned } }),
    onMutate: ({ id, pinned }) =>
      cache.setQueryData<PlatformUse[]>(key, (held) =>
        held?.map((use) => (use.id === id ? { ...use, pinned } : use)),
      ),
    onSuccess: (use) => cache.setQueryData(key, use),
    onError: (failure) => {
      reportFailure(failure);
      void cache.invalidateQueries({ queryKey: key });
    },
  });
}

/**
 * Returns the platforms that the menu shows: those pinned by the person, then those with a store or a collection within
 * 90 days, the latest first. `now`, in milliseconds, is for tests.
 */
export function menuPlatforms(ids: string[], use: PlatformUse[], now = Date.now()): string[] {
  const collectedAt = ({ lastCollectedAt }: PlatformUse) =>
    lastCollectedAt === null ? 0 : Date.parse(lastCollectedAt);
  return use
    .filter(
      (one) => ids.includes(one.id) && (one.pinned || one.stores > 0 || collectedAt(one) > now - usedForMs),
    )
    .sort((a, b) => Number(b.pinned) - Number(a.pinned) || collectedAt(b) - collectedAt(a))
    .slice(0, shownMax)
    .map(({ id }) => id);
}
