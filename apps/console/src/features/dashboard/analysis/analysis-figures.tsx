import type { Measure, MeasureName } from '@bowerbird/contract/figures/analysis';
import { measureNames } from '@bowerbird/contract/figures/analysis';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { SparkBars } from '../../../ui/charts/spark-bars.tsx';
import { Grid, Row } from '../../../ui/layout/box.tsx';
import { Text } from '../../../ui/text/text.tsx';
import type { Analysis } from '../insight-queries.ts';
import '../../../ui/charts/figures.css';

interface AnalysisFiguresProps {
  analysis: Pick<Analysis, 'measures' | 'productsListed'>;
  chosen: MeasureName;
  onChoose(name: MeasureName): void;
}

/** The four figures; the chosen one is charted below. */
export function AnalysisFigures({
  analysis: { measures, productsListed },
  chosen,
  onChoose,
}: AnalysisFiguresProps) {
  const text = useText();
  const format = useFormat();
  return (
    <Grid
      as="fieldset"
      className="analysis-figures"
      columns={4}
      m={0}
      p={0}
      border="none"
      shrink
      aria-label={text('analysis.figures')}
    >
      {measureNames.map((name) => {
        const { total, points, before } = measures[name];
        return (
          <Grid
            as="button"
            key={name}
            type="button"
            className="analysis-figure"
            relative
            gap={2}
            p={[10, 20, 14]}
            borderBottom
            aria-pressed={name === chosen}
            title={text(`analysis.meaning.${name}`)}
            onClick={() => onChoose(name)}
          >
            <Text className="analysis-figure-name" font="small" tone="t2">
              {text(`analysis.measure.${name}`)}
            </Text>
            <Row as="span" className="analysis-figure-line" align="center" justify="between" gap={12} shrink>
              <span className="figure" data-measure={name}>
                {format.number(total)}
              </span>
              <SparkBars values={points} />
            </Row>
            <Text font="caption" tone="t2" title={text('analysis.before', { n: before })}>
              <Change total={total} before={before} />
              {name === 'listed' &&
                total > 0 &&
                ` · ${text('analysis.listed.products', { n: productsListed })}`}
            </Text>
          </Grid>
        );
      })}
    </Grid>
  );
}

function Change({ total, before }: Pick<Measure, 'total' | 'before'>) {
  const text = useText();
  const format = useFormat();
  if (total === before) {
    return text('analysis.change.same');
  }
  if (before === 0) {
    return text('analysis.change.fresh');
  }
  const change = Math.abs(total - before) / before;
  // Below one percent, shows one decimal, and never zero.
  const percent = change < 0.01 ? format.percent(Math.max(0.001, change), 1) : format.percent(change);
  return text(total > before ? 'analysis.change.more' : 'analysis.change.less', { percent });
}
