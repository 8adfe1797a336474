import { Checkbox } from 'antd';
import { useText } from '../../../lib/text/text.ts';

export function RememberMe({ checked, onChange }: { checked: boolean; onChange(on: boolean): void }) {
  const text = useText();
  return (
    <Checkbox
      className="guest-remember"
      checked={checked}
      onChange={({ target }) => onChange(target.checked)}
    >
      {text('user.login.remember-me')}
      {text('user.login.remember-days')}
    </Checkbox>
  );
}
