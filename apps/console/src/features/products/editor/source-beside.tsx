import type { ProductDetail } from '@bowerbird/contract/products/products';
import { useMay } from '../../../lib/person/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonLines } from '../../../ui/feedback/skeleton.tsx';
import { Icon } from '../../../ui/images/icon.tsx';
import { Box, Grid, Row } from '../../../ui/layout/box.tsx';
import { SafeHtml } from '../../../ui/text/safe-html.tsx';
import { useCollected } from '../queries.ts';

interface SourceBesideProps {
  detail: ProductDetail;
  /** The current description. */
  html: string;
}

/** Our description on the left, the source snapshot on the right, with a link to the page itself. */
export function SourceBeside({ detail, html }: SourceBesideProps) {
  const text = useText();
  const may = useMay();
  const readable = detail.collectedId !== null && may('collect', 'get');
  const collected = useCollected(readable ? detail.collectedId : null);
  const { source } = detail.product;
  return (
    <Grid className="editor-beside" oneUnder={768} columns={2} border="line2" radius="l">
      <Box maxH={520} p={[10, 14]} overflow="auto">
        <Row as="p" justify="between" gap={8} mb={8} font="caption" tone="t3">
          {text('products.beside.ours')}
        </Row>
        <SafeHtml html={html} />
      </Box>
      <Box maxH={520} p={[10, 14]} overflow="auto">
        <Row as="p" justify="between" gap={8} mb={8} font="caption" tone="t3">
          {text('products.beside.source')}
          {source !== null && (
            <a href={source.url} target="_blank" rel="noopener noreferrer">
              {text('products.beside.open')} <Icon name="external" size={14} />
            </a>
          )}
        </Row>
        {!readable ? (
          <p className="quiet">{text('products.beside.none')}</p>
        ) : collected.isError ? (
          <SectionFault failure={collected.error} onRetry={() => void collected.refetch()} />
        ) : collected.data === undefined ? (
          <SkeletonLines lines={5} />
        ) : (
          <SafeHtml html={collected.data.product.descriptionHtml} />
        )}
      </Box>
    </Grid>
  );
}
