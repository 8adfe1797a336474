import type { PlatformInfo } from '@bowerbird/contract/collect/platforms';
import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { CallFailure } from '../../lib/api/call-failure.ts';
import { usePlatforms } from '../../lib/data/use-platforms.ts';
import { useAddSourceAccess, useSourceAccess } from '../../lib/data/use-source-access.ts';
import { useFaultText } from '../../lib/text/fault-text.ts';
import { useText } from '../../lib/text/text.ts';
import { Notice } from '../feedback/fault-row.tsx';
import { StateGlyph } from '../feedback/state-glyph.tsx';
import { useToast } from '../feedback/toast.tsx';
import { Field } from '../form/field.tsx';
import { Box, Row, Stack } from '../layout/box.tsx';
import { Drawer } from '../layout/drawer.tsx';
import { Text } from '../text/text.tsx';
import { OwnAccessRows } from './own-access-rows.tsx';
import './own-access.css';

interface OwnAccessDrawerProps {
  open: boolean;
  onClose(): void;
  /** Left out: it is chosen here. */
  platform?: string;
  /** Where it is to be used: the shop's address, if the access is for one shop. */
  address?: string;
}

/** Manages a merchant's own keys for a source: adds keys, shows their state, and removes them. */
export function OwnAccessDrawer({ open, onClose, platform, address = '' }: OwnAccessDrawerProps) {
  const text = useText();
  const able = usePlatforms().filter(({ access }) => access.length > 0);
  const [chosen, setChosen] = useState<string | null>(null);
  const info = able.find(({ id }) => id === (platform ?? chosen)) ?? able[0];
  const { data } = useSourceAccess(open);
  const own = data?.filter((access) => access.platform === platform) ?? [];
  const title =
    platform === undefined || info === undefined
      ? text('sources.drawer')
      : text('sources.drawer.of', { platform: info.name });
  return (
    <Drawer title={title} open={open} onClose={onClose} width={560} flush>
      {info !== undefined && (
        <OwnAccessForm
          key={info.id}
          info={info}
          address={address}
          onKept={onClose}
          before={
            <>
              {own.length > 0 && (
                <>
                  <OwnAccessRows all={own} />
                  <Text as="h3" font="head" weight={600}>
                    {text('sources.add')}
                  </Text>
                </>
              )}
              {platform === undefined && (
                <Field label={text('sources.platform')}>
                  {({ id }) => (
                    <Select
                      id={id}
                      value={info.id}
                      onChange={setChosen}
                      options={able.map(({ id: value, name }) => ({ value, label: name }))}
                    />
                  )}
                </Field>
              )}
            </>
          }
        />
      )}
    </Drawer>
  );
}

interface OwnAccessFormProps {
  info: PlatformInfo;
  address: string;
  before: React.ReactNode;
  onKept(): void;
}

