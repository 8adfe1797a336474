import type { Recollected } from '@bowerbird/contract/collect/recollect';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { Notice } from '../feedback/fault-row.tsx';
import { StateGlyph } from '../feedback/state-glyph.tsx';
import { Box, Grid, Stack } from '../layout/box.tsx';
import { Text } from '../text/text.tsx';
import './recollected-figures.css';

/** Results of a re-collect: four figures that add up to the claimed products found, and those that no longer exist. */
export function RecollectedFigures({ of: { products, fieldsUndecided } }: { of: Recollected }) {
  const text = useText();
  const format = useFormat();
  const waits = products.undecided > 0;
  return (
    <Stack gap={12}>
      <Grid as="dl" className="recollected-figures" columns={4} gap={14}>
        {(['unchanged', 'followed', 'kept', 'undecided'] as const).map((key) => (
          <Box
            key={key}
            className={key === 'undecided' && waits ? 'recollected-figure requests' : 'recollected-figure'}
            justify="end"
            gap={2}
            shrink
            p={[12, 16, 14]}
            border="line"
            radius="xl"
            ground="bg"
          >
            <Text as="dt" font="small" anywhere>
              {text(`recollect.figure.${key}`)}
              <Text className="recollected-note" block font="caption" tone="t2">
                {key !== 'undecided'
                  ? text(`recollect.figure.${key}.note`)
                  : waits
                    ? text('recollect.figure.undecided.note', { n: fieldsUndecided })
                    : text('recollect.figure.undecided.none')}
                {key === 'undecided' && products.decided > 0 && (
                  <span className="quiet"> · {text('recollect.decided', { n: products.decided })}</span>
                )}
              </Text>
            </Text>
            <Text as="dd" className="recollected-number" weight={650}>
              {format.number(key === 'undecided' ? products.undecided + products.decided : products[key])}
            </Text>
          </Box>
        ))}
      </Grid>
      {products.gone > 0 && (
        <Notice tone="neutral" before={<StateGlyph state="gone" />}>
          {text('recollect.figure.gone', { n: products.gone })}
        </Notice>
      )}
    </Stack>
  );
}
