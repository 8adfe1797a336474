import type { EditStep } from '@bowerbird/catalog/edits/edit-steps';
import type { EditRuleDetail } from '@bowerbird/contract/products/edit-rules';
import { createEditRule } from '@bowerbird/contract/products/edit-rules';
import { bodySchema } from '@bowerbird/contract/route';
import { Button, Input } from 'antd';
import { type ReactNode, useState } from 'react';
import { z } from 'zod/mini';
import { CallFailure } from '../../../lib/api/call-failure.ts';
import { useFaultText } from '../../../lib/text/fault-text.ts';
import { useText } from '../../../lib/text/text.ts';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonLines } from '../../../ui/feedback/skeleton.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { FormField } from '../../../ui/form/form-field.tsx';
import { useSchemaForm } from '../../../ui/form/use-schema-form.ts';
import { Row, Stack } from '../../../ui/layout/box.tsx';
import { Drawer } from '../../../ui/layout/drawer.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { stepsOf, type TypedStep } from '../draft.ts';
import { StepList } from '../steps/step-list.tsx';
import { typedStepOf } from '../typed-step.ts';
import { useRule, useSaveRule } from './rule-queries.ts';

const Named = z.pick(bodySchema(createEditRule), { name: true, description: true });

interface RuleFormProps {
  /** Null: a new rule. */
  ruleId: string | null;
  /** The steps that a new rule begins with. */
  steps?: readonly EditStep[];
  /** Shown above the buttons. */
  children?: ReactNode;
  onClose(): void;
  onSaved(rule: EditRuleDetail): void;
}

/** The name, the description and the steps of a rule, in a drawer. */
export function RuleForm({ ruleId, ...props }: RuleFormProps) {
  const text = useText();
  const rule = useRule(ruleId ?? '');
  if (ruleId === null) {
    return <RuleFields {...props} rule={null} />;
  }
  if (rule.data === undefined) {
    return (
      <Drawer open width={720} title={text('rules.edit')} onClose={props.onClose}>
        {rule.isError ? (
          <SectionFault failure={rule.error} onRetry={() => void rule.refetch()} />
        ) : (
          <SkeletonLines />
        )}
      </Drawer>
    );
  }
  return <RuleFields {...props} rule={rule.data} />;
}

function RuleFields({
  rule,
  steps: begun = [],
  children,
  onClose,
  onSaved,
}: Omit<RuleFormProps, 'ruleId'> & { rule: EditRuleDetail | null }) {
  const text = useText();
  const toast = useToast();
  const sentence = useFaultText();
  const save = useSaveRule();
  const form = useSchemaForm({
    schema: Named,
    initial: { name: rule?.name ?? '', description: rule?.description ?? '' },
  });
  const saved = rule?.versions[0]?.steps ?? begun;
  const [first] = useState<TypedStep[]>(() => saved.map(typedStepOf));
  const [typed, setTyped] = useState(first);
  const [sent, setSent] = useState(false);
  const { steps, open } = stepsOf(typed);
  // Steps that nobody touched are no new version.
  const written = typed === first ? [...saved] : steps;
  const lack =
    typed.length === 0
      ? text('bulkEdit.why.steps')
      : open === null
        ? null
        : text('bulkEdit.why.open', { n: open + 1 });
  const id = 'rule-form';
  return (
    <Drawer
      open
      width={720}
      title={text(rule === null ? 'rules.new' : 'rules.edit')}
      onClose={onClose}
      footer={
        <Stack gap={10}>
          {children}
          <Row justify="end" gap={10}>
            <Button onClick={onClose}>{text('act.cancel')}</Button>
            <Button
              type="primary"
              htmlType="submit"
              form={id}
              loading={save.isPending}
              onClick={() => setSent(true)}
            >
              {text('act.save')}
            </Button>
          </Row>
        </Stack>
      }
    >
      <Form
        id={id}
        form={form}
        onSubmit={(named) => {
          if (lack !== null) {
            return;
          }
          save.mutate(
            { rule, written: { ...named, steps: written } },
            {
              onSuccess: (saved) => {
                toast({
                  state: 'complete',
                  text:
                    rule !== null && saved.version > rule.version
                      ? text('rules.saved.version', { version: saved.version })
                      : text('rules.saved'),
                });
                onSaved(saved);
              },
            },
          );
        }}
      >
        <FormField form={form} name="name" label={text('rules.name')} missing={text('rules.name.missing')}>
          {(control) => <Input {...control} maxLength={60} placeholder={text('rules.name.example')} />}
        </FormField>
        <FormField
          form={form}
          name="description"
          label={text('rules.column.description')}
          missing={text('rules.description.short')}
          wrong={text('rules.description.short')}
        >
          {(control) => (
            <Input.TextArea
              {...control}
              maxLength={500}
              autoSize={{ minRows: 2, maxRows: 6 }}
              placeholder={text('rules.description.example')}
            />
          )}
        </FormField>
        <StepList steps={typed} hits={null} readOnly={false} forRule onSteps={setTyped} />
        {sent && lack !== null && (
          <Text as="p" role="alert" font="small" tone="red" m={0}>
            {lack}
          </Text>
        )}
        {save.isError && (
          <Text as="p" role="alert" font="small" tone="red" m={0}>
            {sentence(CallFailure.from(save.error))}
          </Text>
        )}
        <Text as="p" font="caption" tone="t2" m={0}>
          {text(rule === null ? 'rules.form.hint' : 'rules.form.versionHint')}
        </Text>
      </Form>
    </Drawer>
  );
}
