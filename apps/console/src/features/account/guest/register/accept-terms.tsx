import { ownPages } from '@bowerbird/contract/system/console-settings';
import { Checkbox, type CheckboxRef } from 'antd';
import type { Ref } from 'react';
import { useId } from 'react';
import { useConsoleSettings } from '../../../../lib/links.ts';
import { useText } from '../../../../lib/text/text.ts';
import { Stack } from '../../../../ui/layout/box.tsx';

interface AcceptTermsProps {
  checked: boolean;
  /** The form was submitted without it. */
  wrong: boolean;
  inputRef: Ref<CheckboxRef>;
  onChange(checked: boolean): void;
}

/** The checkbox that must be ticked to sign up, with links to the terms, which open in a new window. */
export function AcceptTerms({ checked, wrong, inputRef, onChange }: AcceptTermsProps) {
  const text = useText();
  const id = useId();
  const settings = useConsoleSettings();
  const link = (name: 'privacy' | 'terms') => (
    <a href={settings?.links[name] ?? ownPages[name]} target="_blank" rel="noreferrer">
      {text(`pages.${name}`)}
    </a>
  );
  return (
    <Stack className="guest-accept" gap={2} font="small">
      <Checkbox
        ref={inputRef}
        name="accepted"
        checked={checked}
        // Disabled until the terms to accept are loaded.
        disabled={settings === undefined}
        aria-invalid={wrong}
        aria-describedby={wrong ? id : undefined}
        onChange={({ target }) => onChange(target.checked)}
      >
        {text.rich('user.register.accept', { terms: link('terms'), privacy: link('privacy') })}
      </Checkbox>
      {wrong && (
        <p className="field-error" id={id} role="alert">
          {text('user.register.accept.required')}
        </p>
      )}
    </Stack>
  );
}
