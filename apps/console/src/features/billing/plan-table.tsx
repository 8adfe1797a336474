import type { Plan, Standing, Term } from '@bowerbird/contract/billing/billing';
import { quotaNames } from '@bowerbird/contract/billing/billing';
import { Button } from 'antd';
import { useFormat } from '../../lib/text/format.ts';
import { useTexts } from '../../lib/text/language.ts';
import { useText } from '../../lib/text/text.ts';
import { Box, Row, Stack } from '../../ui/layout/box.tsx';
import { useNarrow } from '../../ui/layout/use-narrow.ts';
import { Text } from '../../ui/text/text.tsx';
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
    <Box overflow="auto">
      <Box as="table" className="plan-table" w="100%" font="small">
        <thead>
          <tr>
            <td />
            {plans.map((plan) => (
              <th key={plan.id} scope="col" className={isCurrent(plan) ? 'current' : undefined}>
                <Text block font="head" weight={600}>
                  {plan.name[language]}
                </Text>
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
      </Box>
    </Box>
  );
}

function PlanBoxes({ plans, standing, term, onChoose, onEdit }: PlanTableProps) {
  const text = useText();
  const { language } = useTexts();
  return (
    <Stack as="ul" gap={12}>
      {plans.map((plan) => (
        <li key={plan.id} className="box">
          <Text as="h2" block font="head" weight={600}>
            {plan.name[language]}
          </Text>
          <PlanPrice plan={plan} term={term} />
          <Box as="dl" m={[12, 0]}>
            {quotaNames.map((what) => {
              const current = plan.id === standing?.plan.id && standing.plansOn;
              const use = current ? standing.use.find((each) => each.what === what) : undefined;
              return (
                <Row justify="between" gap={12} p={[6, 0]} borderBottom font="small" key={what}>
                  <dt>{text(`billing.quota.${what}`)}</dt>
                  <dd>{use === undefined ? <Limit value={plan.quotas[what]} /> : <QuotaUse use={use} />}</dd>
                </Row>
              );
            })}
          </Box>
          <PlanAction
            plan={plan}
            current={plan.id === standing?.plan.id}
            term={term}
            onChoose={onChoose}
            onEdit={onEdit}
          />
        </li>
      ))}
    </Stack>
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
    <Text className="plan-price" font="title" weight={650}>
      {text('billing.free')}
    </Text>
  ) : (
    <Text className="plan-price" font="title" weight={650}>
      {format.money(price, plan.currency)}
      <span className="quiet">{text(`billing.per.${term}`)}</span>
    </Text>
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
    <Stack as="span" align="start" gap={8}>
      {current && <Text tone="t2">{text('billing.current')}</Text>}
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
          {!plan.onSale && <Text tone="t2">{text('billing.notOnSale')}</Text>}
        </>
      )}
    </Stack>
  );
}
