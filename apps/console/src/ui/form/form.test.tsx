// @vitest-environment happy-dom
import { InvoiceData } from '@bowerbird/contract/billing/billing';
import { Button, Input } from 'antd';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  button,
  FakeApi,
  press,
  type ShownPage,
  settled,
  showPage,
  type,
} from '../../testing/signed-in-page.tsx';
import { Form } from './form.tsx';
import { FormField } from './form-field.tsx';
import { useSchemaForm } from './use-schema-form.ts';

let shown: ShownPage;
let sent: InvoiceData[];

function Page() {
  const form = useSchemaForm({
    schema: InvoiceData,
    initial: { company: '', taxId: '', address: '', email: '' },
  });
  return (
    <Form form={form} onSubmit={(data) => sent.push(data)}>
      <FormField form={form} name="company" label="Company" missing="Who gets the invoice?">
        {(control) => <Input {...control} />}
      </FormField>
      <FormField form={form} name="email" label="Email" missing="An address, please" wrong="No address">
        {(control) => <Input {...control} />}
      </FormField>
      <Button htmlType="submit">Save</Button>
    </Form>
  );
}

const field = (name: string) => document.querySelector<HTMLInputElement>(`input[name="${name}"]`);
const errors = () => [...document.querySelectorAll('[role=alert]')].map((each) => each.textContent);
const leave = (name: string) => act(async () => field(name)?.blur());
const enter = (name: string) => act(async () => field(name)?.focus());

beforeEach(async () => {
  sent = [];
  shown = await showPage(new FakeApi(), <Page />, '/form', '/form');
});
afterEach(() => shown.close());

describe('a form', () => {
  it('moves no button with an error before the click that left the field has ended', async () => {
    await enter('email');
    await type('Email', 'ada@');
    document.dispatchEvent(new Event('pointerdown'));
    await leave('email');
    await act(async () => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(errors()).toEqual([]);

    await act(async () => document.dispatchEvent(new Event('pointerup')));
    await settled(() => expect(errors()).toEqual(['No address']));
  });

  it('checks a field with the contract’s schema when it is left, and again at every change', async () => {
    await enter('email');
    await type('Email', 'ada@');
    expect(errors()).toEqual([]);

    await leave('email');
    await settled(() => expect(errors()).toEqual(['No address']));
    expect(field('email')?.getAttribute('aria-invalid')).toBe('true');

    await type('Email', 'ada@example.com');
    await settled(() => expect(errors()).toEqual([]));
  });

  it('says nothing about a field that is left empty, before the form is sent', async () => {
    await enter('company');
    await leave('company');
    expect(errors()).toEqual([]);
  });

  it('focuses the first wrong field, and sends what the schema makes of the fields', async () => {
    await type('Email', 'ada@example.com');
    await press(button('Save'));
    await settled(() => expect(document.activeElement).toBe(field('company')));
    expect(errors()).toEqual(['Who gets the invoice?']);
    expect(sent).toEqual([]);

    await type('Company', '  Analytical Engines ');
    await press(button('Save'));
    await settled(() =>
      expect(sent).toEqual([
        { company: 'Analytical Engines', taxId: '', address: '', email: 'ada@example.com' },
      ]),
    );
  });
});
