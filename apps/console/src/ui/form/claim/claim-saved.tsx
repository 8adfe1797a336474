import type { ClaimRule } from '@bowerbird/contract/collect/claim-rule';
import type { InputRef } from 'antd';
import { Button, Checkbox, Input } from 'antd';
import { useRef, useState } from 'react';
import { useSavedRules } from '../../../lib/kept/saved-claim-rules.ts';
import { useText } from '../../../lib/text/text.ts';
import { Icon } from '../../images/icon.tsx';
import { Row } from '../../layout/box.tsx';
import { Chip } from '../chip.tsx';

interface ClaimSavedProps {
  rule: ClaimRule;
  onRule(rule: ClaimRule): void;
}

/** Rules saved by name: one click applies one. */
export function ClaimSaved({ rule, onRule }: ClaimSavedProps) {
  const text = useText();
  const { rules, remove } = useSavedRules();
  const now = JSON.stringify(rule);
  if (rules.length === 0) {
    return null;
  }
  return (
    <Row wrap gap={8}>
      {rules.map((one) => (
        <Chip
          key={one.id}
          set={JSON.stringify(one.rule) === now}
          onClick={() => onRule(one.rule)}
          {...(one.mine && { onRemove: () => remove(one.id) })}
          name={one.name}
          before={one.shared && <Icon name="people" size={14} />}
        >
          {one.name}
          {one.shared && (
            <span className="only-read">
              {one.mine ? text('saved.shared') : text('saved.sharedBy', { by: one.by ?? '' })}
            </span>
          )}
        </Chip>
      ))}
    </Row>
  );
}

/** Saves the current rule under a name; without a name, focuses its field. */
export function ClaimSave({ rule }: { rule: ClaimRule }) {
  const text = useText();
  const { save } = useSavedRules();
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const field = useRef<InputRef>(null);
  return (
    <Row
      as="form"
      className="claim-save"
      gap={8}
      w="100%"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() === '') {
          field.current?.focus();
        } else {
          save(name.trim(), rule, shared);
          setName('');
        }
      }}
    >
      <Input
        ref={field}
        aria-label={text('box.rule.name')}
        placeholder={text('box.rule.name')}
        maxLength={40}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Checkbox
        checked={shared}
        title={text('saved.share')}
        onChange={({ target }) => setShared(target.checked)}
      >
        {text('saved.share')}
      </Checkbox>
      <Button htmlType="submit">{text('box.rule.save')}</Button>
    </Row>
  );
}
