import type { Alert } from '@bowerbird/contract/collect/watches';
import { Button } from 'antd';
import { Link } from 'react-router';
import { mergePath } from '../../lib/data/use-recollected.ts';
import { fieldWordOf } from '../../lib/text/fault-text.ts';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { Icon } from '../../ui/images/icon.tsx';
import { Box, Grid, Row } from '../../ui/layout/box.tsx';
import { ProductCell } from '../../ui/table/product-cell.tsx';
import { ValueDiff } from '../../ui/text/diff.tsx';
import { ShopName } from '../../ui/text/shop-name.tsx';
import { Text } from '../../ui/text/text.tsx';
import { AlertWord } from './alert-glyph.tsx';

interface AlertRowProps {
  alert: Alert;
  onRead(): void;
}

/** One event at a source, for one of our products, with links. */
export function AlertRow({ alert, onRead }: AlertRowProps) {
  const text = useText();
  const format = useFormat();
  const unread = alert.readAt === null;
  return (
    <Grid
      as="li"
      className={unread ? 'alert-row unread' : 'alert-row'}
      column="1 / -1"
      columns="subgrid"
      align="center"
      minH={60}
      p={[8, 0]}
      borderBottom
    >
      <Row align="center" gap={10} shrink>
        <Box
          as="span"
          className="alert-dot"
          rigid
          w={7}
          h={7}
          radius="round"
          title={unread ? text('watches.unread') : undefined}
        >
          {unread && <span className="only-read">{text('watches.unread')}</span>}
        </Box>
        <AlertWord kind={alert.kind} />
      </Row>
      <Box
        as={Link}
        className="alert-product product-link"
        shrink
        tone="inherit"
        to={`/products/${alert.productId}`}
        onClick={onRead}
      >
        <ProductCell
          title={alert.title}
          imageUrl={alert.imageUrl}
          note={
            <span className="cut">
              <ShopName shop={alert.shop} /> ·{' '}
              <span title={format.full(alert.at)}>{format.relative(alert.at)}</span>
            </span>
          }
        />
      </Box>
      <PriceAndInventory alert={alert} />
      <Row className="alert-actions" align="center" justify="end" gap={14} font="small" nowrap>
        <Row
          as="a"
          className="alert-action"
          inline
          align="center"
          gap={4}
          minH={24}
          href={alert.url}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={text('watches.alert.sourceOf', { title: alert.title })}
        >
          {text('watches.alert.source')} <Icon name="external" size={14} />
        </Row>
        {/* Nothing was merged of a product that is gone, or that could not follow its source. */}
        {alert.kind !== 'gone' && alert.kind !== 'rejected' && (
          <Row
            as={Link}
            className="alert-action"
            inline
            align="center"
            gap={4}
            minH={24}
            to={mergePath(alert.runId, alert.productId)}
            aria-label={text('watches.alert.mergeOf', { title: alert.title })}
          >
            {text('watches.alert.merge')}
          </Row>
        )}
        {unread ? (
          <Button
            size="small"
            type="text"
            icon={<Icon name="check" />}
            aria-label={text('watches.alert.readOf', { title: alert.title })}
            title={text('watches.alert.read')}
            onClick={onRead}
          />
        ) : (
          <Box as="span" w={28} />
        )}
      </Row>
    </Grid>
  );
}

/** Values before and after with the change; nothing for events without amounts. */
function PriceAndInventory({ alert: { before, after, currency, kind, fault } }: { alert: Alert }) {
  const text = useText();
  const format = useFormat();
  if (fault !== null) {
    const [field = ''] = String(fault.params.path ?? '').split('/');
    return (
      <Text font="small" tone="t2">
        {text('watches.rejected.why', { field: fieldWordOf(text, field) ?? field })}
      </Text>
    );
  }
  if (before === null && after === null) {
    return <Text font="small" textAlign="end" />;
  }
  const money = (value: string | null) => (value === null ? null : format.money(value, currency));
  const part = before === null || after === null ? Number.NaN : Number(after) / Number(before) - 1;
  return (
    <Text font="small" textAlign="end">
      <ValueDiff before={money(before)} after={money(after)} />
      {Number.isFinite(part) && part !== 0 && (
        <Text
          className={kind === 'price-down' ? 'alert-percent tone-green' : 'alert-percent tone-amber'}
          ms={8}
        >
          {text(part < 0 ? 'recollect.down' : 'recollect.up', { percent: format.percent(Math.abs(part), 1) })}
        </Text>
      )}
    </Text>
  );
}
