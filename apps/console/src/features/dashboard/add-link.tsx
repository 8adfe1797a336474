import { bodySchema } from '@bowerbird/contract/route';
import { addOwnLink } from '@bowerbird/contract/system/workplace-config';
import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { extend, pipe, string, trim } from 'zod/mini';
import { useSession } from '../../lib/person/session.ts';
import { useText } from '../../lib/text/text.ts';
import { Form } from '../../ui/form/form.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { useAddLink } from './board-queries.ts';

const other = 'other';
const body = bodySchema(addOwnLink);

/** A link as it is typed, or taken from the menu. */
const LinkFields = extend(body, {
  path: pipe(string().check(trim()), body.shape.path),
  title: pipe(string().check(trim()), body.shape.title),
});

/** Adds a personal quick link: a page of the menu, or any address. */
export function AddLink({ taken, onDone }: { taken: string[]; onDone(): void }) {
  const text = useText();
  const { navigation } = useSession();
  const add = useAddLink();
  const [chosen, setChosen] = useState<string | null>(null);
  const form = useSchemaForm({ schema: LinkFields, initial: { path: '', title: '' } });
  const pages = navigation.flatMap(({ path, component, meta }) =>
    path !== undefined &&
    component !== 'RouteView' &&
    meta.show !== false &&
    !path.includes(':') &&
    !taken.includes(path)
      ? [{ value: path, label: text.named(meta.title) }]
      : [],
  );
  const choose = (path: string) => {
    const page = pages.find(({ value }) => value === path);
    setChosen(path);
    form.reset({ path: page?.value ?? '', title: page?.label.slice(0, 40) ?? '' });
  };
  const { errors } = form.formState;
  return (
    <Form form={form} gap={10} w={260} onSubmit={(link) => add.mutate(link, { onSuccess: onDone })}>
      <Select
        showSearch
        optionFilterProp="label"
        aria-label={text('workplace.links.page')}
        placeholder={text('workplace.links.page')}
        value={chosen}
        onChange={choose}
        options={[...pages, { value: other, label: text('workplace.links.other') }]}
      />
      {chosen === other && (
        <>
          <Controller
            control={form.control}
            name="path"
            render={({ field, fieldState }) => (
              <Input
                {...field}
                autoFocus
                aria-label={text('workplace.link')}
                placeholder="https://"
                maxLength={500}
                status={fieldState.invalid ? 'error' : ''}
              />
            )}
          />
          <Controller
            control={form.control}
            name="title"
            render={({ field, fieldState }) => (
              <Input
                {...field}
                aria-label={text('workplace.links.name')}
                placeholder={text('workplace.links.name')}
                maxLength={40}
                status={fieldState.invalid ? 'error' : ''}
              />
            )}
          />
        </>
      )}
      {(errors.path ?? errors.title) !== undefined && (
        <p className="field-error" role="alert">
          {text('workplace.link.wrong')}
        </p>
      )}
      <Button type="primary" htmlType="submit" loading={add.isPending}>
        {text('workplace.links.addOne')}
      </Button>
    </Form>
  );
}
