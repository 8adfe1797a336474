import { Input } from 'antd';
import { useText } from '../../lib/text/text.ts';
import { Field } from '../../ui/form/field.tsx';
import { Box, Row, Stack } from '../../ui/layout/box.tsx';
import { CopyButton } from '../../ui/text/copy-button.tsx';
import { Text } from '../../ui/text/text.tsx';
import type { Way } from './connect-fault.ts';
import { FindFigure } from './find-figure.tsx';

const figures: Record<string, { marked: number; rows: number; sample: string }> = {
  'shopify.token': { marked: 1, rows: 4, sample: 'shpat_••••••••••••' },
  'shopify.client': { marked: 2, rows: 4, sample: 'Client ID · Secret' },
  'wordpress.application-password': { marked: 2, rows: 4, sample: 'abcd efgh ijkl mnop' },
  'woocommerce.application-password': { marked: 2, rows: 4, sample: 'abcd efgh ijkl mnop' },
  'woocommerce.rest-keys': { marked: 2, rows: 4, sample: 'ck_•••••• · cs_••••••' },
  'shopline.token': { marked: 2, rows: 4, sample: 'eyJhbGciOi••••••••' },
  'shoplazza.token': { marked: 2, rows: 4, sample: 'Access token ••••••' },
  'shoplazza.app': { marked: 1, rows: 4, sample: 'Client ID · Secret' },
  'shopyy.token': { marked: 1, rows: 4, sample: 'token ••••••••••' },
};

interface CredentialsFieldsProps {
  platform: string;
  ways: Way[];
  connection: string;
  onConnection(connection: string): void;
  values: Record<string, string>;
  onValues(values: Record<string, string>): void;
  /** Errors, by the name of the field. */
  errors: Record<string, string>;
}

/** The credentials a platform requires: one of its connection options, how to find them there, and a field for each. */
export function CredentialsFields(props: CredentialsFieldsProps) {
  const { platform, ways, connection, values, errors } = props;
  const text = useText();
  const way = ways.find(({ id }) => id === connection);
  const figure = figures[`${platform}.${connection}`];
  const steps = text.named(`stores.steps.${platform}.${connection}`, {}, '').split('\n').filter(Boolean);
  return (
    <>
      {ways.length > 1 && (
        <Stack as="fieldset" className="ways-choice" gap={8} m={0} p={0} border="none" shrink>
          <legend>{text('stores.way')}</legend>
          {ways.map(({ id }) => (
            <Row
              as="label"
              key={id}
              className={id === connection ? 'way-choice chosen' : 'way-choice'}
              hover="ground"
              align="start"
              gap={10}
              p={[10, 14]}
              border="line2"
              radius="l"
            >
              <input
                type="radio"
                name="connection"
                value={id}
                checked={id === connection}
                onChange={() => props.onConnection(id)}
              />
              <Stack as="span" shrink>
                <Text font="body" weight={500}>
                  {text.named(`stores.way.${platform}.${id}`, {}, id)}
                </Text>
                <span className="caption">{text.named(`stores.way.${platform}.${id}.note`, {}, '')}</span>
              </Stack>
            </Row>
          ))}
        </Stack>
      )}
      {steps.length > 0 && (
        <Box className="find" gap={14} p={[14, 16]} radius="l" font="small" tone="ink2" ground="canvas">
          <Box as="ol" gap={6}>
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </Box>
          {figure !== undefined && <FindFigure {...figure} />}
        </Box>
      )}
      {way?.granted !== undefined && (
        <Stack className="grant-address" align="start" gap={6} shrink font="small" weight={500}>
          <span>{text('stores.grant.returnsTo')}</span>
          <CopyButton value={way.granted.returnsTo} />
        </Stack>
      )}
      {fieldsOf(way).map(({ name, secret, optional = false }) => (
        <Field
          key={name}
          label={text.named(`stores.field.${platform}.${name}`, {}, name)}
          optional={optional}
          error={errors[name] ?? null}
          hint={
            secret
              ? text('stores.secret')
              : text.named(`stores.field.${platform}.${name}.hint`, {}, '') || undefined
          }
        >
          {(control) =>
            secret ? (
              <Input.Password
                {...control}
                name={name}
                autoComplete="new-password"
                spellCheck={false}
                value={values[name] ?? ''}
                onChange={({ target }) => props.onValues({ ...values, [name]: target.value })}
              />
            ) : (
              <Input
                {...control}
                name={name}
                autoComplete="off"
                spellCheck={false}
                value={values[name] ?? ''}
                onChange={({ target }) => props.onValues({ ...values, [name]: target.value })}
              />
            )
          }
        </Field>
      ))}
    </>
  );
}

/** Returns the fields that a person fills in, without those that the shop supplies when it grants our app access. */
function fieldsOf(way: Way | undefined): Way['fields'] {
  return (way?.fields ?? []).filter(({ optional }) => !(way?.granted !== undefined && optional));
}

/** Returns the filled-in values, by field name. */
export function filledIn(way: Way, values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    fieldsOf(way)
      .map(({ name }) => [name, (values[name] ?? '').trim()] as const)
      .filter(([, value]) => value !== ''),
  );
}

/** Returns the required fields of a connection option that are still empty, each with its message. */
export function missingFields(
  way: Way | undefined,
  values: Record<string, string>,
  sentence: string,
): Record<string, string> {
  return Object.fromEntries(
    fieldsOf(way)
      .filter(({ name, optional }) => !optional && (values[name] ?? '').trim() === '')
      .map(({ name }) => [name, sentence]),
  );
}