function OwnAccessForm({ info, address, before, onKept }: OwnAccessFormProps) {
  const text = useText();
  const toast = useToast();
  const sentence = useFaultText();
  const [way] = info.access;
  const [values, setValues] = useState<Record<string, string>>({
    name: (way?.ofOneShop === true ? URL.parse(address)?.host : undefined) ?? info.name,
    shop: URL.parse(address)?.origin ?? '',
  });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const add = useAddSourceAccess();
  if (way === undefined) {
    return null;
  }
  const steps = text.named(`sources.steps.${info.id}.${way.id}`, {}, '').split('\n').filter(Boolean);
  const set = (name: string, value: string) => {
    setValues({ ...values, [name]: value });
    setErrors({});
    add.reset();
  };
  const failure = add.error === null ? null : CallFailure.from(add.error);
  const named = String(failure?.params.field ?? '');
  const besideField = failure !== null && (named === 'shop' || way.fields.some(({ name }) => name === named));
  const errorOf = (name: string) =>
    errors[name] ?? (besideField && named === name ? sentence(failure) : null);

  const send = () => {
    const needed = ['name', ...(way.ofOneShop ? ['shop'] : []), ...way.fields.flatMap(mustFill)];
    const empty = needed.filter((name) => (values[name] ?? '').trim() === '');
    setErrors(Object.fromEntries(empty.map((name) => [name, text('sources.required')])));
    if (empty.length > 0) {
      return;
    }
    const credentials = Object.fromEntries(
      way.fields.flatMap(({ name }) => {
        const value = values[name]?.trim() ?? '';
        return value === '' ? [] : [[name, value]];
      }),
    );
    add.mutate(
      {
        platform: info.id,
        connection: way.id,
        name: values.name?.trim() ?? info.name,
        ...(way.ofOneShop && { shop: values.shop?.trim() ?? '' }),
        credentials,
      },
      {
        onSuccess: ({ name }) => {
          toast({ state: 'complete', text: text('sources.kept', { name }) });
          onKept();
        },
      },
    );
  };

  return (
    <Stack
      as="form"
      grow
      shrink
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Stack className="own-access-body" grow gap={18} shrink p={[20, 24]} overflow="auto">
        {before}
        {failure !== null && !besideField && (
          <div role="alert">
            <Notice tone="amber" before={<StateGlyph state="refused" />}>
              {sentence(failure)}
            </Notice>
          </div>
        )}
        {steps.length > 0 && (
          <Box as="section" className="own-access-find" p={[14, 16]} radius="m" ground="canvas">
            <Text as="h3" mb={6} font="small" weight={600}>
              {text('sources.find')}
            </Text>
            <Box as="ol" gap={4} font="small" tone="t2">
              {steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </Box>
          </Box>
        )}
        {way.ofOneShop && (
          <Field label={text('sources.shop')} error={errorOf('shop')}>
            {(control) => (
              <Input
                {...control}
                name="shop"
                autoComplete="off"
                inputMode="url"
                spellCheck={false}
                value={values.shop ?? ''}
                onChange={({ target }) => set('shop', target.value)}
              />
            )}
          </Field>
        )}
        {way.fields.map((field) => (
          <AccessField
            key={field.name}
            field={field}
            value={values[field.name] ?? ''}
            error={errorOf(field.name)}
            onChange={(value) => set(field.name, value)}
          />
        ))}
        <Field label={text('sources.name')} error={errorOf('name')} hint={text('sources.name.hint')}>
          {(control) => (
            <Input
              {...control}
              name="access-name"
              autoComplete="off"
              maxLength={60}
              value={values.name ?? ''}
              onChange={({ target }) => set('name', target.value)}
            />
          )}
        </Field>
      </Stack>
      <Row className="own-access-foot" justify="end" gap={8} p={[12, 24]} borderTop>
        <Button type="primary" htmlType="submit" loading={add.isPending}>
          {text('sources.save')}
        </Button>
      </Row>
    </Stack>
  );
}

type AccessFieldInfo = PlatformInfo['access'][number]['fields'][number];

function mustFill({ name, optional }: AccessFieldInfo): string[] {
  return optional ? [] : [name];
}

interface AccessFieldProps {
  field: AccessFieldInfo;
  value: string;
  error: string | null;
  onChange(value: string): void;
}

function AccessField({ field: { name, secret, optional }, value, error, onChange }: AccessFieldProps) {
  const text = useText();
  const hint = text.named(`sources.hint.${name}`, {}, secret ? text('sources.secret') : '');
  const own = {
    name,
    spellCheck: false,
    value,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  return (
    <Field
      label={text.named(`sources.field.${name}`, {}, name)}
      error={error}
      optional={optional}
      hint={hint === '' ? undefined : hint}
    >
      {(control) =>
        secret ? (
          <Input.Password {...control} {...own} autoComplete="new-password" />
        ) : (
          <Input {...control} {...own} autoComplete="off" />
        )
      }
    </Field>
  );
}
