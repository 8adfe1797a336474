import { useState } from 'react';
import { Link } from 'react-router';
import { useText } from '../../../lib/text/text.ts';
import { SkeletonBlock } from '../../../ui/feedback/skeleton.tsx';
import { Box, Grid, Row } from '../../../ui/layout/box.tsx';
import { ProductCell } from '../../../ui/table/product-cell.tsx';
import { useNames } from '../queries.ts';

/** Number of products named at first. */
const firstNamed = 6;

/** The products a problem concerns, by name; each opens its editor. */
export function ProblemProducts({ ids, count }: { ids: string[]; count: number }) {
  const text = useText();
  const [shown, setShown] = useState(firstNamed);
  const some = ids.slice(0, shown);
  const found = useNames(some);
  const more = ids.length - some.length;
  const unnamed = Math.max(0, count - ids.length);
  return (
    <Grid
      as="ul"
      className="problem-list"
      columns="repeat(auto-fill, minmax(min(260px, 100%), 1fr))"
      gap={[10, 20]}
      p={[12, 14]}
      radius="l"
      ground="canvas"
    >
      {found.map(({ data, isError }, index) => {
        const id = some[index] ?? '';
        return (
          <li key={id}>
            {data === undefined ? (
              isError ? (
                <span className="quiet">{text('fault.not-found')}</span>
              ) : (
                <SkeletonBlock width="60%" height={36} />
              )
            ) : (
              <Box as={Link} className="product-link" shrink to={`/products/${id}`}>
                <ProductCell
                  title={data.product.title}
                  imageUrl={data.product.images[0]?.url ?? null}
                  sku={data.product.variants[0]?.sku ?? null}
                  variantCount={data.product.variants.length}
                  size={36}
                />
              </Box>
            )}
          </li>
        );
      })}
      {(more > 0 || unnamed > 0) && (
        <Row as="li" wrap align="center" gap={[4, 14]}>
          {more > 0 && (
            <button type="button" className="link-button" onClick={() => setShown(shown + 18)}>
              {text('listing.problem.more', { n: more })}
            </button>
          )}
          {unnamed > 0 && <span className="caption">{text('listing.problem.unnamed', { n: unnamed })}</span>}
        </Row>
      )}
    </Grid>
  );
}
