import type { Plan, PlanContent } from '@bowerbird/contract/billing';
import { currencies, quotaNames } from '@bowerbird/contract/billing';
import { Button, Input, Select, Switch } from 'antd';
import { useId, useState } from 'react';
import { languageNames, languages } from '../../lib/language.ts';
import { useText } from '../../lib/text.ts';
import { useToast } from '../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../ui/feedback/use-report-failure.ts';
import { Field } from '../../ui/form/field.tsx';
import { Grid, Row } from '../../ui/layout/box.tsx';
import { Drawer } from '../../ui/layout/drawer.tsx';
import { useSavePlan } from './admin-queries.ts';
import { amountOf } from './confirm-dialog.tsx';
import { contentOf, draftOf, type PlanDraft } from './plan-draft.ts';

/** Edits one plan: its names, prices and quotas. Existing orders keep their price; quotas apply at once. */
export function PlanDrawer({ plan, onClose }: { plan: Plan | null; onClose(): void }) {
  const text = useText();
  const toast = useToast();
  const reportFailure = useReportFailure();
  const save = useSavePlan();
  const saleId = useId();
  const [draft, setDraft] = useState<PlanDraft>(() => draftOf(plan));
  const [checked, setChecked] = useState(false);
  const change = (part: Partial<PlanDraft>) => setDraft((held) => ({ ...held, ...part }));
  const read = contentOf(draft);
  const submit = () => {
    setChecked(true);
    if (read.content === null) {
      return;
    }
    const content: PlanContent = read.content;
    save.mutate(
      { id: plan?.id ?? null, content },
      {
        onSuccess: () => {
          toast({ state: 'complete', text: text('billing.saved') });
          onClose();
        },
        onError: reportFailure,
      },
    );
  };
  const wrong = (name: string, words: string) => (checked && read.wrong.has(name) ? words : null);
  return (
    <Drawer
      open
      title={plan === null ? text('billing.admin.addPlan') : text('billing.admin.editPlan')}
      onClose={onClose}
      footer={
        <Row wrap gap={10}>
          <Button onClick={onClose}>{text('act.cancel')}</Button>
          <Button type="primary" loading={save.isPending} onClick={submit}>
            {text('act.save')}
          </Button>
        </Row>
      }
    >
      <div className="billing-form">
        <Grid columns="repeat(auto-fill, minmax(200px, 1fr))" gap={14}>
          {languages.map((language) => (
            <Field
              key={language}
              label={text('billing.plan.name', { language: languageNames[language] })}
              error={wrong(`name.${language}`, text('billing.plan.nameMissing'))}
            >
              {(control) => (
                <Input
                  {...control}
                  maxLength={40}
                  value={draft.name[language]}
                  onChange={({ target }) => change({ name: { ...draft.name, [language]: target.value } })}
                />
              )}
            </Field>
          ))}
        </Grid>
        <Grid columns="repeat(auto-fill, minmax(200px, 1fr))" gap={14}>
          {(['priceMonth', 'priceYear'] as const).map((name) => (
            <Field
              key={name}
              label={text(`billing.plan.${name}`)}
              error={wrong(name, text('billing.amount.wrong'))}
            >
              {(control) => (
                <Input
                  {...control}
                  inputMode="decimal"
                  value={draft[name]}
                  onBlur={() => change({ [name]: amountOf(draft[name]) ?? draft[name] })}
                  onChange={({ target }) => change({ [name]: target.value })}
                />
              )}
            </Field>
          ))}
          <Field label={text('billing.plan.currency')}>
            {(control) => (
              <Select
                id={control.id}
                value={draft.currency}
                options={currencies.map((value) => ({ value, label: value }))}
                onChange={(currency) => change({ currency })}
              />
            )}
          </Field>
        </Grid>
        <p className="quiet">{text('billing.plan.quotas')}</p>
        <Grid columns="repeat(auto-fill, minmax(200px, 1fr))" gap={14}>
          {quotaNames.map((what) => (
            <Field
              key={what}
              label={text(`billing.quota.${what}`)}
              error={wrong(what, text('billing.plan.quotaWrong'))}
            >
              {(control) => (
                <Input
                  {...control}
                  inputMode="numeric"
                  placeholder={text('billing.unlimited')}
                  value={draft.quotas[what]}
                  onChange={({ target }) => change({ quotas: { ...draft.quotas, [what]: target.value } })}
                />
              )}
            </Field>
          ))}
        </Grid>
        <div className="admin-toolbar">
          <Switch id={saleId} checked={draft.onSale} onChange={(onSale) => change({ onSale })} />
          <label htmlFor={saleId}>{text('billing.plan.onSale')}</label>
        </div>
      </div>
    </Drawer>
  );
}
