import type { ListingPlace, ListingStateRow } from '@bowerbird/contract/listing/states';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { useText } from '../../lib/text/text.ts';
import { SkeletonLines } from '../../ui/feedback/skeleton.tsx';
import { StateGlyph, stateKey } from '../../ui/feedback/state-glyph.tsx';
import { Icon } from '../../ui/images/icon.tsx';
import { Box, Row, Stack } from '../../ui/layout/box.tsx';
import { Drawer } from '../../ui/layout/drawer.tsx';
import { ProductCell } from '../../ui/table/product-cell.tsx';
import { Text } from '../../ui/text/text.tsx';
import { PlaceActions } from './place-actions.tsx';
import { usePlaceText } from './place-cell.tsx';
import { PlaceJournal } from './place-journal.tsx';

const StoredOtherwiseList = lazy(() => import('../../ui/stores/stored-otherwise.tsx'));

interface PlaceDrawerProps {
  row: ListingStateRow | null;
  place: ListingPlace | null;
  store: string;
  onClose(): void;
}

/** One product in one store: its state and the reason, the possible actions, and its full history there. */
export function PlaceDrawer({ row, place, store, onClose }: PlaceDrawerProps) {
  const text = useText();
  const words = usePlaceText();
  const why = place ? words(place) : '';
  return (
    <Drawer title={store} open={row !== null && place !== null} onClose={onClose} width={480}>
      {row && place && (
        <Stack className="states-drawer" gap={14}>
          <ProductCell title={row.title} imageUrl={row.imageUrl} sku={row.sku} size={44} />
          <Row as="p" gap={8}>
            <StateGlyph state={place.state} />
            <span>
              <b>{text(stateKey(place.state))}</b>
              {why !== '' && (
                <Text block tone="t2" anywhere>
                  {why}
                </Text>
              )}
            </span>
          </Row>
          <Row as="p" wrap gap={[4, 16]}>
            <Link to={`/products/${row.productId}`}>{text('places.openProduct')}</Link>
            {place.state === 'drift' && (
              <Link to={`/listing/drift?store=${place.storeId}`}>{text('places.openDrift')}</Link>
            )}
            {place.storeAddress !== null && (
              <a href={place.storeAddress} target="_blank" rel="noreferrer">
                {text('places.openInStore')} <Icon name="external" size={14} />
              </a>
            )}
          </Row>
          {place.fault?.code === 'listing.kept-otherwise-hidden' && (
            <Suspense fallback={<SkeletonLines lines={3} />}>
              <StoredOtherwiseList of={{ productId: row.productId }} storeId={place.storeId} />
            </Suspense>
          )}
          <PlaceActions row={row} place={place} store={store} onDone={onClose} />
          <Box as="h3" m={[8, 0, 0]} pt={14} borderTop font="body">
            {text('places.journal')}
          </Box>
          <PlaceJournal listingId={place.listingId} />
        </Stack>
      )}
    </Drawer>
  );
}
