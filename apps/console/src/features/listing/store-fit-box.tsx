import type { Store } from '@bowerbird/contract/listing/stores';
import { usePlatform } from '../../lib/data/use-platforms.ts';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { SegmentBar } from '../../ui/charts/bar.tsx';
import { PlatformMark } from '../../ui/images/platform-mark.tsx';
import { Grid, Row } from '../../ui/layout/box.tsx';
import { Text } from '../../ui/text/text.tsx';
import type { StoreFit } from './queries.ts';

interface StoreFitBoxProps {
  fit: StoreFit;
  products: number;
  store: Store | undefined;
}

/** How many products are ready for one store, and how many of them are new there. */
export function StoreFitBox({ fit, products, store }: StoreFitBoxProps) {
  const text = useText();
  const format = useFormat();
  const platform = usePlatform(store?.platform ?? null);
  const { stopped } = fit;
  const refused = products - fit.fits - stopped;
  return (
    <Grid as="section" className="box" gap={8} aria-label={store?.name ?? ''}>
      <Row align="center" gap={8} shrink>
        {store !== undefined && <PlatformMark platform={store.platform} size={20} named />}
        <Text as="h2" className="cut" font="body" weight={600}>
          {store?.name}
        </Text>
        <span className="caption">{platform?.name}</span>
      </Row>
      <div>
        <Text className="fit-figure" weight={650}>
          {format.number(fit.fits)}
        </Text>{' '}
        <span className="quiet">{text('listing.fit.through')}</span>
      </div>
      <SegmentBar
        total={products}
        parts={[
          { key: 'fits', count: fit.fits, tone: 'green' },
          { key: 'stopped', count: stopped, tone: 'amber' },
          { key: 'refused', count: refused, tone: 'red' },
        ]}
      />
      <Row wrap gap={[2, 14]} font="caption" tone="t2">
        {fit.creates > 0 && <span>{text('listing.fit.creates', { n: fit.creates })}</span>}
        {fit.updates > 0 && <span>{text('listing.fit.updates', { n: fit.updates })}</span>}
        {stopped > 0 && <span className="tone-amber">{text('listing.fit.stopped', { n: stopped })}</span>}
        {refused > 0 && <span className="tone-red">{text('listing.fit.refused', { n: refused })}</span>}
        {stopped + refused === 0 && <span>{text('listing.fit.noneRefused')}</span>}
      </Row>
    </Grid>
  );
}
