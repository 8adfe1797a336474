import type { RemedyKind } from '@bowerbird/catalog/listing-rules/remedies';
import { firstRiskSettings } from '@bowerbird/catalog/risk/gate';
import type { RiskCode } from '@bowerbird/catalog/risk/risks';
import type { Store } from '@bowerbird/contract/listing/stores';
import { Button } from 'antd';
import { useState } from 'react';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import type { StateName } from '../../../ui/feedback/state-glyph.tsx';
import { StateGlyph } from '../../../ui/feedback/state-glyph.tsx';
import { Icon } from '../../../ui/images/icon.tsx';
import { Box, Row, Stack } from '../../../ui/layout/box.tsx';
import { SectionHead } from '../../../ui/layout/section-head.tsx';
import type { FitCause, FitReport } from '../queries.ts';
import { useRiskSettings } from '../rules/rules-queries.ts';
import { ProblemProducts } from './problem-products.tsx';
import { useProblemText } from './problem-text.ts';

const groups: { kind: FitCause['kind']; state: StateName; tone: string }[] = [
  { kind: 'stopped', state: 'held', tone: 'tone-amber' },
  { kind: 'refused', state: 'refused', tone: 'tone-red' },
  { kind: 'cut', state: 'partial', tone: 'tone-amber' },
  { kind: 'lost', state: 'none', tone: '' },
];

interface ProblemsTableProps {
  report: FitReport;
  stores: Store[];
  /** Fixes chosen for this run. */
  remedies: readonly RemedyKind[];
  onRemedies(remedies: RemedyKind[]): void;
  /** Findings of our own checks that are released for this run. */
  released: readonly RiskCode[];
  onReleased(released: RiskCode[]): void;
  /** Opens the rules, if they can fix it. */
  onRules(): void;
}

/**
 * Why products cannot be listed as they are: what our own checks stop, separately from what stores would reject, change
 * or drop. A row for each cause with its products, each counted once, and how many of them in each store; a row opens
 * its products.
 */
export function ProblemsTable({
  report,
  stores,
  remedies,
  onRemedies,
  released,
  onReleased,
  onRules,
}: ProblemsTableProps) {
  const text = useText();
  const rows = report.causes;
  const open = [...new Set(rows.flatMap(({ remedy, repaired }) => (repaired ? [] : (remedy ?? []))))].filter(
    (kind) => !remedies.includes(kind),
  );
  const take = (kind: RemedyKind, on: boolean) =>
    onRemedies(on ? [...remedies, kind] : remedies.filter((each) => each !== kind));
  const release = (code: RiskCode, on: boolean) =>
    onReleased(on ? [...released, code] : released.filter((each) => each !== code));
  const names = report.stores.map(({ storeId }) => stores.find(({ id }) => id === storeId)?.name ?? '');
  return (
    <section>
      <SectionHead
        bare
        title={text('listing.problems')}
        note={text('listing.problems.note', { n: report.products })}
        action={
          open.length > 1 && (
            <Button size="small" onClick={() => onRemedies([...remedies, ...open])}>
              {text('listing.remedy.all')}
            </Button>
          )
        }
      />
      {rows.length === 0 ? (
        <Row as="p" align="center" gap={8} p={[14, 0]} borderTop>
          <StateGlyph state="complete" />
          {text('listing.problems.none')}
        </Row>
      ) : (
        <Box overflow="auto">
          <Box as="table" className="problems" w="100%" font="small">
            <thead>
              <tr>
                <th scope="col">{text('listing.problem')}</th>
                <th scope="col" className="num">
                  {text('listing.problem.products')}
                </th>
                {names.map((name, index) => (
                  <th key={report.stores[index]?.storeId} scope="col" className="num">
                    {name}
                  </th>
                ))}
                <th scope="col" className="num">
                  {text('listing.remedy')}
                </th>
              </tr>
            </thead>
            {groups.map(({ kind, state, tone }) => {
              const some = rows.filter((row) => row.kind === kind);
              return (
                some.length > 0 && (
                  <tbody key={kind}>
                    <tr>
                      <Box
                        as="th"
                        scope="rowgroup"
                        colSpan={names.length + 3}
                        className={`problems-group ${tone}`}
                        pt={18}
                        weight={600}
                      >
                        {text(`listing.kind.${kind}`)}
                        <span className="caption">{text(`listing.kind.${kind}.note`)}</span>
                      </Box>
                    </tr>
                    {some.map((row) => (
                      <ProblemLine
                        key={`${row.code} ${row.params.field ?? ''} ${row.repaired} ${row.released}`}
                        row={row}
                        report={report}
                        state={state}
                        tone={tone}
                        taken={row.remedy !== null && remedies.includes(row.remedy)}
                        onTake={take}
                        onRelease={release}
                        onRules={onRules}
                      />
                    ))}
                  </tbody>
                )
              );
            })}
          </Box>
        </Box>
      )}
    </section>
  );
}

