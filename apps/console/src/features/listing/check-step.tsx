import { Button } from 'antd';
import { CallFailure } from '../../lib/api/call-failure.ts';
import { runPath } from '../../lib/data/use-runs.tsx';
import { usePage } from '../../lib/page.ts';
import { useMay } from '../../lib/person/session.ts';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { SectionFault } from '../../ui/feedback/fault-row.tsx';
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx';
import { SlowNote } from '../../ui/feedback/slow-note.tsx';
import { useReportFailure } from '../../ui/feedback/use-report-failure.ts';
import { Grid } from '../../ui/layout/box.tsx';
import { FootBar } from '../../ui/layout/foot-bar.tsx';
import type { ListingDraft } from './draft.ts';
import { Forecast } from './forecast.tsx';
import { OptionsBox } from './options-box.tsx';
import { spanText, widestSpans } from './prices/price-text.ts';
import { StorePricesPart } from './prices/store-prices-part.tsx';
import { ProblemsTable } from './problems/problems-table.tsx';
import { useCheck, useStartListing, useStores } from './queries.ts';
import { RiskBox } from './risk/risk-box.tsx';
import { StoreFitBox } from './store-fit-box.tsx';
import { WhenBox } from './when/when-box.tsx';
import { useScheduling } from './when/when-schedule.ts';

interface CheckStepProps {
  draft: ListingDraft;
  onDraft(draft: ListingDraft): void;
  onBack(): void;
  /** Opens the rules of the stores. */
  onRules(): void;
  onStarted(): void;
}

/** Error codes of a run whose input has changed since the check. */
const changedCodes: ReadonlySet<string> = new Set(['selection.changed', 'listing.changed-since-check']);

/** Last step: the prices, what is ready, what each store would reject, cut or drop, and the expected duration. */
export function CheckStep({ draft, onDraft, onBack, onRules, onStarted }: CheckStepProps) {
  const text = useText();
  const format = useFormat();
  const page = usePage();
  const may = useMay();
  const reportFailure = useReportFailure();
  const stores = useStores();
  const params = { storeIds: draft.storeIds, selection: draft.handed.selection };
  const { released = [], remedies = [] } = draft.options;
  const check = useCheck({ ...params, released, remedies });
  const start = useStartListing();
  const later = useScheduling();
  const report = check.data;
  const going = report?.fitsAny ?? 0;

  const begin = (dryRun: boolean) =>
    start.mutate(
      {
        ...params,
        options: draft.options,
        dryRun,
        // A dry run sends nothing, so nothing has to match what was shown.
        ...(report && !dryRun && { expected: { products: report.products, mark: report.mark } }),
      },
      {
        onError: (failure) => {
          reportFailure(failure);
          if (changedCodes.has(CallFailure.from(failure).code)) {
            void check.refetch();
          }
        },
        onSuccess: ({ runId }) => {
          page.open(runPath(runId));
          if (!dryRun) {
            onStarted();
          }
        },
      },
    );

  const spans = widestSpans(report?.stores.flatMap(({ prices }) => prices.spans) ?? []);
  const label = [text('listing.go', { n: going, m: draft.storeIds.length }), spanText(format, spans)];

  const go = () => {
    if (later.when.kind === 'now') {
      begin(false);
      return;
    }
    const named = stores.data?.filter(({ id }) => draft.storeIds.includes(id)).map(({ name }) => name) ?? [];
    later.schedule({ ...params, options: draft.options }, going, named, onStarted);
  };

  return (
    <>
      {check.isError ? (
        <SectionFault failure={check.error} onRetry={() => void check.refetch()} />
      ) : report === undefined ? (
        <div>
          <p className="quiet">{text('listing.checking')}</p>
          <SkeletonRows rows={5} />
          <SlowNote />
        </div>
      ) : (
        <Grid oneUnder={1100} columns="minmax(0, 1fr) 288px" align="start" gap={32}>
          <Grid gap={24}>
            <Grid columns="repeat(auto-fit, minmax(min(240px, 100%), 1fr))" gap={14}>
              {report.stores.map((fit) => (
                <StoreFitBox
                  key={fit.storeId}
                  fit={fit}
                  products={report.products}
                  store={stores.data?.find(({ id }) => id === fit.storeId)}
                />
              ))}
            </Grid>
            <StorePricesPart report={report} stores={stores.data ?? []} />
            <ProblemsTable
              report={report}
              stores={stores.data ?? []}
              remedies={remedies}
              onRemedies={(kinds) => onDraft({ ...draft, options: { ...draft.options, remedies: kinds } })}
              released={released}
              onReleased={(codes) => onDraft({ ...draft, options: { ...draft.options, released: codes } })}
              onRules={onRules}
            />
          </Grid>
          <Grid as="aside" gap={24}>
            <OptionsBox options={draft.options} onChange={(options) => onDraft({ ...draft, options })} />
            <WhenBox when={later.when} onChange={later.setWhen} />
            <RiskBox
              report={report}
              released={released}
              onReleased={(codes) => onDraft({ ...draft, options: { ...draft.options, released: codes } })}
            />
            <Forecast report={report} stores={stores.data ?? []} />
          </Grid>
        </Grid>
      )}
      <FootBar
        actions={
          <>
            <Button onClick={onBack}>{text('listing.back')}</Button>
            <Button
              disabled={report === undefined || report.products === 0}
              loading={start.isPending && start.variables.dryRun === true}
              onClick={() => begin(true)}
            >
              {text('listing.dryRun')}
            </Button>
            {may('listing', 'add') && (
              <Button
                type="primary"
                disabled={going === 0 || check.isFetching}
                loading={(start.isPending && start.variables.dryRun === false) || later.busy}
                onClick={go}
              >
                {later.when.kind === 'now'
                  ? label.filter((part) => part !== '').join(' · ')
                  : text('schedules.go', { n: going })}
              </Button>
            )}
          </>
        }
      >
        <FootText known={report !== undefined} heldBack={report?.heldBack ?? 0} going={going} />
      </FootBar>
    </>
  );
}

/** How many products do not get into every store, each counted once. */
function FootText({ known, heldBack, going }: { known: boolean; heldBack: number; going: number }) {
  const text = useText();
  const format = useFormat();
  if (!known) {
    return null;
  }
  return (
    <span>
      {going === 0
        ? text('listing.foot.none')
        : heldBack === 0
          ? text('listing.foot.allFit')
          : text.rich('listing.foot.refused', {
              n: <b className="tone-red">{format.number(heldBack)}</b>,
            })}
    </span>
  );
}
