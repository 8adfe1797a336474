import { Input } from 'antd';
import { useText } from '../../lib/text.ts';
import { Field } from '../../ui/form/field.tsx';
import { CopyButton } from '../../ui/text/copy-button.tsx';
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
        <fieldset className="ways-choice">
          <legend>{text('stores.way')}</legend>
          {ways.map(({ id }) => (
            <label key={id} className={id === connection ? 'way-choice chosen' : 'way-choice'}>
              <input
                type="radio"
                name="connection"
                value={id}
                checked={id === connection}
                onChange={() => props.onConnection(id)}
              />
              <span className="way-choice-text">
                <span className="way-choice-name">{text.named(`stores.way.${platform}.${id}`, {}, id)}</span>
                <span className="caption">{text.named(`stores.way.${platform}.${id}.note`, {}, '')}</span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {steps.length > 0 && (
        <div className="find">
          <ol>
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          {figure !== undefined && <FindFigure {...figure} />}
        </div>
      )}
      {way?.granted !== undefined && (
        <div className="grant-address">
          <span>{text('stores.grant.returnsTo')}</span>
          <CopyButton value={way.granted.returnsTo} />
        </div>
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
