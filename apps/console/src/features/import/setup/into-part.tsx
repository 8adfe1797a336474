import type { MatchKey } from '@bowerbird/contract/files/imports';
import type { ExportOfFile } from '@bowerbird/contract/files/uploads';
import { AutoComplete, Radio, Select } from 'antd';
import { useText } from '../../../lib/text/text.ts';
import { Field } from '../../../ui/form/field.tsx';
import { Icon } from '../../../ui/images/icon.tsx';
import { Grid, Row, Stack } from '../../../ui/layout/box.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { ExportedAs } from '../exported-as.tsx';
import type { FileSource } from '../queries.ts';
import type { Purpose } from './purpose.ts';

interface IntoPartProps {
  purpose: Purpose;
  onPurpose(purpose: Purpose): void;
  sources: readonly FileSource[];
  keys: readonly MatchKey[];
  /** An import that was checked keeps what it is for. */
  fixed: boolean;
  /** The export that the file is of. */
  exported: ExportOfFile | null;
}

/** What the file is for: a supplier's products, or changes of one's own. */
export function IntoPart({ purpose, onPurpose, sources, keys, fixed, exported }: IntoPartProps) {
  const text = useText();
  const known = sources.find(({ name }) => name === purpose.supplier.trim());
  return (
    <Section title={text('import.into')} bare gap={16}>
      <Radio.Group
        className="import-into"
        aria-label={text('import.into')}
        value={purpose.as}
        disabled={fixed}
        onChange={({ target }) =>
          onPurpose({ ...purpose, as: target.value === 'edit' ? 'edit' : 'source', key: null })
        }
      >
        {(['source', 'edit'] as const).map((as) => (
          <Radio key={as} value={as} className="import-into-choice">
            <Row as="span" align="start" gap={10}>
              <Icon name={as === 'source' ? 'box' : 'edit'} size={18} />
              <Stack as="span" gap={2} shrink>
                <Text weight={600}>{text(`import.as.${as}`)}</Text>
                <Text font="small" tone="t2">
                  {text(`import.as.${as}.what`)}
                </Text>
              </Stack>
            </Row>
          </Radio>
        ))}
      </Radio.Group>
      <Grid columns="repeat(auto-fill, minmax(min(260px, 100%), 1fr))" gap={[16, 24]} align="start">
        {purpose.as === 'source' && (
          <Field
            label={text('import.supplier')}
            hint={
              known === undefined
                ? purpose.supplier.trim() === ''
                  ? text('import.supplier.hint')
                  : text('import.supplier.new')
                : text('import.supplier.known', { n: known.products })
            }
          >
            {(control) => (
              <AutoComplete
                {...control}
                value={purpose.supplier}
                maxLength={100}
                placeholder={text('import.supplier.placeholder')}
                onChange={(supplier: string) => {
                  const next = sources.find(({ name }) => name === supplier.trim());
                  onPurpose({ ...purpose, supplier, key: next?.key ?? purpose.key });
                }}
                showSearch={{
                  filterOption: (typed, option) =>
                    String(option?.value ?? '')
                      .toLowerCase()
                      .includes(typed.toLowerCase()),
                }}
                options={sources.map(({ name, products }) => ({
                  value: name,
                  label: (
                    <Row as="span" justify="between" gap={12}>
                      <Text cut>{name}</Text>
                      <Text font="caption" tone="t2" rigid>
                        {text('import.products', { n: products })}
                      </Text>
                    </Row>
                  ),
                }))}
              />
            )}
          </Field>
        )}
        <Field
          label={text(purpose.as === 'source' ? 'import.key' : 'import.key.edit')}
          hint={text(purpose.as === 'source' ? 'import.key.what' : 'import.key.edit.what')}
          error={keys.length === 0 ? text('import.why.key') : null}
        >
          {(control) => (
            <Select
              {...control}
              value={purpose.key}
              disabled={keys.length === 0}
              onChange={(key: MatchKey) => onPurpose({ ...purpose, key })}
              options={keys.map((value) => ({ value, label: text(`import.key.${value}`) }))}
            />
          )}
        </Field>
        {purpose.as === 'source' && known !== undefined && (
          <Field label={text('import.whole')} hint={text(`import.whole.${purpose.whole}.what`)}>
            {(control) => (
              <Radio.Group
                {...control}
                optionType="button"
                value={purpose.whole}
                onChange={({ target }) => onPurpose({ ...purpose, whole: target.value === true })}
                options={[true, false].map((value) => ({
                  value,
                  label: text(`import.whole.${value}`),
                }))}
              />
            )}
          </Field>
        )}
      </Grid>
      {purpose.as === 'edit' && (
        <Stack gap={4} font="small" tone="t2">
          {exported !== null && <ExportedAs exported={exported} />}
          <span>{text('import.as.edit.later')}</span>
        </Stack>
      )}
    </Section>
  );
}
