import type { PriceSample } from '@bowerbird/contract/listing/prices';
import type { Store } from '@bowerbird/contract/listing/stores';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { Image } from '../../../ui/images/image.tsx';
import { PlatformMark } from '../../../ui/images/platform-mark.tsx';
import { Box, Grid, Row } from '../../../ui/layout/box.tsx';
import { SectionHead } from '../../../ui/layout/section-head.tsx';
import { Text } from '../../../ui/text/text.tsx';
import type { FitReport, StoreFit } from '../queries.ts';
import { MarginChange } from './margin-change.tsx';
import { spanText } from './price-text.ts';
import './prices.css';

/** Number of stores expanded at first. */
const openMax = 2;

interface StorePricesPartProps {
  report: FitReport;
  stores: Store[];
}

/** The prices at which products would go into each store: the range, the margin, and a sample. */
export function StorePricesPart({ report, stores }: StorePricesPartProps) {
  const text = useText();
  const listed = report.stores.filter(({ prices }) => prices.sample.length > 0);
  if (listed.length === 0) {
    return null;
  }
  return (
    <Grid as="section" gap={12}>
      <SectionHead bare title={text('listing.prices')} note={text('listing.prices.note')} />
      {listed.map((fit, at) => (
        <StorePricesBox
          key={fit.storeId}
          fit={fit}
          store={stores.find(({ id }) => id === fit.storeId)}
          open={at < openMax}
        />
      ))}
    </Grid>
  );
}

function StorePricesBox({ fit, store, open }: { fit: StoreFit; store: Store | undefined; open: boolean }) {
  const text = useText();
  const format = useFormat();
  const { spans, marginBefore, marginAfter, marginUnknown, sample } = fit.prices;
  return (
    <details className="box store-prices-box" open={open}>
      <summary>
        {store !== undefined && <PlatformMark platform={store.platform} size={20} named />}
        <Text className="cut" basis={120} shrink weight={600}>
          {store?.name}
        </Text>
        <span className="num">{spanText(format, spans)}</span>
        {marginAfter !== null && <MarginChange before={marginBefore} after={marginAfter} />}
        {marginUnknown > 0 && (
          <span className="tone-amber">{text('listing.margin.unknownOf', { n: marginUnknown })}</span>
        )}
      </summary>
      <Box mt={8} overflow="auto">
        <Box as="table" className="price-sample" w="100%" font="small">
          <caption className="only-read">{text('listing.prices.of', { store: store?.name ?? '' })}</caption>
          <thead>
            <tr>
              <th scope="col">{text('listing.prices.product')}</th>
              {(['own', 'price', 'listed', 'compareAt', 'cost', 'margin'] as const).map((name) => (
                <th key={name} scope="col" className="num">
                  {text(`listing.prices.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sample.map((each) => (
              <SampleRow key={each.productId} sample={each} />
            ))}
          </tbody>
        </Box>
      </Box>
    </details>
  );
}

function SampleRow({ sample }: { sample: PriceSample }) {
  const format = useFormat();
  const { currency, listed } = sample;
  const money = (amount: string | null) => (amount === null ? '—' : format.money(amount, currency));
  return (
    <tr>
      <th scope="row">
        <Row as="span" align="center" gap={8} minW="var(--name-width)" maxW={280}>
          <Image url={sample.imageUrl} size={32} />
          <Grid as="span" shrink>
            <span className="cut" dir="auto" title={sample.title}>
              {sample.title}
            </span>
            {sample.variant !== '' && (
              <span className="caption cut" dir="auto">
                {sample.variant}
              </span>
            )}
          </Grid>
        </Row>
      </th>
      <td className="num">{money(sample.ownPrice)}</td>
      <td className="num">
        <strong>{money(sample.price)}</strong>
      </td>
      <td className="num">{listed === null ? '—' : format.money(listed.price, listed.currency)}</td>
      <td className="num">{money(sample.compareAtPrice)}</td>
      <td className="num">{money(sample.cost)}</td>
      <td className="num">
        <MarginChange before={sample.marginBefore} after={sample.marginAfter} />
      </td>
    </tr>
  );
}
