import type { DriftFacets, DriftItem, DriftSide } from '@bowerbird/contract/listing/states';
import { Button } from 'antd';
import { Link } from 'react-router';
import { useMay } from '../../../lib/person/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { StateText } from '../../../ui/feedback/state-glyph.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { Icon } from '../../../ui/images/icon.tsx';
import { Image } from '../../../ui/images/image.tsx';
import { PlatformMark } from '../../../ui/images/platform-mark.tsx';
import { Box, Grid, Row } from '../../../ui/layout/box.tsx';
import { ProductCell } from '../../../ui/table/product-cell.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { useForget, useListAgain } from '../queries.ts';
import { useReportRuns } from '../use-report-runs.ts';
import { DriftRow } from './drift-row.tsx';
import { useDeciding } from './use-deciding.ts';

/** Maximum number of fields shown; for more, their number is shown. */
const fieldsMax = 12;

interface DriftProductProps {
  item: DriftItem;
  store: DriftFacets['stores'][number] | null;
}

/** One product in one store with every field in which the two differ. */
export function DriftProduct({ item, store }: DriftProductProps) {
  const text = useText();
  const may = useMay();
  const deciding = useDeciding();
  const mayEdit = may('listing', 'edit');
  const decide = (side: DriftSide, keys: string[]) =>
    deciding.decide({ decisions: [{ listingId: item.listingId, side, keys }] });
  const { fields } = item;
  const pullable = fields.filter(({ canPull }) => canPull).map(({ key }) => key);
  const pushable = fields.filter(({ canPush }) => canPush).map(({ key }) => key);
  return (
    <Box as="article" p={[14, 0, 10]} borderBottom aria-label={item.title}>
      <Grid
        as="header"
        className="drift-product-head"
        oneUnder={992}
        columns="minmax(var(--name-width), 1fr) minmax(0, auto) auto"
        align="center"
        gap={16}
      >
        <Box as={Link} to={`/products/${item.productId}`} shrink tone="inherit">
          <ProductCell title={item.title} imageUrl={item.imageUrl} sku={item.sku} />
        </Box>
        <Row as="span" inline align="center" gap={6} shrink tone="t2">
          {item.storeImageUrl !== null && !item.gone && (
            <Row as="span" className="drift-store-image" inline me={4} title={text('drift.storeImage')}>
              <Image url={item.storeImageUrl} size={40} alt={text('drift.storeImage')} />
            </Row>
          )}
          {store && <PlatformMark platform={store.platform} size={16} named />}
          <span className="cut">{store?.name}</span>
          {item.storeAddress !== null && !item.gone && (
            <a
              href={item.storeAddress}
              target="_blank"
              rel="noreferrer"
              aria-label={text('places.openInStore')}
              title={text('places.openInStore')}
            >
              <Icon name="external" size={14} />
            </a>
          )}
        </Row>
        {!item.gone && mayEdit && fields.length > 1 && (
          <span className="states-actions">
            {pullable.length > 0 && (
              <Button size="small" disabled={deciding.busy} onClick={() => decide('store', pullable)}>
                {text('drift.all.store')}
              </Button>
            )}
            <Button size="small" disabled={deciding.busy} onClick={() => decide('ours', pushable)}>
              {text('drift.all.ours')}
            </Button>
          </span>
        )}
      </Grid>
      {item.gone ? (
        <Gone item={item} mayEdit={mayEdit} mayAdd={may('listing', 'add')} />
      ) : (
        <Box mt={8}>
          {item.unread && (
            <Text as="p" className="caption" m={[0, 0, 4]}>
              {text('drift.unread')}
            </Text>
          )}
          {fields.slice(0, fieldsMax).map((field) => (
            <DriftRow
              key={field.key}
              field={field}
              currency={item.currency}
              busy={deciding.busy || !mayEdit}
              onDecide={(side) => decide(side, [field.key])}
            />
          ))}
          {fields.length > fieldsMax && (
            <p className="caption">{text('drift.fieldsMore', { n: fields.length - fieldsMax })}</p>
          )}
        </Box>
      )}
    </Box>
  );
}

/** Deleted in the store: recreate it, or stop reporting it. */
function Gone({ item, mayEdit, mayAdd }: { item: DriftItem; mayEdit: boolean; mayAdd: boolean }) {
  const text = useText();
  const toast = useToast();
  const reportFailure = useReportFailure();
  const reportRuns = useReportRuns();
  const again = useListAgain();
  const forget = useForget();
  return (
    <Row wrap align="center" justify="between" gap={8} mt={8}>
      <StateText state="gone" />
      <span className="states-actions">
        {mayAdd && (
          <Button
            size="small"
            loading={again.isPending}
            onClick={() =>
              again.mutate(
                { what: 'gone', storeIds: [item.storeId], productIds: [item.productId] },
                { onSuccess: reportRuns, onError: reportFailure },
              )
            }
          >
            {text('places.act.fromScratch')}
          </Button>
        )}
        {mayEdit && (
          <Button
            size="small"
            loading={forget.isPending}
            onClick={() =>
              forget.mutate([item.listingId], {
                onSuccess: () => toast({ text: text('places.forgotten') }),
                onError: reportFailure,
              })
            }
          >
            {text('places.act.forget')}
          </Button>
        )}
      </span>
    </Row>
  );
}
