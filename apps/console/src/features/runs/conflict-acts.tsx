import type { ListingRun } from '@bowerbird/contract/listing';
import {
  type conflictChoices,
  heldCodes,
  resolveListingConflicts,
} from '@bowerbird/contract/listing-conflicts';
import type { BodyOf } from '@bowerbird/contract/route';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox } from 'antd';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { usePage } from '../../lib/page.ts';
import { useMay } from '../../lib/session.ts';
import { useText } from '../../lib/text.ts';
import { runKeys, runPath } from '../../lib/use-runs.tsx';
import { useTellFailure } from '../../ui/use-tell-failure.ts';
import type { Place } from './place-cell.tsx';
import { hasEnded } from './queries.ts';

type Choice = (typeof conflictChoices)[number];

/** Another product of the store stands in the way: the two ways past it, for this product or for all that were told the same. */
export function ConflictActs({ listing, place }: { listing: ListingRun; place: Place }) {
  const text = useText();
  const may = useMay();
  const page = usePage();
  const [alike, setAlike] = useState(false);
  const resolve = useResolveConflicts();
  const code = heldCodes.find((each) => each === place.fault?.code);
  const { listingId } = place;
  if (!code || listingId === null || listing.dryRun || !hasEnded(listing.run) || !may('listing', 'edit')) {
    return null;
  }
  const many = listing.counts.conflict + listing.counts.refused > 1;
  const choose = (choice: Choice) =>
    resolve.mutate(
      { which: alike ? { runId: listing.run.id, code } : { listingIds: [listingId] }, choice },
      { onSuccess: ({ runIds: [first] }) => first !== undefined && page.open(runPath(first)) },
    );
  const canAdopt = place.state === 'conflict' && code !== 'store.trash-holds-sku';
  return (
    <fieldset className="conflict-acts">
      <legend className="caption">{text('runs.conflict.title')}</legend>
      <div className="conflict-buttons">
        {canAdopt && (
          <Button size="small" disabled={resolve.isPending} onClick={() => choose('adopt')}>
            {text('runs.conflict.adopt')}
          </Button>
        )}
        <Button size="small" disabled={resolve.isPending} onClick={() => choose('rename')}>
          {text(code === 'store.handle-taken' ? 'runs.conflict.rename.handle' : 'runs.conflict.rename.sku')}
        </Button>
      </div>
      {many && (
        <Checkbox checked={alike} onChange={(event) => setAlike(event.target.checked)}>
          {text('runs.conflict.alike')}
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
    </fieldset>
  );
}

function useResolveConflicts() {
  const cache = useQueryClient();
  const tell = useTellFailure();
  return useMutation({
    mutationFn: (body: BodyOf<typeof resolveListingConflicts>) => call(resolveListingConflicts, { body }),
    onError: tell,
    onSettled: () => cache.invalidateQueries({ queryKey: runKeys.all }),
  });
}
