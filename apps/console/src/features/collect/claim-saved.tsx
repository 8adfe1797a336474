import { Button, Input } from 'antd';
import { useState } from 'react';
import { useText } from '../../lib/text.ts';
import { Chip } from '../../ui/chip.tsx';
import type { ClaimRule } from './claim-rule.ts';
import { useSavedRules } from './saved-rules.ts';

interface ClaimSavedProps {
  rule: ClaimRule;
  onRule(rule: ClaimRule): void;
}

/** Rules that a person keeps by name: one click takes one, and the rule at hand is kept under a new name. */
export function ClaimSaved({ rule, onRule }: ClaimSavedProps) {
  const text = useText();
  const { rules, save, remove } = useSavedRules();
  const [name, setName] = useState('');
  const now = JSON.stringify(rule);
  return (
    <div className="claim-saved">
      {rules.map((one) => (
        <Chip
          key={one.name}
          set={JSON.stringify(one.rule) === now}
          onClick={() => onRule(one.rule)}
          onRemove={() => remove(one.name)}
        >
          {one.name}
        </Chip>
      ))}
      <form
        className="claim-save"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '') {
            save(name.trim(), rule);
            setName('');
          }
        }}
      >
        <Input
          aria-label={text('box.rule.name')}
          placeholder={text('box.rule.name')}
          maxLength={40}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <Button htmlType="submit" disabled={name.trim() === ''}>
          {text('box.rule.save')}
        </Button>
      </form>
    </div>
  );
}
