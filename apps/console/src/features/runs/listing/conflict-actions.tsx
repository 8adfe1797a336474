import {
  type conflictChoices,
  heldCodes,
  resolveListingConflicts,
} from '@bowerbird/contract/listing/conflicts';
import type { ListingRun } from '@bowerbird/contract/listing/listing';
import type { BodyOf } from '@bowerbird/contract/route';
import { hasEnded } from '@bowerbird/contract/runs';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox } from 'antd';
import { useId, useState } from 'react';
import { call } from '../../../lib/api/call.ts';
import { runKeys, runPath } from '../../../lib/data/use-runs.tsx';
import { usePage } from '../../../lib/page.ts';
import { useMay } from '../../../lib/person/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { Grid, Row } from '../../../ui/layout/box.tsx';
import { CopyButton } from '../../../ui/text/copy-button.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { useJournal } from '../queries.ts';
import type { Place } from './place-cell.tsx';

type Choice = (typeof conflictChoices)[number];

/**
 * Another product of the store blocks the listing: two ways to solve it, for this product or for all with the same
 * error.
 */
export function ConflictActions({ listing, place }: { listing: ListingRun; place: Place }) {
  const text = useText();
  const may = useMay();
  const page = usePage();
  const [similar, setSimilar] = useState(false);
  const resolve = useResolveConflicts();
  const toast = useToast();
  const title = useId();
  const code = heldCodes.find((each) => each === place.fault?.code);
  const { listingId } = place;
  const held = code !== undefined && !listing.dryRun && hasEnded(listing.run) && may('listing', 'edit');
  // If it was decided meanwhile, or ended by another run, there is nothing to decide.
  const stands = useJournal(listing.run.id, held ? listingId : null).data?.state === place.state;
  if (!held || !stands || listingId === null) {
    return null;
  }
  const holder = holderOf(place);
  const many = listing.counts.conflict + listing.counts.refused > 1;
  const choose = (choice: Choice) =>
    resolve.mutate(
      { which: similar ? { runId: listing.run.id, code } : { listingIds: [listingId] }, choice },
      {
        onSuccess: ({ runIds: [first] }) =>
          first === undefined
            ? toast({ state: 'partial', text: text('runs.conflict.none') })
            : page.open(runPath(first)),
      },
    );
  const canAdopt = place.state === 'conflict' && code !== 'store.trash-holds-sku';
  return (
    <Grid as="section" className="box conflict-actions" gap={8} aria-labelledby={title}>
      <Text as="h3" font="small" weight={600} id={title}>
        {text('runs.conflict.title')}
      </Text>
      {holder !== undefined && (
        <p className="caption">
          {text('runs.conflict.holder')} <CopyButton value={holder} />
        </p>
      )}
      <Row className="conflict-buttons" wrap gap={8}>
        {canAdopt && (
          <Button size="small" disabled={resolve.isPending} onClick={() => choose('adopt')}>
            {text('runs.conflict.adopt')}
          </Button>
        )}
        <Button size="small" disabled={resolve.isPending} onClick={() => choose('rename')}>
          {text(code === 'store.handle-taken' ? 'runs.conflict.rename.handle' : 'runs.conflict.rename.sku')}
        </Button>
      </Row>
      {many && (
        <Checkbox checked={similar} onChange={(event) => setSimilar(event.target.checked)}>
          {text('runs.conflict.similar')}
        </Checkbox>
      )}
      <p className="caption">
        {text(
          code === 'store.trash-holds-sku'
            ? 'runs.conflict.trash'
            : canAdopt
              ? 'runs.conflict.about'
              : 'runs.conflict.rename.about',
        )}
      </p>
    </Grid>
  );
}

/** Returns the store's own id of the blocking product, if the store gave one. */
function holderOf({ fault }: Place): string | undefined {
  const holder = String(fault?.params.holder ?? '');
  return holder.split('/').at(-1) || undefined;
}

function useResolveConflicts() {
  const cache = useQueryClient();
  const reportFailure = useReportFailure();
  return useMutation({
    mutationFn: (body: BodyOf<typeof resolveListingConflicts>) => call(resolveListingConflicts, { body }),
    onError: reportFailure,
    onSettled: () => cache.invalidateQueries({ queryKey: runKeys.all }),
  });
}
