import type { Center } from '@bowerbird/contract/account/profile';
import { Button } from 'antd';
import { Link, useNavigate } from 'react-router';
import { succeededOf } from '../../../lib/data/run-figures.ts';
import { pathOfRun } from '../../../lib/data/use-runs.tsx';
import { useMay } from '../../../lib/person/session.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { StateText } from '../../../ui/feedback/state-glyph.tsx';
import { Row } from '../../../ui/layout/box.tsx';
import { SectionHead } from '../../../ui/layout/section-head.tsx';
import { Text } from '../../../ui/text/text.tsx';

/** Shows what the person did, counted as Analysis counts for everyone, and the runs they started last. */
export function OwnWork({ center: { figures, runs, recent } }: { center: Center }) {
  const text = useText();
  const format = useFormat();
  const may = useMay();
  const navigate = useNavigate();
  if (recent.length === 0) {
    return (
      <Empty
        act={
          may('collect', 'add') && (
            <Button type="primary" onClick={() => void navigate('/collect/product')}>
              {text('account.center.begin')}
            </Button>
          )
        }
      >
        {text('account.center.empty')}
      </Empty>
    );
  }
  return (
    <div className="settings-sections">
      <Row as="dl" className="own-figures" wrap gap={[16, 44]}>
        {figures.map(({ measure, own, all }) => (
          <div key={measure} title={text(`analysis.meaning.${measure}`)}>
            <Text as="dt" font="small" tone="t2">
              {text(`analysis.measure.${measure}`)}
            </Text>
            <dd data-measure={measure}>{format.number(own)}</dd>
            <dd className="caption">{text('account.center.everyone', { n: all })}</dd>
          </div>
        ))}
      </Row>
      <section>
        <SectionHead
          title={text('account.center.recent')}
          note={text('account.center.runs', { n: runs })}
          action={may('runs', 'query') && <Link to="/list/query-list">{text('account.center.allRuns')}</Link>}
        />
        <ul className="settings-rows">
          {recent.map((run) => (
            <li key={run.id} className="settings-row">
              <div className="settings-row-text">
                <span className="settings-row-title">
                  <Link className="cut" to={pathOfRun(run)}>
                    {run.title || text(`run.kind.${run.kind}`)}
                  </Link>
                </span>
                <span className="settings-row-value">
                  <span>{text(`run.kind.${run.kind}`)}</span>
                  <span title={format.full(run.createdAt)}>{format.relative(run.createdAt)}</span>
                  <span>
                    {run.total === null
                      ? format.number(succeededOf(run))
                      : `${format.number(succeededOf(run))} / ${format.number(run.total)}`}
                  </span>
                </span>
              </div>
              <StateText state={run.state} />
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
