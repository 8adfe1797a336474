import type { Store } from '@bowerbird/contract/listing/stores';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { Bar } from '../../ui/charts/bar.tsx';
import { PlatformMark } from '../../ui/images/platform-mark.tsx';
import { Box, Grid, Row } from '../../ui/layout/box.tsx';
import { Text } from '../../ui/text/text.tsx';
import type { FitReport } from './queries.ts';

interface ForecastProps {
  report: FitReport;
  stores: Store[];
}

/** When everything would be done, store by store, and the limiting factor in one sentence. */
export function Forecast({ report, stores }: ForecastProps) {
  const text = useText();
  const format = useFormat();
  const slowest = report.stores.reduce<FitReport['stores'][number] | null>(
    (held, fit) => (held === null || fit.forecastSeconds > held.forecastSeconds ? fit : held),
    null,
  );
  const longest = slowest?.forecastSeconds ?? 0;
  const end = new Date(Date.now() + longest * 1000);
  const store = stores.find(({ id }) => id === slowest?.storeId);
  const many = report.stores.length > 1;
  return (
    <Box
      as="section"
      className="forecast"
      p={[16, 18]}
      radius="xl"
      ground="canvas"
      aria-labelledby="forecast-title"
    >
      <h2 className="forecast-title" id="forecast-title">
        {text('listing.forecast')}
      </h2>
      <div className="figure">{format.duration(longest)}</div>
      <Text as="p" font="small" tone="t2">
        {text('listing.forecast.until', {
          time: isToday(end) ? format.time(end.toISOString()) : format.full(end.toISOString()),
        })}
      </Text>
      {many && (
        <Grid as="ul" gap={12} mt={14}>
          {report.stores.map(({ storeId, forecastSeconds }) => {
            const each = stores.find(({ id }) => id === storeId);
            return (
              <li key={storeId}>
                <Row as="span" className="forecast-store-job" align="center" gap={8} mb={4} font="small">
                  {each !== undefined && <PlatformMark platform={each.platform} size={16} named />}
                  <span className="cut">{each?.name}</span>
                  <span className="num">{format.duration(forecastSeconds)}</span>
                </Row>
                <Bar
                  thick
                  part={longest === 0 ? 0 : forecastSeconds / longest}
                  tone={storeId === slowest?.storeId ? 'amber' : 'primary'}
                  label={each?.name ?? ''}
                  valueText={format.duration(forecastSeconds)}
                />
              </li>
            );
          })}
        </Grid>
      )}
      {slowest !== null && (
        <Box as="p" font="small" tone="t2" mt={12} pt={12} borderTop>
          {many && store !== undefined && (
            <Text as="b" tone="t1">
              {text('listing.forecast.slowest', { store: store.name })}{' '}
            </Text>
          )}
          {slowest.boundBy === 'points' && store?.limits
            ? text('listing.bound.pointsOf', { rate: store.limits.restoreRate })
            : text.named(`listing.bound.${slowest.boundBy}`, {}, text('listing.bound'))}
        </Box>
      )}
    </Box>
  );
}

function isToday(instant: Date): boolean {
  return instant.toDateString() === new Date().toDateString();
}
