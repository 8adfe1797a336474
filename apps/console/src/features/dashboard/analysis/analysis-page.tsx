import type { MeasureName } from '@bowerbird/contract/figures/analysis';
import { measureNames } from '@bowerbird/contract/figures/analysis';
import { Button } from 'antd';
import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useSession } from '../../../lib/person/session.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { Grid } from '../../../ui/layout/box.tsx';
import { PageHead } from '../../../ui/layout/page-head.tsx';
import type { Analysis } from '../insight-queries.ts';
import { useAnalysis } from '../insight-queries.ts';
import { HeatStrip } from '../monitor/heat-strip.tsx';
import { AnalysisChart } from './analysis-chart.tsx';
import { AnalysisFigures } from './analysis-figures.tsx';
import type { ChosenPeriod } from './analysis-period.ts';
import { periodOf, sound } from './analysis-period.ts';
import { Reasons, SourceRanking, SuccessRates } from './analysis-rankings.tsx';
import type { Split } from './analysis-series.ts';
import { splits } from './analysis-series.ts';
import { AnalysisSkeleton } from './analysis-skeleton.tsx';
import { PeriodChoice } from './period-choice.tsx';
import './analysis.css';

/** What was collected, edited, exported and listed in a period, and the reasons for failures. */
export default function AnalysisPage() {
  const { user } = useSession();
  return user.ownerId === null ? <ForAdministrators /> : <OwnAnalysis />;
}

function OwnAnalysis() {
  const text = useText();
  const format = useFormat();
  const { period, measure, split, choose } = useChoice();
  const requested = sound(period);
  const analysis = useAnalysis(requested);
  const day = (date: string) => format.day(`${date}T12:00:00`);
  return (
    <div className="page">
      <PageHead
        title={text('menu.dashboard.analysis')}
        hint={
          period.from === period.to
            ? day(period.to)
            : text('analysis.hint', { from: day(period.from), to: day(period.to) })
        }
        actions={<PeriodChoice period={period} onChange={choose} />}
      />
      {requested === null ? null : analysis.isError && analysis.data === undefined ? (
        <SectionFault failure={analysis.error} onRetry={() => void analysis.refetch()} />
      ) : analysis.data === undefined ? (
        <AnalysisSkeleton />
      ) : isEmpty(analysis.data) ? (
        <NoFigures period={period} onYear={() => choose({ period: 'year' })} />
      ) : (
        <Grid className={analysis.isPlaceholderData ? 'analysis stale' : 'analysis'} gap={28}>
          <AnalysisFigures
            analysis={analysis.data}
            chosen={measure}
            onChoose={(name) => choose({ measure: name })}
          />
          <HeatStrip analysis={analysis.data} />
          <AnalysisChart
            analysis={analysis.data}
            period={period}
            measure={measure}
            split={split}
            onSplit={(by) => choose({ split: by })}
          />
          <Grid className="analysis-columns" oneUnder={768} columns={3} align="start" gap={[28, 36]}>
            <SourceRanking analysis={analysis.data} />
            <SuccessRates success={analysis.data.success} />
            <Reasons reasons={analysis.data.reasons} />
          </Grid>
        </Grid>
      )}
    </div>
  );
}

interface Choice {
  period: ChosenPeriod;
  measure: MeasureName;
  split: Split;
  choose(change: Record<string, string>): void;
}

/** Keeps the choice in the page's address, so that a reload and a link show the same. */
function useChoice(): Choice {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  return useMemo(() => {
    const query = new URLSearchParams(search);
    return {
      period: periodOf(query, new Date()),
      measure: measureNames.find((name) => name === query.get('measure')) ?? 'collected',
      split: splits.find((name) => name === query.get('split')) ?? 'none',
      choose: (change) => {
        const next = new URLSearchParams({ ...Object.fromEntries(query), ...change });
        void navigate(`${pathname}?${next}`, { replace: true });
      },
    };
  }, [pathname, search, navigate]);
}

function isEmpty({ measures, success }: Analysis): boolean {
  return success.length === 0 && Object.values(measures).every(({ total, before }) => total + before === 0);
}

function NoFigures({ period, onYear }: { period: ChosenPeriod; onYear(): void }) {
  const text = useText();
  const navigate = useNavigate();
  const collect = () => void navigate('/collect/product');
  if (period.name === 'year') {
    return (
      <Empty
        act={
          <Button type="primary" onClick={collect}>
            {text('analysis.empty.act')}
          </Button>
        }
      >
        {text('analysis.empty')}
      </Empty>
    );
  }
  return (
    <Empty
      act={
        <Button type="primary" onClick={onYear}>
          {text('analysis.emptyPeriod.act')}
        </Button>
      }
      link={
        <button type="button" className="link-button" onClick={collect}>
          {text('analysis.empty.act')}
        </button>
      }
    >
      {text('analysis.emptyPeriod')}
    </Empty>
  );
}

function ForAdministrators() {
  const text = useText();
  const navigate = useNavigate();
  return (
    <div className="page">
      <PageHead title={text('menu.dashboard.analysis')} />
      <Empty
        act={
          <Button type="primary" onClick={() => void navigate('/dashboard/monitor')}>
            {text('analysis.administrator.act')}
          </Button>
        }
      >
        {text('analysis.administrator')}
      </Empty>
    </div>
  );
}
