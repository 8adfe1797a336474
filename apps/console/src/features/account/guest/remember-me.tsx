import { Checkbox } from 'antd';
import { useText } from '../../../lib/text/text.ts';
import { partOf, type SchemaForm } from '../../../ui/form/use-schema-form.ts';

interface RememberMeProps<Values extends { rememberMe: boolean }, Sent> {
  form: SchemaForm<Values, Sent>;
}

/** Whether the browser keeps the session after it was closed. */
export function RememberMe<Values extends { rememberMe: boolean }, Sent>(
  props: RememberMeProps<Values, Sent>,
) {
  const text = useText();
  const form: SchemaForm<{ rememberMe: boolean }> = partOf(props.form);
  return (
    <Checkbox
      className="guest-remember"
      checked={form.watch('rememberMe')}
      onChange={({ target }) => form.setValue('rememberMe', target.checked)}
    >
      {text('user.login.remember-me')}
      {text('user.login.remember-days')}
    </Checkbox>
  );
}
