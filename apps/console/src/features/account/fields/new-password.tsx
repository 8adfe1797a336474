import { refine } from 'zod/mini';
import { useText } from '../../../lib/text/text.ts';
import { FormField } from '../../../ui/form/form-field.tsx';
import { partOf, type SchemaForm } from '../../../ui/form/use-schema-form.ts';
import { SecretInput } from './secret-input.tsx';
import { StrengthMeter } from './strength-meter.tsx';

/** A new password, typed twice. */
export interface NewPasswordValues {
  password: string;
  confirm: string;
}

/** Requires that both are the same; runs also where other fields are wrong. */
export const typedTwice = refine<NewPasswordValues>(
  ({ password, confirm }) => confirm.trim() === password.trim(),
  { path: ['confirm'], when: () => true },
);

interface NewPasswordProps<Values extends NewPasswordValues, Sent> {
  form: SchemaForm<Values, Sent>;
  label: string;
  size?: 'large';
}

/** Fields for a new password with its strength, and its confirmation. */
export function NewPassword<Values extends NewPasswordValues, Sent>(props: NewPasswordProps<Values, Sent>) {
  const { label, size } = props;
  const text = useText();
  const form: SchemaForm<NewPasswordValues> = partOf(props.form);
  return (
    <>
      <FormField
        form={form}
        name="password"
        label={label}
        missing={text('user.password.required')}
        wrong={text('user.password.strength.msg')}
        affects={['confirm']}
      >
        {(control) => (
          <div>
            <SecretInput {...control} {...(size && { size })} autoComplete="new-password" />
            {control.value !== '' && <StrengthMeter password={control.value} />}
          </div>
        )}
      </FormField>
      <FormField
        form={form}
        name="confirm"
        label={text('user.register.confirm-password.placeholder')}
        missing={text('user.confirm-password.required')}
        wrong={text('user.password.twice.msg')}
      >
        {(control) => <SecretInput {...control} {...(size && { size })} autoComplete="new-password" />}
      </FormField>
    </>
  );
}
