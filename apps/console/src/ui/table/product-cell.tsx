import type { ReactNode } from 'react';
import { useText } from '../../lib/text/text.ts';
import { Image } from '../images/image.tsx';
import { Box, Row, Stack } from '../layout/box.tsx';
import { Text } from '../text/text.tsx';
import './product-cell.css';

interface ProductCellProps {
  title: string;
  imageUrl: string | null;
  /** Shown in full, in monospace. */
  sku?: string | null;
  variantCount?: number;
  /** Shown instead of SKU and count. */
  note?: ReactNode;
  /** 36 in lists, 40 in tables, 44 in a comfortable one. */
  size?: 36 | 40 | 44;
}

/** A product in a row: image, name, SKU and number of variants. */
export function ProductCell({ title, imageUrl, sku, variantCount, note, size = 40 }: ProductCellProps) {
  const text = useText();
  return (
    <Row as="span" className="product-cell" align="center" gap={12} shrink textAlign="start">
      <Image url={imageUrl} size={size} />
      <Stack as="span" shrink>
        <Text className="product-cell-name cut" font="small" weight={500} tone="t1" dir="auto" title={title}>
          {title || text('product.withoutTitle')}
        </Text>
        <Row as="span" className="product-cell-note" gap={8} font="caption" tone="t2" nowrap>
          {note ?? (
            <>
              {sku !== undefined && sku !== null && sku !== '' && (
                <Box as="code" rigid tone="t3">
                  {sku}
                </Box>
              )}
              {variantCount !== undefined && (
                <Box as="span" shrink overflow="hidden">
                  {text('product.variants', { n: variantCount })}
                </Box>
              )}
            </>
          )}
        </Row>
      </Stack>
    </Row>
  );
}
