import type { Plan, Standing, Term } from '@bowerbird/contract/billing';
import { quotaNames } from '@bowerbird/contract/billing';
import { Button } from 'antd';
import { useFormat } from '../../lib/format.ts';
import { useTexts } from '../../lib/language.ts';
import { useText } from '../../lib/text.ts';
import { useNarrow } from '../../ui/layout/use-narrow.ts';
import { QuotaUse } from './quota-use.tsx';

interface PlanTableProps {
  plans: Plan[];
  /** Null for administrators, who have no plan. */
  standing: Standing | null;
  term: Term;
  /** Null if nothing can be ordered. */
  onChoose: ((plan: Plan) => void) | null;
  /** For administrators. */
  onEdit?: (plan: Plan) => void;
}

/** The plans as columns of one table, the current one marked; on a phone, one below the other. */
export function PlanTable(props: PlanTableProps) {
  return useNarrow() ? <PlanBoxes {...props} /> : <PlanColumns {...props} />;
}

function PlanColumns({ plans, standing, term, onChoose, onEdit }: PlanTableProps) {
  const text = useText();
  const { language } = useTexts();
  const isCurrent = (plan: Plan) => plan.id === standing?.plan.id;
  return (
    <div className="plan-scroll">
      <table className="plan-table">
        <thead>
          <tr>
            <td />
            {plans.map((plan) => (
              <th key={plan.id} scope="col" className={isCurrent(plan) ? 'current' : undefined}>
                <span className="plan-name">{plan.name[language]}</span>
                <PlanPrice plan={plan} term={term} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {quotaNames.map((what) => {
            const use = standing?.use.find((each) => each.what === what);
            return (
              <tr key={what}>
                <th scope="row">
                  <span className="plan-quota">{text(`billing.quota.${what}`)}</span>
                  {use !== undefined && standing?.plansOn && <QuotaUse use={use} />}
                </th>
                {plans.map((plan) => (
                  <td key={plan.id} className={isCurrent(plan) ? 'current' : undefined}>
                    <Limit value={plan.quotas[what]} />
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <td />
            {plans.map((plan) => (
              <td key={plan.id} className={isCurrent(plan) ? 'current' : undefined}>
                <PlanAction
                  plan={plan}
                  current={isCurrent(plan)}
                  term={term}
                  onChoose={onChoose}
                  onEdit={onEdit}
                />
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function PlanBoxes({ plans, standing, term, onChoose, onEdit }: PlanTableProps) {
  const text = useText();
  const { language } = useTexts();
  return (
    <ul className="plan-boxes">
      {plans.map((plan) => (
        <li key={plan.id} className="box">
          <h2 className="plan-name">{plan.name[language]}</h2>
          <PlanPrice plan={plan} term={term} />
          <dl className="plan-box-limits">
            {quotaNames.map((what) => {
              const current = plan.id === standing?.plan.id && standing.plansOn;
              const use = current ? standing.use.find((each) => each.what === what) : undefined;
              return (
                <div key={what}>
                  <dt>{text(`billing.quota.${what}`)}</dt>
                  <dd>{use === undefined ? <Limit value={plan.quotas[what]} /> : <QuotaUse use={use} />}</dd>
                </div>
              );
            })}
          </dl>
          <PlanAction
            plan={plan}
            current={plan.id === standing?.plan.id}
            term={term}
            onChoose={onChoose}
            onEdit={onEdit}
          />
        </li>
      ))}
    </ul>
  );
}

export function priceOf(plan: Plan, term: Term): string {
  return term === 'month' ? plan.priceMonth : plan.priceYear;
}

function PlanPrice({ plan, term }: { plan: Plan; term: Term }) {
  const text = useText();
  const format = useFormat();
  const price = priceOf(plan, term);
  return price === '0.00' ? (
    <span className="plan-price">{text('billing.free')}</span>
  ) : (
    <span className="plan-price">
      {format.money(price, plan.currency)}
      <span className="quiet">{text(`billing.per.${term}`)}</span>
    </span>
  );
}

function Limit({ value }: { value: number | null }) {
  const text = useText();
  const format = useFormat();
  return <>{value === null ? text('billing.unlimited') : format.number(value)}</>;
}

function PlanAction({
  plan,
  current,
  term,
  onChoose,
  onEdit,
}: {
  plan: Plan;
  current: boolean;
  term: Term;
  onChoose: PlanTableProps['onChoose'];
  onEdit: PlanTableProps['onEdit'] | undefined;
}) {
  const text = useText();
  const { language } = useTexts();
  const name = plan.name[language];
  const sold = onChoose !== null && priceOf(plan, term) !== '0.00';
  return (
    <span className="plan-action">
      {current && <span className="plan-current">{text('billing.current')}</span>}
      {sold && (
        <Button
          aria-label={text(current ? 'billing.renewPlan' : 'billing.choosePlan', { plan: name })}
          onClick={() => onChoose(plan)}
        >
          {text(current ? 'billing.renew' : 'billing.choose')}
        </Button>
      )}
      {onEdit !== undefined && (
        <>
          <Button aria-label={text('billing.editOf', { plan: name })} onClick={() => onEdit(plan)}>
            {text('billing.edit')}
          </Button>
          {!plan.onSale && <span className="plan-current">{text('billing.notOnSale')}</span>}
        </>
      )}
    </span>
  );
}
