import { firstRiskSettings } from '@bowerbird/catalog/risk/gate';
import type { RiskCode } from '@bowerbird/catalog/risk/risks';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useMay } from '../../../lib/person/session.ts';
import { useFaultText } from '../../../lib/text/fault-text.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { StateGlyph } from '../../../ui/feedback/state-glyph.tsx';
import { Icon } from '../../../ui/images/icon.tsx';
import { Grid, Row } from '../../../ui/layout/box.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { ProblemProducts } from '../problems/problem-products.tsx';
import type { FitReport } from '../queries.ts';
import { useRiskSettings } from '../rules/rules-queries.ts';
import { RiskDrawer } from './risk-drawer.tsx';
import type { FoundRisks } from './risk-rows.ts';
import { isChecked, riskGroups, riskRows } from './risk-rows.ts';
import { UnknownMargin } from './unknown-margin.tsx';

interface RiskBoxProps {
  report: FitReport;
  released: readonly RiskCode[];
  onReleased(released: RiskCode[]): void;
}

/** The four risk checks with their findings; releasable ones are released here, for this run alone. */
export function RiskBox({ report, released, onReleased }: RiskBoxProps) {
  const text = useText();
  const may = useMay()('listing', 'edit');
  const settings = useRiskSettings();
  const [open, setOpen] = useState(false);
  const rows = riskRows(report);
  return (
    <section className="risk-box" aria-labelledby="risk-title">
      <Row align="baseline" justify="between" gap={12} mb={6}>
        <Text as="h2" font="head" weight={600} id="risk-title">
          {text('listing.risk')}
        </Text>
        <button type="button" className="link-button" onClick={() => setOpen(true)}>
          {text(may ? 'listing.risk.set' : 'listing.risk.see')}
        </button>
      </Row>
      <ul>
        {riskGroups.map((group) => {
          const found = rows.filter(({ code }) => group.codes.includes(code));
          return (
            <li key={group.name}>
              {found.length === 0 ? (
                <Row
                  as="span"
                  className="risk-line"
                  align="start"
                  gap={8}
                  w="100%"
                  radius="s"
                  textAlign="start"
                >
                  <StateGlyph state={isChecked(group.name, settings.data) ? 'complete' : 'none'} />
                  <span>{text(`listing.risk.${group.name}`)}</span>
                  <span className="quiet">
                    {isChecked(group.name, settings.data)
                      ? text('listing.risk.nothing')
                      : text('listing.risk.off')}
                  </span>
                </Row>
              ) : (
                found.map((risk) => (
                  <FoundRisk
                    key={risk.code}
                    risk={risk}
                    released={risk.released || released.includes(risk.code)}
                    confirming={
                      risk.code === 'risk.margin-unknown' && may && settings.data !== undefined ? (
                        <UnknownMargin marginUnknown={settings.data.marginUnknown} />
                      ) : null
                    }
                    releasable={(settings.data ?? firstRiskSettings).releasable.includes(risk.code)}
                    onRelease={(on) =>
                      onReleased(
                        on ? [...released, risk.code] : released.filter((code) => code !== risk.code),
                      )
                    }
                  />
                ))
              )}
            </li>
          );
        })}
      </ul>
      {open && settings.data !== undefined && (
        <RiskDrawer settings={settings.data} locked={!may} onClose={() => setOpen(false)} />
      )}
    </section>
  );
}

interface FoundRiskProps {
  risk: FoundRisks;
  released: boolean;
  /** Shown if it is confirmed once and for all instead of for one run. */
  confirming: ReactNode;
  releasable: boolean;
  onRelease(on: boolean): void;
}

function FoundRisk({ risk, released, confirming, releasable, onRelease }: FoundRiskProps) {
  const text = useText();
  const format = useFormat();
  const sentence = useFaultText();
  const [open, setOpen] = useState(false);
  return (
    <Grid className="risk-found" gap={6}>
      <Row
        as="button"
        type="button"
        className="risk-line"
        align="start"
        gap={8}
        w="100%"
        radius="s"
        textAlign="start"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <StateGlyph state={released ? 'partial' : 'refused'} />
        <Row as="span" align="center" gap={6}>
          {text(`listing.risk.${risk.code}`)}
          <Icon name={open ? 'up' : 'down'} size={14} />
        </Row>
        <span className={released ? 'num tone-amber' : 'num tone-red'}>{format.number(risk.count)}</span>
      </Row>
      <p className="caption">
        {released && confirming === null
          ? text('listing.risk.released')
          : sentence({ code: risk.code, params: risk.params })}
      </p>
      {confirming}
      {confirming === null && releasable && (
        <Button size="small" onClick={() => onRelease(!released)}>
          {text(released ? 'listing.risk.hold' : 'listing.risk.release', { n: risk.count })}
        </Button>
      )}
      {open && <ProblemProducts ids={risk.productIds} count={risk.count} />}
    </Grid>
  );
}