interface ProblemLineProps {
  row: FitCause;
  report: FitReport;
  state: StateName;
  tone: string;
  taken: boolean;
  onTake(kind: RemedyKind, on: boolean): void;
  onRelease(code: RiskCode, on: boolean): void;
  onRules(): void;
}

function ProblemLine({ row, report, state, tone, ...actions }: ProblemLineProps) {
  const text = useText();
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const { title, note } = useProblemText()(row);
  const counts = new Map(row.stores.map(({ storeId, count }) => [storeId, count]));
  const goesIn = row.repaired || row.released;
  return (
    <>
      <tr className={goesIn ? 'problem repaired' : 'problem'}>
        <td>
          <Row
            as="button"
            type="button"
            className="problem-open"
            align="start"
            gap={10}
            w="100%"
            radius="s"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            <StateGlyph state={goesIn ? 'complete' : state} />
            <Stack as="span" shrink>
              <Row as="span" className="problem-title" align="center" gap={6} weight={500}>
                {title}
                <Icon name={open ? 'up' : 'down'} size={14} />
              </Row>
              {row.repaired && row.remedy !== null ? (
                <span className="caption">{text(`listing.remedy.${row.remedy}.note`)}</span>
              ) : (
                note !== '' && <span className="caption">{note}</span>
              )}
            </Stack>
          </Row>
        </td>
        <td className={goesIn ? 'num quiet' : `num ${tone}`}>
          <b>{format.number(row.products)}</b>
        </td>
        {report.stores.map(({ storeId }) => {
          const count = counts.get(storeId);
          return (
            <td key={storeId} className={count === undefined || goesIn ? 'num quiet' : `num ${tone}`}>
              {count === undefined ? (
                <span title={text('listing.problem.noneHere')}>—</span>
              ) : (
                format.number(count)
              )}
            </td>
          );
        })}
        <td className="problem-action">
          <ProblemAction row={row} {...actions} />
        </td>
      </tr>
      {open && (
        <tr>
          <td colSpan={report.stores.length + 3} className="problem-products">
            <ProblemProducts ids={row.productIds} count={row.products} />
          </td>
        </tr>
      )}
    </>
  );
}

/** Problems that a store's rules can fix. */
const byRules: ReadonlySet<string> = new Set(['listing.price-missing', 'fit.currency-differs']);

/** The one action that fixes a problem, or reverts the fix; a dash if only the merchant can fix it. */
function ProblemAction({
  row,
  taken,
  onTake,
  onRelease,
  onRules,
}: Pick<ProblemLineProps, 'row' | 'taken' | 'onTake' | 'onRelease' | 'onRules'>) {
  const text = useText();
  const settings = useRiskSettings();
  const { remedy, repaired, code, released } = row;
  // An unknown margin is confirmed once, next to the checks, and not released run by run.
  const risk = (settings.data ?? firstRiskSettings).releasable.find(
    (each) => each === code && each !== 'risk.margin-unknown',
  );
  if (risk !== undefined) {
    return (
      <Button size="small" onClick={() => onRelease(risk, !released)}>
        {text(released ? 'listing.risk.hold' : 'listing.risk.release', { n: row.products })}
      </Button>
    );
  }
  if (remedy !== null && repaired) {
    return (
      <button type="button" className="link-button" onClick={() => onTake(remedy, false)}>
        {text('listing.remedy.undo')}
      </button>
    );
  }
  if (remedy !== null && !taken) {
    return (
      <Button size="small" title={text(`listing.remedy.${remedy}.note`)} onClick={() => onTake(remedy, true)}>
        {text(`listing.remedy.${remedy}`)}
      </Button>
    );
  }
  return byRules.has(code) ? (
    <Button size="small" onClick={onRules}>
      {text('listing.remedy.rules')}
    </Button>
  ) : (
    <span className="quiet" aria-hidden="true">
      —
    </span>
  );
}
