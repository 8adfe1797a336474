import type { Store } from '@bowerbird/contract/stores';
import { useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { Icon } from '../../ui/icon.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import type { StateName } from '../../ui/state-glyph.tsx';
import { StateGlyph } from '../../ui/state-glyph.tsx';
import { ProblemProducts } from './problem-products.tsx';
import type { ProblemRow } from './problem-rows.ts';
import { problemRows, useProblemWords } from './problem-rows.ts';
import type { FitReport, Problem } from './queries.ts';

const groups: { kind: Problem['kind']; state: StateName; tone: string }[] = [
  { kind: 'refused', state: 'refused', tone: 'tone-red' },
  { kind: 'cut', state: 'partial', tone: 'tone-amber' },
  { kind: 'lost', state: 'none', tone: '' },
];

interface ProblemsTableProps {
  report: FitReport;
  stores: Store[];
}

/** What stores would refuse, cut or drop: a row for each problem, a column for each store; a row opens its products. */
export function ProblemsTable({ report, stores }: ProblemsTableProps) {
  const text = useText();
  const rows = problemRows(report);
  const names = report.stores.map(({ storeId }) => stores.find(({ id }) => id === storeId)?.name ?? '');
  return (
    <section>
      <SectionHead
        bare
        title={text('listing.problems')}
        note={text('listing.problems.note', { n: report.products })}
      />
      {rows.length === 0 ? (
        <p className="problems-none">
          <StateGlyph state="complete" />
          {text('listing.problems.none')}
        </p>
      ) : (
        <div className="problems-scroll">
          <table className="problems">
            <thead>
              <tr>
                <th scope="col">{text('listing.problem')}</th>
                {names.map((name, index) => (
                  <th key={report.stores[index]?.storeId} scope="col" className="num">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            {groups.map(({ kind, state, tone }) => {
              const some = rows.filter((row) => row.kind === kind);
              return (
                some.length > 0 && (
                  <tbody key={kind}>
                    <tr>
                      <th scope="rowgroup" colSpan={names.length + 1} className={`problems-group ${tone}`}>
                        {text(`listing.kind.${kind}`)}
                      </th>
                    </tr>
                    {some.map((row) => (
                      <ProblemLine key={row.code} row={row} report={report} state={state} tone={tone} />
                    ))}
                  </tbody>
                )
              );
            })}
          </table>
        </div>
      )}
    </section>
  );
}

interface ProblemLineProps {
  row: ProblemRow;
  report: FitReport;
  state: StateName;
  tone: string;
}

function ProblemLine({ row, report, state, tone }: ProblemLineProps) {
  const text = useText();
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const { title, note } = useProblemWords()(row);
  return (
    <>
      <tr className="problem">
        <td>
          <button type="button" className="problem-open" aria-expanded={open} onClick={() => setOpen(!open)}>
            <StateGlyph state={state} />
            <span className="problem-words">
              <span className="problem-title">
                {title}
                <Icon name={open ? 'up' : 'down'} size={14} />
              </span>
              {note !== '' && <span className="caption">{note}</span>}
            </span>
          </button>
        </td>
        {report.stores.map(({ storeId }) => {
          const count = row.counts.get(storeId);
          return (
            <td key={storeId} className={count === undefined ? 'num quiet' : `num ${tone}`}>
              {count === undefined ? (
                <span title={text('listing.problem.noneHere')}>—</span>
              ) : (
                format.number(count)
              )}
            </td>
          );
        })}
      </tr>
      {open && (
        <tr>
          <td colSpan={report.stores.length + 1} className="problem-products">
            <ProblemProducts ids={row.productIds} count={row.largest} />
          </td>
        </tr>
      )}
    </>
  );
}
