import type { PriceRange } from '@bowerbird/catalog/pricing/ranges';
import { firstRule } from '@bowerbird/contract/collect/claim-rule';
import { Button, Input } from 'antd';
import { Chip } from '../ui/form/chip.tsx';
import { ClaimFields } from '../ui/form/claim/claim-fields.tsx';
import { ClaimSave, ClaimSaved } from '../ui/form/claim/claim-saved.tsx';
import { ClaimTexts } from '../ui/form/claim/claim-texts.tsx';
import { PriceRanges } from '../ui/form/claim/price-ranges.tsx';
import { ShippingField } from '../ui/form/claim/shipping-field.tsx';
import { StockOption } from '../ui/form/claim/stock-option.tsx';
import type { Days } from '../ui/form/date-range.tsx';
import { DateRange, OneDay, TimeOfDay } from '../ui/form/date-range.tsx';
import { Field } from '../ui/form/field.tsx';
import HtmlEditor from '../ui/form/html/html-editor.tsx';
import { PasteBar } from '../ui/form/html/paste-bar.tsx';
import { LanguageMenu } from '../ui/form/language-menu.tsx';
import { OftenFields } from '../ui/form/often-fields.tsx';
import { PlatformMark } from '../ui/images/platform-mark.tsx';
import { Row, Stack } from '../ui/layout/box.tsx';
import { OriginMark } from '../ui/text/origin-mark.tsx';
import { Held, Opened } from './held.tsx';
import { InvoiceDialog, InvoiceDrawer, InvoiceForm } from './invoice-form.tsx';
import { description, descriptionWithTable } from './sample-data.ts';
import type { Section } from './specimen.ts';

const nothing = () => undefined;
const priceRanges: readonly PriceRange[] = [
  { from: '0', to: '10', times: '3.2', plus: '0', minimum: null },
  { from: '10', to: null, times: '2.4', plus: '1.50', minimum: '29.90' },
];

const shippingRates = [
  { upTo: '0.5', price: '4.90' },
  { upTo: '2', price: '8.90' },
  { upTo: '10', price: '19' },
];

