import type { Plan } from '@bowerbird/contract/billing/billing';
import { currencies, quotaNames } from '@bowerbird/contract/billing/billing';
import { Input, Select, Switch } from 'antd';
import { useId } from 'react';
import { languageNames, languages } from '../../../lib/text/language.ts';
import { useText } from '../../../lib/text/text.ts';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { FormDrawer } from '../../../ui/form/form-drawer.tsx';
import { FormField } from '../../../ui/form/form-field.tsx';
import { useSchemaForm } from '../../../ui/form/use-schema-form.ts';
import { Grid } from '../../../ui/layout/box.tsx';
import { amountOf } from '../amount.ts';
import { useSavePlan } from './admin-queries.ts';
import { draftOf, PlanFields } from './plan-draft.ts';

/** Edits one plan: its names, prices and quotas. Existing orders keep their price; quotas apply at once. */
export function PlanDrawer({ plan, onClose }: { plan: Plan | null; onClose(): void }) {
  const text = useText();
  const toast = useToast();
  const reportFailure = useReportFailure();
  const save = useSavePlan();
  const saleId = useId();
  const form = useSchemaForm({ schema: PlanFields, initial: draftOf(plan) });
  return (
    <FormDrawer
      form={form}
      title={plan === null ? text('billing.admin.addPlan') : text('billing.admin.editPlan')}
      busy={save.isPending}
      className="billing-form"
      onSave={(content) =>
        save.mutate(
          { id: plan?.id ?? null, content },
          {
            onSuccess: () => {
              toast({ state: 'complete', text: text('billing.saved') });
              onClose();
            },
            onError: reportFailure,
          },
        )
      }
      onClose={onClose}
    >
      <Grid columns="repeat(auto-fill, minmax(200px, 1fr))" gap={14}>
        {languages.map((language) => (
          <FormField
            key={language}
            form={form}
            name={`name.${language}`}
            label={text('billing.plan.name', { language: languageNames[language] })}
            missing={text('billing.plan.nameMissing')}
          >
            {(control) => <Input {...control} maxLength={40} />}
          </FormField>
        ))}
      </Grid>
      <Grid columns="repeat(auto-fill, minmax(200px, 1fr))" gap={14}>
        {(['priceMonth', 'priceYear'] as const).map((name) => (
          <FormField
            key={name}
            form={form}
            name={name}
            label={text(`billing.plan.${name}`)}
            missing={text('billing.amount.wrong')}
            wrong={text('billing.amount.wrong')}
          >
            {(control) => (
              <Input
                {...control}
                inputMode="decimal"
                onBlur={() => {
                  control.onChange(amountOf(control.value) ?? control.value);
                  control.onBlur();
                }}
              />
            )}
          </FormField>
        ))}
        <FormField form={form} name="currency" label={text('billing.plan.currency')}>
          {(control) => (
            <Select {...control} options={currencies.map((value) => ({ value, label: value }))} />
          )}
        </FormField>
      </Grid>
      <p className="quiet">{text('billing.plan.quotas')}</p>
      <Grid columns="repeat(auto-fill, minmax(200px, 1fr))" gap={14}>
        {quotaNames.map((what) => (
          <FormField
            key={what}
            form={form}
            name={`quotas.${what}`}
            label={text(`billing.quota.${what}`)}
            wrong={text('billing.plan.quotaWrong')}
          >
            {(control) => <Input {...control} inputMode="numeric" placeholder={text('billing.unlimited')} />}
          </FormField>
        ))}
      </Grid>
      <div className="admin-toolbar">
        <Switch
          id={saleId}
          checked={form.watch('onSale')}
          onChange={(onSale) => form.setValue('onSale', onSale)}
        />
        <label htmlFor={saleId}>{text('billing.plan.onSale')}</label>
      </div>
    </FormDrawer>
  );
}
