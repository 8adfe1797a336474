import type { ListingRun, ListingStoreJob } from '@bowerbird/contract/listing/listing';
import type { RejectionReason } from '@bowerbird/contract/listing/rejections';
import { cancelStoreJob, continueStoreJob } from '@bowerbird/contract/listing/rejections';
import { hasEnded } from '@bowerbird/contract/runs';
import { Button } from 'antd';
import { useMay } from '../../../lib/person/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { useConfirm } from '../../../ui/feedback/dialog.tsx';
import { StateGlyph } from '../../../ui/feedback/state-glyph.tsx';
import { PlatformMark } from '../../../ui/images/platform-mark.tsx';
import { Grid, Row } from '../../../ui/layout/box.tsx';
import { useChangeStoreJob } from './queries.ts';
import { useReasonText } from './reason-text.ts';
import { RemedyButton } from './remedy-button.tsx';
import './rejections.css';

/** Reports whether a store's part of a run is paused because the store rejects all products for the same reason. */
export function isPausedForSameReason({ state, fault }: Pick<ListingStoreJob, 'state' | 'fault'>): boolean {
  return state === 'held' && fault?.code === 'listing.fails-similar';
}

interface PausedStoresProps {
  listing: ListingRun;
  reasons: readonly RejectionReason[];
}

/**
 * Each store whose part of the run is paused because it rejects all products for the same reason: the cause, the
 * remedy, and how to resume.
 */
export function PausedStores({ listing, reasons }: PausedStoresProps) {
  const paused = hasEnded(listing.run) ? [] : listing.storeJobs.filter(isPausedForSameReason);
  return paused.map((storeJob) => (
    <PausedStore key={storeJob.storeId} listing={listing} storeJob={storeJob} reasons={reasons} />
  ));
}

function PausedStore({
  listing: { run },
  storeJob,
  reasons,
}: PausedStoresProps & { storeJob: ListingStoreJob }) {
  const text = useText();
  const may = useMay();
  const confirm = useConfirm();
  const change = useChangeStoreJob(run.id);
  const reasonText = useReasonText();
  const { storeId, storeName, counts } = storeJob;
  const params = storeJob.fault?.params ?? {};
  const cause = reasons.find((each) => each.cause === params.cause);
  const { sentence } = reasonText({ code: String(params.reason ?? ''), params }, null);
  const cancel = async () => {
    const isSure = await confirm({
      title: text('runs.paused.cancel.title', { store: storeName }),
      content: text('runs.paused.cancel.content', { n: counts.waiting }),
      confirm: text('runs.paused.cancel'),
      danger: true,
    });
    if (isSure) {
      change.mutate({ route: cancelStoreJob, storeId });
    }
  };
  return (
    <Grid
      as="section"
      className="paused-store"
      columns="auto minmax(0, 1fr) auto"
      align="start"
      gap={[4, 12]}
      p={[14, 16]}
      mb={16}
      radius="l"
      ground="amber-s"
      role="alert"
      aria-label={text('runs.paused.label', { store: storeName })}
    >
      <StateGlyph state="paused" size={18} />
      <div className="paused-store-text">
        <h2>
          <PlatformMark platform={storeJob.platform} size={18} />
          {text('runs.paused.title', { store: storeName, n: Number(params.count ?? 0) })}
        </h2>
        <p>{sentence}</p>
        <p className="quiet">{text('runs.paused.rest', { n: counts.waiting })}</p>
      </div>
      {may('runs', 'edit') && (
        <Row className="paused-store-actions" wrap justify="end" gap={8}>
          <RemedyButton remedy={cause?.remedy ?? null} />
          <Button
            loading={change.isPending}
            onClick={() => change.mutate({ route: continueStoreJob, storeId })}
          >
            {text('runs.paused.continue')}
          </Button>
          <Button danger disabled={change.isPending} onClick={() => void cancel()}>
            {text('runs.paused.cancel')}
          </Button>
        </Row>
      )}
    </Grid>
  );
}
