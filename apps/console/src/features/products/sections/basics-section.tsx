import { ProductStatus } from '@bowerbird/catalog/product';
import { Input, Select } from 'antd';
import { useMemo } from 'react';
import { useTexts } from '../../../lib/text/language.ts';
import { useText } from '../../../lib/text/text.ts';
import { Grid } from '../../../ui/layout/box.tsx';
import { handleFrom } from '../editor/draft/draft.ts';
import { useEditor } from '../editor/editor-context.ts';
import { Field } from '../editor/field.tsx';
import { useFacets } from '../queries.ts';

/** Maximum title length accepted by every store platform we list to. */
const titleUsual = 255;

/** Title, vendor, product type, tags, status, handle and currency. */
export function BasicsSection() {
  const text = useText();
  const { draft, detail } = useEditor();
  const facets = useFacets();
  const { product, change } = draft;

  const setTitle = (title: string) =>
    change((held) => {
      // A new product's handle follows its title until the person edits the handle.
      const follows = detail === null && held.handle === handleFrom(held.title);
      return { ...held, title, ...(follows ? { handle: handleFrom(title) } : {}) };
    });
  return (
    <Grid className="editor-grid" oneUnder={768} columns={3} gap={16} align="start">
      <div className="wide">
        <Field label={text('products.field.title')} field="title">
          {({ status, ...control }) => (
            <Input
              {...control}
              dir="auto"
              status={status}
              value={product.title}
              onChange={({ target }) => setTitle(target.value)}
              suffix={
                <span className={product.title.length > titleUsual ? 'tone-amber' : 'caption'}>
                  {product.title.length} / {titleUsual}
                </span>
              }
            />
          )}
        </Field>
      </div>
      <Field label={text('products.field.vendor')} field="vendor" optional>
        {({ status, ...control }) => (
          <Input
            {...control}
            status={status}
            value={product.vendor ?? ''}
            onChange={({ target }) => change((held) => ({ ...held, vendor: target.value || null }))}
          />
        )}
      </Field>
      <Field label={text('products.field.productType')} field="productType" optional>
        {({ status, ...control }) => (
          <Input
            {...control}
            status={status}
            value={product.productType ?? ''}
            onChange={({ target }) => change((held) => ({ ...held, productType: target.value || null }))}
          />
        )}
      </Field>
      <Field label={text('products.field.tags')} field="tags" optional>
        {(control) => (
          <Select
            {...control}
            className="editor-control"
            mode="tags"
            tokenSeparators={[',', '，']}
            value={product.tags}
            onChange={(tags: string[]) => draft.apply({ kind: 'set-tags', tags })}
            options={(facets.data?.tags ?? []).map(({ value }) => ({ value, label: value }))}
          />
        )}
      </Field>
      <Field label={text('products.field.status')} field="status">
        {(control) => (
          <Select
            {...control}
            className="editor-control"
            value={product.status}
            onChange={(status) => change((held) => ({ ...held, status }))}
            options={ProductStatus.options.map((value) => ({
              value,
              label: text(`products.status.${value}`),
            }))}
          />
        )}
      </Field>
      <Field label={text('products.field.handle')} field="handle">
        {({ status, ...control }) => (
          <Input
            {...control}
            status={status}
            className="code"
            value={product.handle}
            onChange={({ target }) => change((held) => ({ ...held, handle: target.value }))}
          />
        )}
      </Field>
      <CurrencyField />
    </Grid>
  );
}

function CurrencyField() {
  const text = useText();
  const { language } = useTexts();
  const { draft } = useEditor();
  const { currency } = draft.product;
  const options = useMemo(() => {
    const names = new Intl.DisplayNames(language, { type: 'currency' });
    const codes = new Set(Intl.supportedValuesOf('currency'));
    if (currency !== null) {
      codes.add(currency);
    }
    return [...codes].map((code) => ({ value: code, label: `${code} ${names.of(code) ?? ''}` }));
  }, [language, currency]);
  return (
    <Field label={text('products.field.currency')} field="currency" optional>
      {(control) => (
        <Select
          {...control}
          className="editor-control"
          showSearch={{ optionFilterProp: 'label' }}
          allowClear
          placeholder={text('products.currency.unknown')}
          value={currency}
          onChange={(next: string | undefined) =>
            draft.change((held) => ({ ...held, currency: next ?? null }))
          }
          options={options}
        />
      )}
    </Field>
  );
}
