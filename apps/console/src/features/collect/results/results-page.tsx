import type { CollectedRow } from '@bowerbird/contract/collect/collected';
import { hasEnded } from '@bowerbird/contract/runs';
import { Button } from 'antd';
import type { KeyboardEvent } from 'react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { usePlatformPath, usePlatformScope } from '../../../lib/data/platform-scope.ts';
import { useCurrentRuns } from '../../../lib/data/use-runs.tsx';
import { useSetting } from '../../../lib/kept/settings.ts';
import { usePage } from '../../../lib/page.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonCards, SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { StateGlyph } from '../../../ui/feedback/state-glyph.tsx';
import { Box } from '../../../ui/layout/box.tsx';
import { PageHead } from '../../../ui/layout/page-head.tsx';
import { TabRow } from '../../../ui/layout/tab-row.tsx';
import { isTyping } from '../../../ui/table/typing.ts';
import { useCountedSelection } from '../../../ui/table/use-counted-selection.ts';
import { usePluginArrivals } from '../address/use-plugin-arrivals.ts';
import { ClaimLines } from '../claiming/claim-lines.tsx';
import { useClaim } from '../claiming/use-claim.ts';
import { useClaimRuns } from '../claiming/use-claim-runs.ts';
import type { CollectedOrder } from '../queries.ts';
import { useCollected, useReadAgain, wholeCollectedCount } from '../queries.ts';
import { FailedList } from '../run/failed-list.tsx';
import { CompareDialog } from './compare-dialog.tsx';
import { DuplicateGroups } from './duplicate-groups.tsx';
import { GoodCards } from './good-cards.tsx';
import { NothingHere } from './nothing-here.tsx';
import { ResultsBulk } from './results-bulk.tsx';
import type { ResultsConditions, ResultsTab } from './results-filter.ts';
import { filterOf, isFiltered, noConditions } from './results-filter.ts';
import { ResultsTable } from './results-table.tsx';
import type { ResultsView } from './results-toolbar.tsx';
import { ResultsToolbar } from './results-toolbar.tsx';
import { useConfirmSelection } from './use-confirm-selection.ts';
import './results-page.css';

const states: ResultsTab[] = ['all', 'unclaimed', 'claimed', 'failed'];

