import type { Alert } from '@bowerbird/contract/watches';
import { Button } from 'antd';
import { Link } from 'react-router';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { mergePath } from '../../lib/use-recollected.ts';
import { Icon } from '../../ui/images/icon.tsx';
import { ProductCell } from '../../ui/table/product-cell.tsx';
import { ValueDiff } from '../../ui/text/diff.tsx';
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
    <li className={unread ? 'alert-row unread' : 'alert-row'}>
      <div className="alert-what">
        <span className="alert-dot" title={unread ? text('watches.unread') : undefined}>
          {unread && <span className="only-read">{text('watches.unread')}</span>}
        </span>
        <AlertWord kind={alert.kind} />
      </div>
      <Link className="alert-product product-link" to={`/products/${alert.productId}`} onClick={onRead}>
        <ProductCell
          title={alert.title}
          imageUrl={alert.imageUrl}
          note={
            <span className="cut">
              {alert.shop} · <span title={format.full(alert.at)}>{format.relative(alert.at)}</span>
            </span>
          }
        />
      </Link>
      <PriceAndInventory alert={alert} />
      <div className="alert-actions">
        <a
          className="alert-action"
          href={alert.url}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={text('watches.alert.sourceOf', { title: alert.title })}
        >
          {text('watches.alert.source')} <Icon name="external" size={14} />
        </a>
        {/* For a product that is gone, nothing was merged. */}
        {alert.kind !== 'gone' && (
          <Link
            className="alert-action"
            to={mergePath(alert.runId, alert.productId)}
            aria-label={text('watches.alert.mergeOf', { title: alert.title })}
          >
            {text('watches.alert.merge')}
          </Link>
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
          <span className="alert-read-place" />
        )}
      </div>
    </li>
  );
}

/** Values before and after with the change; nothing for events without amounts. */
function PriceAndInventory({ alert: { before, after, currency, kind } }: { alert: Alert }) {
  const text = useText();
  const format = useFormat();
  if (before === null && after === null) {
    return <span className="alert-amounts" />;
  }
  const money = (value: string | null) => (value === null ? null : format.money(value, currency));
  const part = before === null || after === null ? Number.NaN : Number(after) / Number(before) - 1;
  return (
    <span className="alert-amounts">
      <ValueDiff before={money(before)} after={money(after)} />
      {Number.isFinite(part) && part !== 0 && (
        <span className={kind === 'price-down' ? 'alert-percent tone-green' : 'alert-percent tone-amber'}>
          {text(part < 0 ? 'recollect.down' : 'recollect.up', { percent: format.percent(Math.abs(part), 1) })}
        </span>
      )}
    </span>
  );
}
