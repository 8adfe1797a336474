import type { Alert } from '@bowerbird/contract/watches';
import { Button } from 'antd';
import { Link } from 'react-router';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { mergePath } from '../../lib/use-recollected.ts';
import { ValueDiff } from '../../ui/diff.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ProductCell } from '../../ui/product-cell.tsx';
import { AlertWord } from './alert-glyph.tsx';

interface AlertRowProps {
  alert: Alert;
  onRead(): void;
}

/** One thing that happened at a source, to which product of ours, and the ways on. */
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
          pictureUrl={alert.pictureUrl}
          note={
            <span className="cut">
              {alert.shop} · <span title={format.full(alert.at)}>{format.relative(alert.at)}</span>
            </span>
          }
        />
      </Link>
      <Amounts alert={alert} />
      <div className="alert-acts">
        <a
          className="alert-act"
          href={alert.url}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={text('watches.alert.sourceOf', { title: alert.title })}
        >
          {text('watches.alert.source')} <Icon name="external" size={14} />
        </a>
        {/* Of what is gone nothing was merged. */}
        {alert.kind !== 'gone' && (
          <Link
            className="alert-act"
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

/** Before and after with how far it moved; nothing for what has no amounts. */
function Amounts({ alert: { before, after, currency, kind } }: { alert: Alert }) {
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
