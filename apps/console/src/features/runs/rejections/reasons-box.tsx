import type { ListingRun } from '@bowerbird/contract/listing/listing';
import type { RejectionReason } from '@bowerbird/contract/listing/rejections';
import { Button } from 'antd';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { StateGlyph } from '../../../ui/feedback/state-glyph.tsx';
import { Icon } from '../../../ui/images/icon.tsx';
import { Image } from '../../../ui/images/image.tsx';
import { Box, Grid, Row } from '../../../ui/layout/box.tsx';
import { SectionHead } from '../../../ui/layout/section-head.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { useReasonText } from './reason-text.ts';
import { RemedyButton } from './remedy-button.tsx';
import './rejections.css';

interface ReasonsBoxProps {
  listing: ListingRun;
  reasons: readonly RejectionReason[];
  /** The cause by which the products below are filtered; null shows all. */
  chosen: string | null;
  onChoose(cause: string | null): void;
}

/**
 * Why products of the run were not listed, grouped by cause: the store's rejections, separate from what our checks
 * stopped.
 */
export function ReasonsBox({ listing, reasons, chosen, onChoose }: ReasonsBoxProps) {
  const text = useText();
  if (reasons.length === 0) {
    return null;
  }
  const sections = [
    { key: 'byStore', some: reasons.filter(({ byStore }) => byStore) },
    { key: 'byChecks', some: reasons.filter(({ byStore }) => !byStore) },
  ] as const;
  return (
    <Grid as="section" className="reasons" gap={14} mb={18} aria-label={text('runs.reasons')}>
      {sections.map(
        ({ key, some }) =>
          some.length > 0 && (
            <div key={key}>
              <SectionHead title={text(`runs.reasons.${key}`)} note={text(`runs.reasons.${key}.note`)} />
              <ul>
                {some.map((reason) => (
                  <ReasonRow
                    key={reason.cause}
                    reason={reason}
                    listing={listing}
                    chosen={reason.cause === chosen}
                    onChoose={onChoose}
                  />
                ))}
              </ul>
            </div>
          ),
      )}
    </Grid>
  );
}

interface ReasonRowProps extends Pick<ReasonsBoxProps, 'listing' | 'onChoose'> {
  reason: RejectionReason;
  chosen: boolean;
}

function ReasonRow({ reason, listing, chosen, onChoose }: ReasonRowProps) {
  const text = useText();
  const format = useFormat();
  const { title, sentence } = useReasonText()(reason, reason.field);
  const stores = listing.storeJobs.filter(({ storeId }) => reason.storeIds.includes(storeId));
  const names = stores.map(({ storeName }) => storeName);
  return (
    <Grid
      as="li"
      className={chosen ? 'reason chosen' : 'reason'}
      columns="auto minmax(0, 1fr) auto auto"
      align="start"
      gap={[4, 12]}
      p={[10, 8]}
      borderBottom
    >
      <StateGlyph state="refused" />
      <Box className="reason-text" shrink>
        <Text as="p" className="reason-title" anywhere weight={500}>
          <b className="num">{format.number(reason.products)}</b> × {title}
        </Text>
        <Text as="p" anywhere>
          {sentence}
        </Text>
        <Text as="p" className="caption" anywhere>
          {[
            text('runs.products', { n: reason.products }),
            ...(listing.storeJobs.length > 1 ? [text('runs.reasons.in', { stores: names.join(' / ') })] : []),
            ...(reason.listings > reason.products ? [text('runs.listings', { n: reason.listings })] : []),
          ].join(' · ')}
        </Text>
        {reason.said !== null && (
          <details className="reason-said">
            <summary>{text('runs.reasons.said')}</summary>
            <q>{reason.said}</q>
          </details>
        )}
      </Box>
      <Row as="span" className="reason-thumbs" gap={4} aria-hidden="true">
        {reason.samples.map(({ productId, imageUrl }) => (
          <Image key={productId} url={imageUrl} size={36} />
        ))}
      </Row>
      <Row as="span" className="reason-actions" wrap justify="end" gap={8}>
        <RemedyButton remedy={reason.remedy} />
        <Button
          size="small"
          aria-pressed={chosen}
          icon={<Icon name={chosen ? 'close' : 'search'} size={14} />}
          onClick={() => onChoose(chosen ? null : reason.cause)}
        >
          {text(chosen ? 'runs.reasons.all' : 'runs.reasons.show')}
        </Button>
      </Row>
    </Grid>
  );
}
