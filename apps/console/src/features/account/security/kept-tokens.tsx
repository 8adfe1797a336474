import { Checkbox } from 'antd';
import { useText } from '../../../lib/text/text.ts';
import { Box } from '../../../ui/layout/box.tsx';
import { useTokens } from '../settings/own-account-queries.ts';

interface KeptTokensProps {
  kept: readonly string[];
  onChange(kept: string[]): void;
}

/** The API tokens and paired browsers that end with the password; the person may choose to keep each. */
export function KeptTokens({ kept, onChange }: KeptTokensProps) {
  const text = useText();
  const { data: tokens = [] } = useTokens();
  if (tokens.length === 0) {
    return null;
  }
  return (
    <Box as="fieldset" className="kept-tokens" shrink m={0} p={0} border="none">
      <legend>{text('account.password.keep')}</legend>
      <Checkbox.Group
        value={[...kept]}
        options={tokens.map(({ id, name, kind, ending }) => ({
          value: id,
          label: text(`account.password.keep.${kind}`, { name, ending }),
        }))}
        onChange={onChange}
      />
    </Box>
  );
}
