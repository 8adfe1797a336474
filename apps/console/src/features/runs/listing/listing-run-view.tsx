import type { ItemState, ListingRun } from '@bowerbird/contract/listing/listing';
import { downloadListingResults } from '@bowerbird/contract/listing/listing';
import { hasEnded, type Run } from '@bowerbird/contract/runs';
import { Button } from 'antd';
import { useState } from 'react';
import { addressOf } from '../../../lib/api/call.ts';
import { runPath } from '../../../lib/data/use-runs.tsx';
import { usePage } from '../../../lib/page.ts';
import { useMay } from '../../../lib/person/session.ts';
import { useFormat } from '../../../lib/text/format.ts';
import type { PlainTextKey } from '../../../lib/text/text.ts';
import { useText } from '../../../lib/text/text.ts';
import { Notice, SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonPage } from '../../../ui/feedback/skeleton.tsx';
import { StateGlyph } from '../../../ui/feedback/state-glyph.tsx';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { Icon } from '../../../ui/images/icon.tsx';
import { Box, Grid } from '../../../ui/layout/box.tsx';
import { Drawer } from '../../../ui/layout/drawer.tsx';
import { TabRow } from '../../../ui/layout/tab-row.tsx';
import { useMedia } from '../../../ui/layout/use-narrow.ts';
import type { Focus } from '../focus.ts';
import { ItemsTable } from '../items-table.tsx';
import { useListingRun, useRetryListing } from '../queries.ts';
import { PausedStores } from '../rejections/paused-stores.tsx';
import { useRejectionReasons } from '../rejections/queries.ts';
import { ReasonsBox } from '../rejections/reasons-box.tsx';
import { RunHead } from '../run-head.tsx';
import { useHoldText } from '../run-kinds.ts';
import { UndoAction } from '../undo/undo-action.tsx';
import { UndoBox } from '../undo/undo-box.tsx';
import { JournalPanel } from './journal-panel.tsx';
import { ListingCertificateBox } from './listing-certificate.tsx';
import { StoreJob } from './store-job.tsx';

/**
 * A listing run: progress for each store, every product with its state in each, and the journal of the selected one.
 */
export function ListingRunView({ run: known }: { run: Run }) {
  const listing = useListingRun(known.id);
  if (listing.data === undefined) {
    return listing.isError ? (
      <div className="page">
        <SectionFault failure={listing.error} onRetry={() => void listing.refetch()} />
      </div>
    ) : (
      <SkeletonPage shape="run" />
    );
  }
  const run = known.version > listing.data.run.version ? known : listing.data.run;
  return <ListingRunBody listing={{ ...listing.data, run }} />;
}

const tabStates = ['waiting', 'sent', 'listed', 'refused'] as const;
/** Shown even if zero, once the run has ended. */
const lastingStates: readonly ItemState[] = ['listed', 'done', 'refused'];
const actionStates = ['waiting', 'sent', 'done', 'refused'] as const;
const rareStates = ['done', 'verifying', 'intended', 'conflict', 'gone', 'cancelled'] as const;

