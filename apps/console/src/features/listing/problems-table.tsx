import type { RemedyKind } from '@bowerbird/catalog/listing-rules/remedies';
import type { Store } from '@bowerbird/contract/stores';
import { Button } from 'antd';
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
  /** Remedies taken for this run. */
  remedies: readonly RemedyKind[];
  onRemedies(remedies: RemedyKind[]): void;
  /** To the rules, where those can mend it. */
  onRules(): void;
}

/** What stores would refuse, cut or drop: a row for each problem, a column for each store; a row opens its products. */
export function ProblemsTable({ report, stores, remedies, onRemedies, onRules }: ProblemsTableProps) {
  const text = useText();
  const rows = problemRows(report);
  const open = [...new Set(rows.flatMap(({ remedy, mended }) => (mended ? [] : (remedy ?? []))))].filter(
    (kind) => !remedies.includes(kind),
  );
  const take = (kind: RemedyKind, on: boolean) =>
    onRemedies(on ? [...remedies, kind] : remedies.filter((each) => each !== kind));
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
                      <th scope="rowgroup" colSpan={names.length + 2} className={`problems-group ${tone}`}>
                        {text(`listing.kind.${kind}`)}
                      </th>
                    </tr>
                    {some.map((row) => (
                      <ProblemLine
                        key={`${row.code} ${row.params.field ?? ''} ${row.mended}`}
                        row={row}
                        report={report}
                        state={state}
                        tone={tone}
                        taken={row.remedy !== null && remedies.includes(row.remedy)}
                        onTake={take}
                        onRules={onRules}
                      />
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
  taken: boolean;
  onTake(kind: RemedyKind, on: boolean): void;
  onRules(): void;
}

function ProblemLine({ row, report, state, tone, taken, onTake, onRules }: ProblemLineProps) {
  const text = useText();
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const { title, note } = useProblemWords()(row);
  return (
    <>
      <tr className={row.mended ? 'problem mended' : 'problem'}>
        <td>
          <button type="button" className="problem-open" aria-expanded={open} onClick={() => setOpen(!open)}>
            <StateGlyph state={row.mended ? 'complete' : state} />
            <span className="problem-words">
              <span className="problem-title">
                {title}
                <Icon name={open ? 'up' : 'down'} size={14} />
              </span>
              {row.mended && row.remedy !== null ? (
                <span className="caption">{text(`listing.remedy.${row.remedy}.note`)}</span>
              ) : (
                note !== '' && <span className="caption">{note}</span>
              )}
            </span>
          </button>
        </td>
        {report.stores.map(({ storeId }) => {
          const count = row.counts.get(storeId);
          return (
            <td key={storeId} className={count === undefined || row.mended ? 'num quiet' : `num ${tone}`}>
              {count === undefined ? (
                <span title={text('listing.problem.noneHere')}>—</span>
              ) : (
                format.number(count)
              )}
            </td>
          );
        })}
        <td className="problem-act">
          <ProblemAct row={row} taken={taken} onTake={onTake} onRules={onRules} />
        </td>
      </tr>
      {open && (
        <tr>
          <td colSpan={report.stores.length + 2} className="problem-products">
            <ProblemProducts ids={row.productIds} count={row.largest} />
          </td>
        </tr>
      )}
    </>
  );
}

/** Problems that a store's rules mend. */
const byRules: ReadonlySet<string> = new Set(['listing.price-missing', 'fit.currency-differs']);

/** The one act that mends a problem, or takes its mending back; a dash where only the merchant can. */
function ProblemAct({
  row,
  taken,
  onTake,
  onRules,
}: Pick<ProblemLineProps, 'row' | 'taken' | 'onTake' | 'onRules'>) {
  const text = useText();
  const { remedy, mended, code } = row;
  if (remedy !== null && mended) {
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
