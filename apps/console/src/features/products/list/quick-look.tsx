import type { ProductRow } from '@bowerbird/contract/products/products';
import { Button } from 'antd';
import { Link } from 'react-router';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonLines } from '../../../ui/feedback/skeleton.tsx';
import { Image } from '../../../ui/images/image.tsx';
import { Box, Grid, Row, Stack } from '../../../ui/layout/box.tsx';
import { Drawer } from '../../../ui/layout/drawer.tsx';
import { SafeHtml } from '../../../ui/text/safe-html.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { useProduct } from '../queries.ts';
import { ListedIn } from '../sections/listed-in.tsx';
import { PriceRange, StockFigure } from './product-columns.tsx';

interface QuickLookProps {
  row: ProductRow | null;
  onClose(): void;
  onOpen(row: ProductRow): void;
}

/** A preview of one product next to the list. */
export function QuickLook({ row, onClose, onOpen }: QuickLookProps) {
  const text = useText();
  return (
    <Drawer
      title={
        <Box as="span" lines={2} dir="auto" title={row?.title}>
          {row?.title}
        </Box>
      }
      open={row !== null}
      onClose={onClose}
      width={480}
      footer={
        <Row wrap align="center" gap={[8, 16]}>
          <Button type="primary" onClick={() => row !== null && onOpen(row)}>
            {text('products.open')}
          </Button>
          {row !== null && (
            <Link to={`/profile/advanced/${row.id}`} onClick={onClose}>
              {text('life.open')}
            </Link>
          )}
        </Row>
      }
    >
      {row !== null && <Look row={row} />}
    </Drawer>
  );
}

function Look({ row }: { row: ProductRow }) {
  const text = useText();
  const format = useFormat();
  const detail = useProduct(row.id);
  const facts = [
    { what: text('products.column.price'), value: <PriceRange row={row} /> },
    {
      what: text('products.column.margin'),
      value: row.margin === null ? '—' : format.percent(row.margin / 100),
    },
    { what: text('products.column.stock'), value: <StockFigure row={row} /> },
    { what: text('products.field.variants'), value: format.number(row.variantCount) },
    { what: text('products.field.status'), value: text(`products.status.${row.status}`) },
    { what: text('products.column.category'), value: row.category ?? '—' },
    { what: text('products.column.tags'), value: row.tags.join(', ') || '—' },
    { what: text('products.column.source'), value: row.sourceHost ?? '—' },
  ];
  const images = detail.data?.product.images ?? [];
  return (
    <Stack as="section" className="products-look" gap={20} aria-label={row.title} tabIndex={0}>
      <Grid className="products-look-images" columns="repeat(4, 84px)" gap={10}>
        {(images.length > 0 ? images.slice(0, 9) : [{ url: row.imageUrl, alt: '' }]).map(
          ({ url, alt }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two pictures may have one address.
            <Image key={index} url={url} alt={alt} {...{ size: index === 0 ? 178 : 84 }} />
          ),
        )}
      </Grid>
      <dl className="products-facts">
        {facts.map(({ what, value }) => (
          <Row justify="between" gap={16} p={[6, 0]} borderBottom font="small" key={what}>
            <Box as="dt" rigid tone="t2">
              {what}
            </Box>
            <Text as="dd" shrink textAlign="end" anywhere>
              {value}
            </Text>
          </Row>
        ))}
      </dl>
      {row.listings.length > 0 && <ListedIn listings={row.listings} />}
      {detail.isError ? (
        <SectionFault failure={detail.error} onRetry={() => void detail.refetch()} />
      ) : detail.data === undefined ? (
        <SkeletonLines />
      ) : (
        <SafeHtml className="products-reading" html={detail.data.product.descriptionHtml} />
      )}
    </Stack>
  );
}
