import type { Store } from '@bowerbird/contract/listing/stores';
import { useEffect, useState } from 'react';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { Bar } from '../../ui/charts/bar.tsx';
import { Row, Stack } from '../../ui/layout/box.tsx';

/** How much of the store's limit is used now: its last value, refilled since at its own rate. */
export function StoreLimit({ store: { limits, limitUnit } }: { store: Store }) {
  const text = useText();
  const format = useFormat();
  const [now, setNow] = useState(Date.now);
  const refilling = limits !== null && usedPart(limits, now) > 0;
  useEffect(() => {
    if (!refilling) {
      return;
    }
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [refilling]);

  if (limits === null) {
    return (
      <Stack gap={6}>
        <Row justify="between" gap={12} font="caption" tone="t2">
          <span>{text('stores.limit')}</span>
          <span>{text('stores.limit.unknown')}</span>
        </Row>
        <Bar part={0} label={text('stores.limit')} valueText={text('stores.limit.unknown')} />
      </Stack>
    );
  }
  const used = usedPart(limits, now);
  const percent = format.percent(used);
  return (
    <Stack gap={6}>
      <Row justify="between" gap={12} font="caption" tone="t2">
        <span>
          {text(limitUnit === 'points' ? 'stores.limit.rate' : 'stores.limit.requests', {
            max: limits.maximumAvailable,
            rate: limits.restoreRate,
          })}
        </span>
        <span>{text('stores.limit.used', { percent })}</span>
      </Row>
      <Bar
        part={used}
        tone={used > 0.97 ? 'amber' : 'primary'}
        label={text('stores.limit')}
        valueText={percent}
      />
    </Stack>
  );
}

/** Returns the used part of a limit, 0 to 1, at this time in milliseconds. */
export function usedPart(limits: NonNullable<Store['limits']>, now: number): number {
  const seconds = Math.max(0, now - Date.parse(limits.seenAt)) / 1000;
  const left = Math.min(limits.maximumAvailable, limits.currentlyAvailable + seconds * limits.restoreRate);
  return limits.maximumAvailable === 0 ? 0 : 1 - left / limits.maximumAvailable;
}
