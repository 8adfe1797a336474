import type { ClaimRule } from '@bowerbird/contract/collect/claim-rule';
import { Checkbox, Input } from 'antd';
import { useText } from '../../../lib/text/text.ts';
import { Grid, Stack } from '../../layout/box.tsx';

interface ClaimTextsProps {
  rule: ClaimRule;
  onRule(rule: ClaimRule): void;
}

/** What a claim changes in texts, tags, category, vendor and status; an empty field changes nothing. */
export function ClaimTexts({ rule, onRule }: ClaimTextsProps) {
  const text = useText();
  const field = (name: Exclude<keyof ClaimRule, 'kind' | 'factor' | 'ending' | 'draft'>, label: string) => (
    <Input
      aria-label={label}
      placeholder={label}
      maxLength={500}
      value={rule[name]}
      onChange={({ target }) => onRule({ ...rule, [name]: target.value })}
    />
  );
  return (
    <Stack gap={8}>
      <ClaimLine name={text('box.rule.title')}>
        {field('titleBefore', text('box.rule.before'))}
        {field('titleAfter', text('box.rule.after'))}
      </ClaimLine>
      <ClaimLine name={text('box.rule.titleReplace')}>
        {field('titleFind', text('box.rule.find'))}
        {field('titleReplace', text('box.rule.replaceWith'))}
      </ClaimLine>
      <ClaimLine name={text('box.rule.textReplace')}>
        {field('textFind', text('box.rule.find'))}
        {field('textReplace', text('box.rule.replaceWith'))}
      </ClaimLine>
      <ClaimLine name={text('box.rule.tags')}>
        {field('addTags', text('box.rule.addTags'))}
        {field('removeTags', text('box.rule.removeTags'))}
      </ClaimLine>
      <ClaimLine name={text('box.rule.place')}>
        {field('category', text('box.rule.category'))}
        {field('vendor', text('box.rule.vendor'))}
      </ClaimLine>
      <Checkbox checked={rule.draft} onChange={({ target }) => onRule({ ...rule, draft: target.checked })}>
        {text('box.rule.draft')}
      </Checkbox>
    </Stack>
  );
}

function ClaimLine({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <Grid
      as="fieldset"
      className="claim-line"
      columns="1fr 1fr"
      gap={[4, 8]}
      shrink
      m={0}
      p={0}
      border="none"
    >
      <legend>{name}</legend>
      {children}
    </Grid>
  );
}
