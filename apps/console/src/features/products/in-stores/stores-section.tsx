import { Link } from 'react-router';
import { useOwnValuePlaces } from '../../../lib/data/use-own-value-places.ts';
import { useText } from '../../../lib/text/text.ts';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonLines } from '../../../ui/feedback/skeleton.tsx';
import { Box, Row, Stack } from '../../../ui/layout/box.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { MarginNote } from './margin-figure.tsx';
import { StoreRow } from './store-row.tsx';
import './in-stores.css';

/** What the product has of its own in each store, side by side, over what the rules of the store make of it. */
export default function StoresSection() {
  const text = useText();
  const places = useOwnValuePlaces();
  if (places.isError) {
    return <SectionFault failure={places.error} onRetry={() => void places.refetch()} />;
  }
  if (places.data === undefined) {
    return <SkeletonLines />;
  }
  if (places.data.length === 0) {
    return (
      <Row gap={8} wrap p={[8, 0]} font="small" tone="t2">
        <span>{text('products.inStores.none')}</span>
        <Link to="/stores">{text('products.inStores.connect')}</Link>
      </Row>
    );
  }
  return (
    <Stack gap={0}>
      <Text as="p" font="caption" tone="t2" p={[6, 0]}>
        {text('products.inStores.hint')} <MarginNote />
      </Text>
      <Box className="in-stores">
        <div className="in-stores-row head" aria-hidden="true">
          {(['store', 'title', 'price', 'compareAt', 'margin'] as const).map((column) => (
            <span key={column} className={column === 'margin' ? 'num' : undefined}>
              {text(`products.inStores.column.${column}`)}
            </span>
          ))}
        </div>
        {places.data.map((place) => (
          <StoreRow key={place.shopId} place={place} />
        ))}
      </Box>
    </Stack>
  );
}
