import { useMemo } from 'react';
import { object, pipe, refine, string, transform } from 'zod/mini';
import { useTexts } from '../../../lib/text/language.ts';
import { useText } from '../../../lib/text/text.ts';
import { FormField } from '../../../ui/form/form-field.tsx';
import { partOf, type SchemaForm } from '../../../ui/form/use-schema-form.ts';
import { Icon } from '../../../ui/images/icon.tsx';
import { Row } from '../../../ui/layout/box.tsx';
import { GuestInput } from './guest-input.tsx';
import { dialCodes, phoneOf } from './phone.ts';

/** A phone number as it is typed. */
export interface TypedPhone {
  dial: string;
  number: string;
}

/** Makes a typed number the contract's `PhoneNumber`. */
export const Phone = pipe(
  object({ dial: string(), number: string() }).check(
    refine(({ dial, number }) => phoneOf(dial, number) !== null, { path: ['number'] }),
  ),
  transform(({ dial, number }) => phoneOf(dial, number) ?? ''),
);

interface PhoneFieldProps<Values extends { phone: TypedPhone }, Sent> {
  form: SchemaForm<Values, Sent>;
}

/** A phone number with its country code before it. */
export function PhoneField<Values extends { phone: TypedPhone }, Sent>(props: PhoneFieldProps<Values, Sent>) {
  const text = useText();
  const form: SchemaForm<{ phone: TypedPhone }> = partOf(props.form);
  return (
    <FormField
      form={form}
      name="phone.number"
      label={text('user.login.mobile.placeholder')}
      missing={text('user.phone-number.required')}
      wrong={text('user.phone-number.wrong-format')}
    >
      {(control) => (
        <Row gap={8}>
          <DialSelect
            dial={form.watch('phone.dial')}
            onChange={(dial) => {
              form.setValue('phone.dial', dial);
              if (form.getFieldState('phone.number').invalid) {
                void form.trigger('phone.number');
              }
            }}
          />
          <GuestInput
            {...control}
            type="tel"
            name="mobile"
            inputMode="tel"
            autoComplete="tel-national"
            maxLength={20}
          />
        </Row>
      )}
    </FormField>
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
