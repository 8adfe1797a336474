import type { ConflictRow, Recollected } from '@bowerbird/contract/collect/recollect';
import { hasEnded } from '@bowerbird/contract/runs';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useLocation, useParams } from 'react-router';
import { useConflictsOf, useRecollected } from '../../lib/data/use-recollected.ts';
import { usePageRun, usePageTitle, useUnsavedGuard } from '../../lib/page.ts';
import { useMay } from '../../lib/person/session.ts';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { RecollectedFigures } from '../../ui/charts/recollected-figures.tsx';
import { Notice, SectionFault } from '../../ui/feedback/fault-row.tsx';
import { NotHere } from '../../ui/feedback/page-fault.tsx';
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx';
import { StateGlyph } from '../../ui/feedback/state-glyph.tsx';
import { Icon } from '../../ui/images/icon.tsx';
import { PlatformMark } from '../../ui/images/platform-mark.tsx';
import { Grid, Row, Stack } from '../../ui/layout/box.tsx';
import { FootBar } from '../../ui/layout/foot-bar.tsx';
import { PageHead } from '../../ui/layout/page-head.tsx';
import { useNarrow } from '../../ui/layout/use-narrow.ts';
import { Text } from '../../ui/text/text.tsx';
import { ConflictList } from './conflict-list.tsx';
import { ConflictProduct } from './conflict-product.tsx';
import { FollowedDrawer } from './followed-drawer.tsx';
import { NothingToDecide } from './nothing-to-decide.tsx';
import { useConflicts } from './queries.ts';
import { RulesDrawer } from './rules-drawer.tsx';
import { useDecisions } from './use-decisions.ts';
import { useKeys } from './use-keys.ts';
import { useMerge } from './use-merge.ts';
import './recollect.css';
import { ShopName } from '../../ui/text/shop-name.tsx';

/**
 * Results of a re-collect: what followed the source, what was kept, and what both sides changed, to be decided field by
 * field.
 */
export default function RecollectPage() {
  const { run = 'all' } = useParams();
  return <Merging key={run} runId={run === 'all' ? null : run} />;
}

