import { recogniseAddresses, startCollect } from '@bowerbird/contract/collect/collect';
import { claimCollected, previewClaim } from '@bowerbird/contract/collect/collected';
import { getWorkplace, hideFirstRun } from '@bowerbird/contract/figures/dashboard';
import { startListing } from '@bowerbird/contract/listing/listing';
import type { AnswerOf, BodyOf } from '@bowerbird/contract/route';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../lib/api/call.ts';
import { CallFailure } from '../../lib/api/call-failure.ts';
import { runKeys, useCurrentRuns } from '../../lib/data/use-runs.tsx';
import { ownZone } from '../../lib/own-zone.ts';
import { useReportFailure } from '../../ui/feedback/use-report-failure.ts';

export type Workplace = AnswerOf<typeof getWorkplace>;
export type FirstRun = NonNullable<Workplace['firstRun']>;
export type ClaimSample = AnswerOf<typeof previewClaim>;
type ClaimEdits = NonNullable<BodyOf<typeof claimCollected>['edits']>;
type ClaimSelection = BodyOf<typeof claimCollected>['selection'];

export const dashboardKeys = {
  workplace: ['dashboard', 'workplace'] as const,
  preview: ['dashboard', 'claim-preview'] as const,
};

/** Price rule of the first run: the cost times 2.8, ending in .90. */
export const firstPrices: ClaimEdits = [{ kind: 'price-from-cost', by: '2.8', ending: { to: '.90' } }];

/** Maximum number of prices in one preview. */
const previewMax = 50;

/** Returns the Workplace data, reloaded whenever a run changes. */
export function useWorkplace() {
  const cache = useQueryClient();
  const moved = useCurrentRuns()
    .map(({ id, state, version }) => `${id} ${state} ${Math.floor(version / 4)}`)
    .join(',');
  useEffect(() => {
    if (moved !== '') {
      void cache.invalidateQueries({ queryKey: dashboardKeys.workplace });
    }
  }, [moved, cache]);
  return useQuery({
    queryKey: dashboardKeys.workplace,
    queryFn: ({ signal }) => call(getWorkplace, { query: { zone: ownZone() } }, { signal }),
  });
}

/** Performs a step of the first run, then reloads the Workplace data. */
function useStep<Input>(act: (input: Input) => Promise<unknown>) {
  const cache = useQueryClient();
  const reportFailure = useReportFailure();
  return useMutation({
    mutationFn: act,
    onError: reportFailure,
    onSettled: async () => {
      void cache.invalidateQueries({ queryKey: runKeys.current });
      void cache.invalidateQueries({ queryKey: ['collect'] });
      void cache.invalidateQueries({ queryKey: ['products'] });
      await cache.invalidateQueries({ queryKey: dashboardKeys.workplace });
    },
  });
}

/** Collects the practice shop's category; its platform is recognised like any other's. */
export function useCollectPractice() {
  return useStep(async ({ categoryAddress }: FirstRun) => {
    const { results } = await call(recogniseAddresses, { body: { addresses: [categoryAddress] } });
    const [best] = results[0]?.candidates ?? [];
    if (best === undefined) {
      const { code = 'address.no-shop', params = {} } = results[0]?.fault ?? {};
      throw failureOf(code, params);
    }
    await call(startCollect, {
      body: { platform: best.platform, scope: 'category', addresses: [categoryAddress] },
    });
  });
}

function failureOf(code: string, params: Record<string, string | number>): CallFailure {
  // The message depends on the code; an unknown code is shown as an unexpected error.
  return new CallFailure({ code: code as CallFailure['code'], status: 0, message: code, params });
}

/** Returns the selection of all products of the practice shop that are not claimed yet. */
export function practiceSelection({ shopAddress }: FirstRun): ClaimSelection {
  return { filter: { state: 'unclaimed', sources: [new URL(shopAddress).host] }, except: [] };
}

/** Returns every price before and after, before anything is written. */
export function usePricePreview(firstRun: FirstRun, open: boolean) {
  return useQuery({
    queryKey: dashboardKeys.preview,
    queryFn: ({ signal }) =>
      call(
        previewClaim,
        { body: { selection: practiceSelection(firstRun), edits: firstPrices, limit: previewMax } },
        { signal },
      ),
    enabled: open,
    staleTime: 0,
  });
}

/** Claims the products shown in the preview; if those were not all, claims by filter in a run. */
export function useClaimPractice() {
  return useStep(({ firstRun, shown }: { firstRun: FirstRun; shown: ClaimSample }) => {
    const whole = shown.sample.length === shown.count && shown.count > 0;
    const selection = whole ? { ids: shown.sample.map(({ id }) => id) } : practiceSelection(firstRun);
    const expected = whole ? {} : { expected: shown.count };
    return call(claimCollected, { body: { selection, ...expected, edits: firstPrices } });
  });
}

/** Lists the claimed products of the practice shop to the practice store. */
export function useListPractice() {
  return useStep(async ({ shopAddress, storeId }: FirstRun) => {
    if (storeId === null) {
      throw failureOf('store.not-found', {});
    }
    const filter = { sources: [new URL(shopAddress).host] };
    await call(startListing, { body: { storeIds: [storeId], selection: { filter, except: [] } } });
  });
}

export function useHideFirstRun() {
  return useStep(() => call(hideFirstRun));
}
