import type { EditedItem } from '@bowerbird/contract/products/edited-item';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useRejectionText } from '../../../lib/text/sentences/rejection-text.ts';
import { useText } from '../../../lib/text/text.ts';
import { Box, Grid, Row, Stack } from '../../../ui/layout/box.tsx';
import { ProductCell } from '../../../ui/table/product-cell.tsx';
import { CellDifferences } from '../../../ui/text/difference.tsx';
import { Text } from '../../../ui/text/text.tsx';

interface EditedProductsProps {
  items: readonly EditedItem[];
  /** Said of every product of the list. */
  note?: ReactNode;
  /** What can be done with a product. */
  act?(item: EditedItem): ReactNode;
  hasMore: boolean;
  loadingMore: boolean;
  onMore(): void;
}

/** Products of a run that edits products: before and after, or why not. */
export function EditedProducts({ items, note, act, hasMore, loadingMore, onMore }: EditedProductsProps) {
  const text = useText();
  const reason = useRejectionText();
  return (
    <>
      <Stack as="ul" m={[0, 0, 12]} p={0}>
        {items.map((item) => (
          <Box as="li" key={item.id} borderBottom p={[10, 0]}>
            <Grid columns="minmax(0, 4fr) minmax(0, 7fr)" oneUnder={768} gap={[6, 20]} align="start">
              <Box as={Link} to={`/products/${item.id}`} block shrink tone="inherit">
                <ProductCell title={item.title} imageUrl={item.imageUrl} sku={item.sku} />
              </Box>
              <Row wrap align="start" justify="between" gap={[6, 12]} shrink>
                <Stack gap={4} shrink grow>
                  {note}
                  {item.fault !== null && <Text font="small">{reason(item.fault)}</Text>}
                  {item.by !== null && (
                    <Text font="small" tone="t2">
                      {text('runs.edit.by', { who: item.by })}
                    </Text>
                  )}
                  <CellDifferences
                    cells={item.cells}
                    variants={Object.fromEntries(
                      Object.entries(item.variants).map(([variant, label]) => [variant, [label]]),
                    )}
                  />
                </Stack>
                {act?.(item)}
              </Row>
            </Grid>
          </Box>
        ))}
      </Stack>
      {hasMore && (
        <Button block loading={loadingMore} onClick={onMore}>
          {text('act.more')}
        </Button>
      )}
    </>
  );
}
