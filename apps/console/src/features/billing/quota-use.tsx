import type { Standing } from '@bowerbird/contract/billing/billing';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { Bar } from '../../ui/charts/bar.tsx';
import { Stack } from '../../ui/layout/box.tsx';
import { Text } from '../../ui/text/text.tsx';

type Use = Standing['use'][number];

/** How much of one quota is used: a bar if there is a limit, else the figure alone. */
export function QuotaUse({ use: { what, used, limit } }: { use: Use }) {
  const text = useText();
  const format = useFormat();
  if (limit === null) {
    return <Text tone="t2">{text('billing.usedUnlimited', { used })}</Text>;
  }
  const words = text('billing.used', { used: format.number(used), limit: format.number(limit) });
  const part = limit === 0 ? 1 : used / limit;
  return (
    <Stack as="span" gap={4} maxW={320}>
      <Text tone="t2">{words}</Text>
      <Bar
        part={part}
        tone={part >= 0.8 ? 'amber' : 'primary'}
        label={text(`billing.quota.${what}`)}
        valueText={words}
      />
    </Stack>
  );
}

/** Every quota of the plan with its usage. */
export function QuotaList({ use }: { use: Use[] }) {
  const text = useText();
  return (
    <Stack as="dl">
      {use.map((each) => (
        <Stack key={each.what} className="quota-row" gap={4} p={[10, 0]} borderBottom font="small">
          <dt>{text(`billing.quota.${each.what}`)}</dt>
          <dd>
            <QuotaUse use={each} />
            {each.what === 'stores' && <p className="caption">{text('billing.practiceStore')}</p>}
          </dd>
        </Stack>
      ))}
    </Stack>
  );
}