function ListingRunBody({ listing }: { listing: ListingRun }) {
  const text = useText();
  const format = useFormat();
  const { run, storeJobs, counts, certificate, dryRun, action } = listing;
  const [tab, setTab] = useState<ItemState | 'all'>('all');
  const [focus, setFocus] = useState<Focus | null>(null);
  const [cause, setCause] = useState<string | null>(null);
  const reasons = useRejectionReasons(listing).data?.reasons ?? [];
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const shownStates: ItemState[] = [
    ...(action === 'list' ? tabStates : actionStates).filter(
      (state) => counts[state] > 0 || !hasEnded(run) || lastingStates.includes(state),
    ),
    ...rareStates.filter((state) => counts[state] > 0 && (state !== 'done' || action === 'list')),
  ];
  const stacked = useMedia('(max-width: 1099.98px)');
  const [reading, setReading] = useState(false);
  const journal = <JournalPanel listing={listing} focus={focus} onFocus={setFocus} />;
  const proof = certificate !== null && (
    <ListingCertificateBox runId={run.id} certificate={certificate} gone={counts.gone} />
  );
  const undo = <UndoBox listing={listing} enabled={!dryRun && (action === 'undo' || hasEnded(run))} />;

  return (
    <div className="page run-page">
      <RunHead
        run={run}
        notes={[
          ...(dryRun ? [text('runs.dry')] : []),
          text('runs.products', { n: listing.products }),
          ...(storeJobs.length > 1 ? [text('runs.listings', { n: total })] : []),
        ]}
        actions={
          <>
            <ResultActions listing={listing} />
            {action === 'list' && !dryRun && <UndoAction listing={listing} />}
          </>
        }
      />
      <RunNotice listing={listing} />
      <PausedStores listing={listing} reasons={reasons} />
      <Grid
        as="section"
        columns="repeat(auto-fit, minmax(min(280px, 100%), 1fr))"
        gap={14}
        mb={18}
        aria-label={text('runs.storeJobs')}
      >
        {storeJobs.map((storeJob) => (
          <StoreJob
            key={storeJob.storeId}
            storeJob={storeJob}
            run={run}
            dryRun={dryRun}
            alone={storeJobs.length === 1}
          />
        ))}
      </Grid>
      <ReasonsBox
        listing={listing}
        reasons={reasons}
        chosen={cause}
        onChoose={(chosen) => {
          setCause(chosen);
          setTab(chosen === null ? 'all' : 'refused');
          setFocus(null);
        }}
      />
      {stacked && (
        <Grid
          className="run-reported"
          columns="repeat(auto-fit, minmax(min(280px, 100%), 1fr))"
          align="start"
          gap={14}
          mb={18}
        >
          {proof}
          {undo}
        </Grid>
      )}
      <Grid oneUnder={1100} columns="minmax(0, 1fr) 320px" align="start" gap={28}>
        <Box className="run-main" shrink>
          <TabRow<ItemState | 'all'>
            label={text('runs.states')}
            value={tab}
            onChange={(chosen) => {
              setTab(chosen);
              setCause(null);
              setFocus(null);
            }}
            tabs={[
              { key: 'all', title: text('runs.all'), count: format.number(total) },
              ...shownStates.map((state) => ({
                key: state,
                title: text(dryRun && state === 'listed' ? 'runs.dry.listed' : nameOf(state, action)),
                before: <StateGlyph state={state === 'done' && action === 'list' ? 'delisted' : state} />,
                count: format.number(counts[state]),
              })),
            ]}
            end={<RetryButton listing={listing} />}
          />
          <ItemsTable
            key={`${tab} ${cause ?? ''}`}
            listing={listing}
            state={tab}
            cause={cause}
            focus={focus}
            onFocus={setFocus}
            onPick={() => setReading(true)}
          />
        </Box>
        {stacked ? (
          <Drawer title={text('runs.journal')} width={480} open={reading} onClose={() => setReading(false)}>
            {journal}
          </Drawer>
        ) : (
          <Grid
            as="aside"
            className="run-side"
            gap={20}
            maxH="calc(100dvh - var(--sticky-top) - 24px)"
            pb={12}
            overflow="auto"
            aria-label={text('runs.journal')}
          >
            {journal}
            {proof}
            {undo}
          </Grid>
        )}
      </Grid>
    </div>
  );
}

/** Names the state "done" after the run's action. */
function nameOf(state: ItemState, action: ListingRun['action']): PlainTextKey {
  // In a listing run, "done" means a product that a person delisted, which the run leaves unchanged.
  return state !== 'done' ? `state.${state}` : action === 'list' ? 'state.delisted' : `runs.did.${action}`;
}

function ResultActions({ listing: { run } }: { listing: ListingRun }) {
  const text = useText();
  return (
    <Button
      icon={<Icon name="download" />}
      href={addressOf(downloadListingResults, { params: { id: run.id } })}
      download
    >
      {text('runs.resultFile')}
    </Button>
  );
}

/** Lists again only what failed; available once the run has ended. */
function RetryButton({ listing: { run, counts, dryRun, action } }: { listing: ListingRun }) {
  const text = useText();
  const may = useMay();
  const page = usePage();
  const reportFailure = useReportFailure();
  const retry = useRetryListing(run.id);
  const left = Object.values(counts).reduce((sum, count) => sum + count, 0) - counts.listed - counts.gone;
  if (action !== 'list' || dryRun || !hasEnded(run) || left === 0 || !may('listing', 'add')) {
    return null;
  }
  return (
    <Button
      loading={retry.isPending}
      onClick={() =>
        retry.mutate(undefined, {
          onError: reportFailure,
          onSuccess: ({ runId }) => page.open(runPath(runId)),
        })
      }
    >
      {text('runs.retry', { n: left })}
    </Button>
  );
}

/** Why the run is paused or ended early, in one sentence. */
function RunNotice({ listing: { run, storeJobs, dryRun } }: { listing: ListingRun }) {
  const text = useText();
  const page = usePage();
  const may = useMay();
  const holdText = useHoldText();
  const isOtherwise = run.fault?.code !== 'listing.fails-similar';
  if (run.fault !== null && isOtherwise && ['held', 'paused', 'failed', 'partial'].includes(run.state)) {
    const lost = run.fault.code === 'store.access-denied' && may('stores', 'edit');
    const held = storeJobs.find(({ fault }) => fault !== null && fault.code === run.fault?.code);
    return (
      <Box mb={16} role={run.state === 'failed' ? 'alert' : 'status'}>
        <Notice
          tone="amber"
          before={<StateGlyph state={run.state} />}
          act={
            lost && (
              <Button size="small" onClick={() => page.open('/list/card')}>
                {text('runs.reconnect')}
              </Button>
            )
          }
        >
          {holdText(run.fault, run, held?.storeName)}
        </Notice>
      </Box>
    );
  }
  return dryRun ? (
    <Box mb={16}>
      <Notice tone="neutral">{text('runs.dry.note')}</Notice>
    </Box>
  ) : null;
}
