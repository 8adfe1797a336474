import { ownPages } from '@bowerbird/contract/system/console-settings';
import { Checkbox } from 'antd';
import { useId } from 'react';
import { useController } from 'react-hook-form';
import { useConsoleSettings } from '../../../../lib/links.ts';
import { useText } from '../../../../lib/text/text.ts';
import { partOf, type SchemaForm } from '../../../../ui/form/use-schema-form.ts';
import { Stack } from '../../../../ui/layout/box.tsx';

interface AcceptTermsProps<Values extends { accepted: boolean }, Sent> {
  form: SchemaForm<Values, Sent>;
}

/** The checkbox that must be ticked to sign up, with links to the terms, which open in a new window. */
export function AcceptTerms<Values extends { accepted: boolean }, Sent>(
  props: AcceptTermsProps<Values, Sent>,
) {
  const text = useText();
  const id = useId();
  const settings = useConsoleSettings();
  const { control }: SchemaForm<{ accepted: boolean }> = partOf(props.form);
  const { field, fieldState } = useController({ control, name: 'accepted' });
  const link = (name: 'privacy' | 'terms') => (
    <a href={settings?.links[name] ?? ownPages[name]} target="_blank" rel="noreferrer">
      {text(`pages.${name}`)}
    </a>
  );
  return (
    <Stack className="guest-accept" gap={2} font="small">
      <Checkbox
        ref={field.ref}
        name="accepted"
        checked={field.value}
        // Disabled until the terms to accept are loaded.
        disabled={settings === undefined}
        aria-invalid={fieldState.invalid}
        aria-describedby={fieldState.invalid ? id : undefined}
        onChange={({ target }) => field.onChange(target.checked)}
      >
        {text.rich('user.register.accept', { terms: link('terms'), privacy: link('privacy') })}
      </Checkbox>
      {fieldState.invalid && (
        <p className="field-error" id={id} role="alert">
          {text('user.register.accept.required')}
        </p>
      )}
    </Stack>
  );
}