/** The collected products, by state: select, compare, claim or delete them. */
export default function ResultsPage() {
  usePluginArrivals();
  const text = useText();
  const page = usePage();
  const format = useFormat();
  const { search } = useLocation();
  const scope = usePlatformScope();
  const collectPage = usePlatformPath('ProductCollect', '/collect/product');
  const { runId, source, opens } = useMemo(() => {
    const query = new URLSearchParams(search);
    const [run, shop] = [query.get('run'), query.get('source')];
    const isOfOne = query.get('state') !== 'unclaimed' && (run !== null || shop !== null);
    return { runId: run, source: shop, opens: isOfOne ? ('all' as const) : ('unclaimed' as const) };
  }, [search]);
  const [tab, setTab] = useState<ResultsTab>(opens);
  const [conditions, setConditions] = useState<ResultsConditions>({
    ...noConditions,
    runId,
    sources: source === null ? [] : [source],
  });
  const [order, setOrder] = useState<CollectedOrder>({ sort: 'collected', direction: 'desc' });
  const [kept, keepView] = useSetting('collected_view');
  const view: ResultsView = kept === 'table' ? 'table' : 'cards';
  const [compared, setCompared] = useState<CollectedRow | null>(null);
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set());

  const listed = tab === 'failed' ? 'all' : tab;
  const platform = scope?.platform;
  const filter = useMemo(
    () => ({
      ...filterOf(listed, conditions),
      ...(platform === undefined ? {} : { platforms: [platform] }),
    }),
    [listed, conditions, platform],
  );
  const results = useCollected(filter, order);
  const [first] = results.data?.pages ?? [];
  const rows = useMemo(() => results.data?.pages.flatMap(({ items }) => items) ?? [], [results.data]);
  const { selection, total, isCounted } = useCountedSelection(first, wholeCollectedCount(filter));
  const changing = useConfirmSelection(selection);
  useReadWhenRunsEnd();

  const claims = useClaimRuns();
  const claim = useClaim({
    onClaimed: (claimed, startedRun) => {
      selection.clear();
      if (startedRun !== null) {
        // The run claims them one after the other; until then they stay listed.
        claims.follow(startedRun);
      } else if (tab === 'unclaimed' && 'ids' in claimed) {
        setLeaving(new Set(claimed.ids));
      }
    },
  });
  // Who left comes back when a claim is undone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: settles with every reading of the box.
  useEffect(() => setLeaving(new Set()), [results.dataUpdatedAt]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (isTyping(event.target) || tab === 'failed') {
      return;
    }
    if ((event.ctrlKey || event.metaKey) && event.key === 'a') {
      event.preventDefault();
      selection.selectAllMatching();
    } else if (event.key === 'Escape') {
      selection.clear();
    } else if (event.key === '/') {
      event.preventDefault();
      event.currentTarget
        .querySelector<HTMLElement>('[data-page-search] input, input[data-page-search]')
        ?.focus();
    }
  };
  const countOf = (state: ResultsTab) => {
    if (first === undefined) {
      return undefined;
    }
    const count = first.counts[state];
    const isEstimate =
      state === listed ? first.totalIsEstimate : first.countsAreEstimates && state !== 'failed';
    if (isEstimate) {
      return count === 0 ? undefined : text('collect.count.more', { n: format.number(count) });
    }
    return format.number(count);
  };
  const shown = {
    rows,
    total,
    selection,
    onOpen: (row: CollectedRow) => page.open(`/collect/results/${row.id}`),
    onCompare: setCompared,
    onEnd: () => {
      if (results.hasNextPage && !results.isFetchingNextPage) {
        void results.fetchNextPage();
      }
    },
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the whole page; each has its button too.
    <div className="page" onKeyDown={onKeyDown}>
      <PageHead
        title={text('menu.collect.results')}
        actions={
          <Button type={rows.length === 0 ? 'default' : 'primary'} onClick={() => page.open(collectPage)}>
            {text('collect.box.collect')}
          </Button>
        }
      />
      <TabRow
        label={text('collect.box.states')}
        value={tab}
        onChange={(next) => changing(() => setTab(next))}
        tabs={states.map((state) => ({
          key: state,
          title: text(state === 'all' ? 'collect.box.all' : `state.${state}`),
          before: state === 'all' ? undefined : <StateGlyph state={state} />,
          count: countOf(state),
        }))}
      />
      {tab === 'failed' ? (
        <FailedList />
      ) : (
        <>
          <ResultsToolbar
            conditions={conditions}
            onConditions={(next) => changing(() => setConditions(next))}
            sources={(first?.sources ?? []).filter(
              (source) => platform === undefined || source.platform === platform,
            )}
            duplicateGroups={first?.duplicateGroups ?? 0}
            hasMoreDuplicateGroups={first?.duplicateGroupsIsEstimate ?? false}
            platform={platform}
            order={order}
            onOrder={setOrder}
            view={view}
            onView={keepView}
          />
          {conditions.duplicatesOnly && (
            <DuplicateGroups
              platform={platform}
              onBack={() => changing(() => setConditions({ ...conditions, duplicatesOnly: false }))}
              onOpen={shown.onOpen}
              onCompare={setCompared}
              onClaim={(id) => claim.mutate({ selection: { ids: [id] }, count: 1, edits: [] })}
            />
          )}
          <Box
            className="results-body"
            relative
            minH={320}
            hidden={conditions.duplicatesOnly}
            aria-busy={results.isFetching}
          >
            {results.error !== null && first === undefined && (
              <SectionFault failure={results.error} onRetry={() => void results.refetch()} />
            )}
            {first === undefined &&
              results.error === null &&
              (view === 'cards' ? <SkeletonCards /> : <SkeletonRows />)}
            {first !== undefined && rows.length === 0 && (
              <NothingHere
                tab={tab}
                filtered={isFiltered(conditions)}
                inAll={first.counts.all}
                moreInAll={first.countsAreEstimates}
                claiming={claims.running}
                onAll={() => setTab('all')}
                onClear={() => setConditions(noConditions)}
              />
            )}
            {rows.length > 0 && view === 'cards' && <GoodCards {...shown} leaving={leaving} />}
            {rows.length > 0 && view === 'table' && (
              <ResultsTable
                {...shown}
                platform={platform}
                order={order}
                onOrder={setOrder}
                loadingMore={results.isFetchingNextPage}
              />
            )}
          </Box>
          <ResultsBulk
            selection={selection}
            total={total}
            isCounted={isCounted}
            filter={filter}
            filtered={isFiltered(conditions)}
            claim={claim}
          />
          <ClaimLines runIds={claims.shown} onDismiss={claims.dismiss} />
          {(selection.count > 0 || claims.shown.length > 0) && <div style={{ height: 72 }} />}
        </>
      )}
      <CompareDialog
        row={compared}
        onClose={() => setCompared(null)}
        onClaim={(id) => {
          setCompared(null);
          claim.mutate({ selection: { ids: [id] }, count: 1, edits: [] });
        }}
      />
    </div>
  );
}

/** Reloads the box when a collecting or claiming run ends. */
function useReadWhenRunsEnd(): void {
  const readAgain = useReadAgain();
  const ended = useCurrentRuns()
    .filter((run) => (run.kind === 'collect' || run.kind === 'claim') && hasEnded(run))
    .map(({ id }) => id)
    .join(' ');
  const before = useRef(ended);
  useEffect(() => {
    if (before.current !== ended) {
      before.current = ended;
      readAgain();
    }
  }, [ended, readAgain]);
}
