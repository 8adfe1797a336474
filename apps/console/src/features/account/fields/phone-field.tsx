import type { InputRef } from 'antd';
import { Input } from 'antd';
import type { RefObject } from 'react';
import { useMemo } from 'react';
import { useTexts } from '../../../lib/text/language.ts';
import { useText } from '../../../lib/text/text.ts';
import { Field } from '../../../ui/form/field.tsx';
import { Icon } from '../../../ui/images/icon.tsx';
import { Row } from '../../../ui/layout/box.tsx';
import { dialCodes } from './phone.ts';

export interface TypedPhone {
  dial: string;
  number: string;
}

interface PhoneFieldProps {
  value: TypedPhone;
  error: string | null;
  inputRef?: RefObject<InputRef | null>;
  onChange(value: TypedPhone): void;
  onBlur(): void;
}

/** A phone number with its country code before it. */
export function PhoneField({ value, error, inputRef, onChange, onBlur }: PhoneFieldProps) {
  const text = useText();
  return (
    <Field label={text('user.login.mobile.placeholder')} error={error}>
      {(control) => (
        <Row gap={8}>
          <DialSelect dial={value.dial} onChange={(dial) => onChange({ ...value, dial })} />
          <Input
            {...control}
            {...(inputRef && { ref: inputRef })}
            size="large"
            type="tel"
            name="mobile"
            inputMode="tel"
            autoComplete="tel-national"
            maxLength={20}
            status={error === null ? '' : 'error'}
            value={value.number}
            onChange={({ target }) => onChange({ ...value, number: target.value })}
            onBlur={onBlur}
          />
        </Row>
      )}
    </Field>
  );
}

/** Uses the browser's own select: small, and native on a phone. Closed, it shows only the code. */
function DialSelect({ dial, onChange }: { dial: string; onChange(dial: string): void }) {
  const text = useText();
  const { language } = useTexts();
  const regions = useMemo(() => new Intl.DisplayNames([language], { type: 'region' }), [language]);
  return (
    <Row
      as="span"
      className="guest-dial"
      inline
      relative
      rigid
      align="center"
      justify="between"
      gap={6}
      w={76}
      h={42}
      p={[0, 10, 0, 12]}
      border="line2"
      radius="xl"
      tone="t1"
    >
      <span aria-hidden="true">{dial}</span>
      <Icon name="down" size={12} />
      <select
        aria-label={text('user.login.mobile.prefix')}
        value={dial}
        onChange={({ target }) => onChange(target.value)}
      >
        {dialCodes.map(({ dial: code, region }) => (
          <option key={code} value={code}>
            {`${code} ${regions.of(region) ?? region}`}
          </option>
        ))}
      </select>
    </Row>
  );
}