export const form: Section = {
  folder: 'form',
  without: {
    HtmlTools: 'the toolbar of HtmlEditor',
  },
  specimens: ({ text }) => [
    {
      name: 'Chip',
      states: {
        'in every kind': (
          <Row gap={8} wrap>
            <Chip>{text('products.filter.withImages')}</Chip>
            <Chip set>{text('products.filter.withImages')}</Chip>
            <Chip set onRemove={nothing}>
              {text('products.filter.withoutImages')}
            </Chip>
            <Chip add>{text('products.filter.add')}</Chip>
            <Chip opens>{text('products.filter.status')}</Chip>
            <Chip before={<PlatformMark platform="shopify" size={16} named />}>Shopify</Chip>
            <Chip disabled>{text('products.filter.stock')}</Chip>
          </Row>
        ),
      },
    },
    {
      name: 'Field',
      states: {
        plain: <Field label={text('products.column.title')}>{(control) => <Input {...control} />}</Field>,
        'optional, with a hint': (
          <Field optional label={text('products.column.title')} hint={text('export.hint')}>
            {(control) => <Input {...control} />}
          </Field>
        ),
        'changed, with its origin': (
          <Field changed label={text('products.column.title')} beside={<OriginMark from="source" />}>
            {(control) => <Input {...control} />}
          </Field>
        ),
        wrong: (
          <Field label={text('products.column.title')} error={text('form.missing')}>
            {(control) => <Input {...control} status="error" />}
          </Field>
        ),
      },
    },
    { name: 'Form', states: { 'of two fields': <InvoiceForm /> } },
    { name: 'FormField', states: { 'empty; wrong once it was left': <InvoiceForm /> } },
    {
      name: 'FormDialog',
      states: {
        open: (
          <Opened label={text('act.see')}>
            {(open, onClose) => open && <InvoiceDialog onClose={onClose} />}
          </Opened>
        ),
      },
    },
    {
      name: 'FormDrawer',
      states: {
        open: (
          <Opened label={text('act.see')}>
            {(open, onClose) => open && <InvoiceDrawer onClose={onClose} />}
          </Opened>
        ),
      },
    },
    {
      name: 'OftenFields',
      states: {
        'once a day, at an hour': (
          <Held initial={{ everyHours: 24 as const, hour: 9, timeZone: 'UTC' }}>
            {(when) => <OftenFields label={text('watches.often')} when={when} onChange={nothing} />}
          </Held>
        ),
        'every hour': (
          <Held initial={{ everyHours: 1 as const, hour: 9, timeZone: 'UTC' }}>
            {(when) => <OftenFields label={text('watches.often')} when={when} onChange={nothing} />}
          </Held>
        ),
      },
    },
    {
      name: 'ClaimFields',
      states: {
        'keeps the price': (
          <Held initial={firstRule}>
            {(rule, onRule) => (
              <Stack gap={10}>
                <ClaimFields rule={rule} onRule={onRule} />
              </Stack>
            )}
          </Held>
        ),
        'calculates the price': (
          <Held initial={{ ...firstRule, kind: 'from-cost' as const }}>
            {(rule, onRule) => (
              <Stack gap={10}>
                <ClaimFields rule={rule} onRule={onRule} />
              </Stack>
            )}
          </Held>
        ),
        'a wrong factor': (
          <Held initial={{ ...firstRule, kind: 'from-cost' as const, factor: '0' }}>
            {(rule, onRule) => (
              <Stack gap={10}>
                <ClaimFields rule={rule} onRule={onRule} />
              </Stack>
            )}
          </Held>
        ),
      },
    },
    {
      name: 'ClaimTexts',
      states: {
        empty: (
          <Held initial={firstRule}>{(rule, onRule) => <ClaimTexts rule={rule} onRule={onRule} />}</Held>
        ),
      },
    },
    { name: 'ClaimSave', states: { empty: <ClaimSave rule={firstRule} /> } },
    {
      name: 'ClaimSaved',
      states: { 'one of a colleague': <ClaimSaved rule={firstRule} onRule={nothing} /> },
    },
    {
      name: 'DateRange',
      states: {
        plain: (
          <Held<Days | null> initial={['2026-11-01', '2026-11-20']}>
            {(value, onChange) => <DateRange id="days" label="1" value={value} onChange={onChange} />}
          </Held>
        ),
        wrong: <DateRange id="days-wrong" label="2" value={null} onChange={nothing} aria-invalid />,
      },
    },
    {
      name: 'OneDay',
      states: {
        plain: (
          <Held<string | null> initial="2026-11-20">
            {(value, onChange) => <OneDay label="1" value={value} onChange={onChange} />}
          </Held>
        ),
      },
    },
    {
      name: 'TimeOfDay',
      states: {
        plain: (
          <Held initial="09:30">
            {(value, onChange) => <TimeOfDay id="time" value={value} onChange={onChange} />}
          </Held>
        ),
        disabled: <TimeOfDay id="time-off" disabled value="09:30" onChange={nothing} />,
      },
    },
    {
      name: 'HtmlEditor',
      states: {
        editable: <HtmlEditor label="1" html={description} editable onChange={nothing} onSource={nothing} />,
        'a text it would lose': (
          <HtmlEditor label="2" html={descriptionWithTable} editable onChange={nothing} onSource={nothing} />
        ),
        'to read': (
          <HtmlEditor label="3" html={description} editable={false} onChange={nothing} onSource={nothing} />
        ),
      },
    },
    { name: 'LanguageMenu', states: { named: <LanguageMenu />, compact: <LanguageMenu compact /> } },
    {
      name: 'PasteBar',
      states: {
        empty: (
          <Held initial="">
            {(value, onChange) => (
              <PasteBar
                value={value}
                onChange={onChange}
                onGo={nothing}
                label={text('collect.paste')}
                placeholder={text('collect.paste.placeholder')}
                go={text('menu.collect')}
              />
            )}
          </Held>
        ),
        'filled, quiet, with a foot': (
          <Stack>
            <PasteBar
              quiet
              value={'https://lamps.example/products/linen\nhttps://lamps.example/collections/all'}
              onChange={nothing}
              onGo={nothing}
              label={text('collect.paste')}
              placeholder={text('collect.paste.placeholder')}
              go={text('menu.collect')}
              foot={<StockOption checked={false} onChange={nothing} />}
            />
          </Stack>
        ),
        busy: (
          <PasteBar
            busy
            value="https://lamps.example"
            onChange={nothing}
            onGo={nothing}
            label={text('collect.paste')}
            placeholder=""
            go={text('menu.collect')}
          >
            <Button type="link">{text('act.see')}</Button>
          </PasteBar>
        ),
      },
    },
    {
      name: 'PriceRanges',
      states: {
        plain: (
          <Held initial={priceRanges}>
            {(ranges, onRanges) => <PriceRanges ranges={ranges} onRanges={onRanges} bad={false} />}
          </Held>
        ),
        overlapping: <PriceRanges ranges={priceRanges} onRanges={nothing} bad />,
      },
    },
    {
      name: 'ShippingField',
      states: {
        empty: <ShippingField value={[]} onChange={nothing} />,
        'three weights': (
          <Held initial={shippingRates}>
            {(value, onChange) => <ShippingField value={value} onChange={onChange} />}
          </Held>
        ),
      },
    },
    {
      name: 'StockOption',
      states: {
        plain: (
          <Held initial={true}>
            {(checked, onChange) => <StockOption checked={checked} onChange={onChange} />}
          </Held>
        ),
      },
    },
  ],
};
