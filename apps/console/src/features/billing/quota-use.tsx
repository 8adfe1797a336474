import type { Standing } from '@bowerbird/contract/billing';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { Bar } from '../../ui/charts/bar.tsx';

type Use = Standing['use'][number];

/** How much of one quota is used: a bar if there is a limit, else the figure alone. */
export function QuotaUse({ use: { what, used, limit } }: { use: Use }) {
  const text = useText();
  const format = useFormat();
  if (limit === null) {
    return <span className="quota-text">{text('billing.usedUnlimited', { used })}</span>;
  }
  const words = text('billing.used', { used: format.number(used), limit: format.number(limit) });
  const part = limit === 0 ? 1 : used / limit;
  return (
    <span className="quota-use">
      <span className="quota-text">{words}</span>
      <Bar
        part={part}
        tone={part >= 0.8 ? 'amber' : 'primary'}
        label={text(`billing.quota.${what}`)}
        valueText={words}
      />
    </span>
  );
}

/** Every quota of the plan with its usage. */
export function QuotaList({ use }: { use: Use[] }) {
  const text = useText();
  return (
    <dl className="quota-list">
      {use.map((each) => (
        <div key={each.what} className="quota-row">
          <dt>{text(`billing.quota.${each.what}`)}</dt>
          <dd>
            <QuotaUse use={each} />
            {each.what === 'stores' && <p className="caption">{text('billing.practiceStore')}</p>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