function Merging({ runId }: { runId: string | null }) {
  const text = useText();
  const may = useMay();
  const narrow = useNarrow();
  const { search } = useLocation();
  const wanted = useMemo(() => new URLSearchParams(search).get('product'), [search]);
  const recollected = useRecollected(runId);
  const list = useConflicts(runId, may('products', 'query'));
  const rows = useMemo(() => list.data?.pages.flatMap(({ items }) => items) ?? [], [list.data]);
  const total = list.data?.pages[0]?.total ?? 0;
  const decisions = useDecisions();
  const merge = useMerge(decisions);
  const [chosen, setChosen] = useState<string | null>(wanted);
  const [drawer, setDrawer] = useState<'changes' | 'rules' | null>(null);
  const mayDecide = may('products', 'edit');
  const changes = runId === null ? null : (recollected.data?.editSetId ?? null);
  // A link to one product without conflicts opens the list of its changes.
  const ofWanted = useConflictsOf(wanted);
  const [met, setMet] = useState(false);
  if (!met && ofWanted.data === null && changes !== null) {
    setMet(true);
    setDrawer('changes');
  } else if (!met && ofWanted.data) {
    setMet(true);
  }

  const current = rows.find(({ productId }) => productId === chosen) ?? (narrow ? undefined : rows[0]);
  const ended = recollected.data ? hasEnded(recollected.data.run) : true;
  const waiting = list.data === undefined ? null : fieldsIn(list.data.pages[0]);
  usePageRun(ended ? null : runId);
  usePageTitle(waiting === null || waiting === 0 ? null : text('recollect.tab', { n: waiting }));
  useUnsavedGuard(decisions.count, merge.write);

  const more =
    list.hasNextPage === true
      ? { loading: list.isFetchingNextPage, load: () => void list.fetchNextPage() }
      : null;
  const go = (step: 1 | -1) => {
    const at = rows.findIndex(({ productId }) => productId === current?.productId);
    const next = rows[at + step];
    if (next !== undefined) {
      setChosen(next.productId);
      showRow(next);
    }
    if (more !== null && at + step >= rows.length - 5 && !more.loading) {
      more.load();
    }
  };
  useKeys({ j: () => go(1), k: () => go(-1) });

  if (recollected.data === null) {
    return <NotHere />;
  }
  return (
    <div className="page">
      <PageHead
        title={text('menu.collect.merge')}
        hint={<Hint runId={runId} of={recollected.data ?? null} />}
        actions={
          <>
            <Button onClick={() => setDrawer('rules')}>{text('recollect.rules')}</Button>
            {changes !== null && (
              <Button onClick={() => setDrawer('changes')}>{text('recollect.changes')}</Button>
            )}
          </>
        }
      />
      <Stack className="merge" gap={24}>
        {recollected.isError && (
          <SectionFault failure={recollected.error} onRetry={() => void recollected.refetch()} />
        )}
        {!ended && (
          <Notice tone="neutral" before={<StateGlyph state="running" />}>
            {text('recollect.running')}
          </Notice>
        )}
        {recollected.data && ended && !(narrow && current !== undefined) && (
          <RecollectedFigures of={recollected.data} />
        )}
        {list.isError && rows.length === 0 ? (
          <SectionFault failure={list.error} onRetry={() => void list.refetch()} />
        ) : list.isLoading || recollected.isLoading ? (
          <SkeletonRows rows={6} />
        ) : rows.length === 0 ? (
          ended && <NothingToDecide of={recollected.data ?? null} ofAll={runId === null} />
        ) : (
          <Grid
            className="merge-columns"
            gap={20}
            oneUnder={768}
            columns="312px minmax(0, 1fr)"
            align="start"
          >
            {(!narrow || current === undefined) && (
              <ConflictList
                rows={rows}
                total={total}
                currentId={current?.productId ?? null}
                decisions={decisions}
                stale={merge.stale}
                ofAll={runId === null}
                onOpen={(row) => setChosen(row.productId)}
                more={more}
              />
            )}
            {current !== undefined && (
              <div className="merge-main">
                {narrow && (
                  <Button type="text" icon={<Icon name="left" />} onClick={() => setChosen(null)}>
                    {text('recollect.back')}
                  </Button>
                )}
                <ConflictProduct
                  key={current.productId}
                  productId={current.productId}
                  decisions={decisions}
                  mayDecide={mayDecide}
                  stale={merge.stale.has(current.productId)}
                  busy={merge.busy}
                  onSimilar={(request) => void merge.similar(request)}
                />
              </div>
            )}
          </Grid>
        )}
      </Stack>
      {rows.length > 0 && mayDecide && (
        <FootBar
          actions={
            <Button type="primary" loading={merge.busy} onClick={() => void merge.write()}>
              {decisions.all.length === 0
                ? text('recollect.write.zero')
                : text('recollect.write', { n: decisions.all.length })}
            </Button>
          }
        >
          <KeysLine />
        </FootBar>
      )}
      {runId !== null && (
        <FollowedDrawer
          runId={runId}
          editSetId={recollected.data?.editSetId ?? null}
          open={drawer === 'changes'}
          onClose={() => setDrawer(null)}
        />
      )}
      <RulesDrawer open={drawer === 'rules'} onClose={() => setDrawer(null)} />
    </div>
  );
}

/** Which source was read, and when. */
function Hint({ runId, of }: { runId: string | null; of: Recollected | null }) {
  const text = useText();
  const format = useFormat();
  if (runId === null) {
    return text('recollect.all.hint');
  }
  if (of === null) {
    return null;
  }
  const at = of.run.endedAt ?? of.run.createdAt;
  return (
    <Row as="span" inline wrap align="center" gap={[4, 8]}>
      <PlatformMark platform={of.platform} size={16} />
      <span>
        <ShopName shop={of.shop} />
      </span>
      <span title={format.full(at)}>{format.relative(at)}</span>
    </Row>
  );
}

function KeysLine() {
  const text = useText();
  return (
    <>
      <span>{text('recollect.foot')}</span>
      <Text className="merge-keys" nowrap aria-hidden="true">
        <kbd>1</kbd> {text('recollect.key.source')} <kbd>2</kbd> {text('recollect.key.mine')} <kbd>J</kbd>{' '}
        {text('recollect.key.next')}
      </Text>
    </>
  );
}

function fieldsIn(page: { fields: { count: number }[] } | undefined): number {
  return (page?.fields ?? []).reduce((sum, { count }) => sum + count, 0);
}

function showRow({ productId }: ConflictRow): void {
  document.querySelector(`[data-product="${CSS.escape(productId)}"]`)?.scrollIntoView?.({ block: 'nearest' });
}
