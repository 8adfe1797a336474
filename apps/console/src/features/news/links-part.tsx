import { bodySchema } from '@bowerbird/contract/route';
import { saveWorkplaceLinks, type WorkplaceConfig } from '@bowerbird/contract/system/workplace-config';
import { Button } from 'antd';
import { useFieldArray } from 'react-hook-form';
import { type output, pick } from 'zod/mini';
import { call } from '../../lib/api/call.ts';
import { useText } from '../../lib/text/text.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import { useToast } from '../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../ui/feedback/use-report-failure.ts';
import { submitForm } from '../../ui/form/submit-form.ts';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { Icon } from '../../ui/images/icon.tsx';
import { Box, Row } from '../../ui/layout/box.tsx';
import { SectionHead } from '../../ui/layout/section-head.tsx';
import { LinkRow } from './link-row.tsx';
import { useConfigChange } from './queries.ts';
import { useUnsavedPart, type WatchPart } from './use-unsaved-parts.ts';

type InstallationLink = WorkplaceConfig['links'][number];

/** The links of the form. */
const LinkFields = pick(bodySchema(saveWorkplaceLinks), { links: true });

/** Maximum number of links that a Workplace shows well. */
const linksMax = 20;

interface LinksPartProps {
  links: InstallationLink[];
  revision: number;
  watch: WatchPart;
}

/** The quick links for everyone, in their order; a person sees those whose page they may open. */
export function LinksPart({ links, revision, watch }: LinksPartProps) {
  const text = useText();
  const toast = useToast();
  const reportFailure = useReportFailure();
  const form = useSchemaForm({ schema: LinkFields, initial: { links } });
  const { fields, append, move, remove } = useFieldArray({ control: form.control, name: 'links' });
  const save = useConfigChange((body: { revision: number; links: InstallationLink[] }) =>
    call(saveWorkplaceLinks, { body }),
  );
  const now = form.watch('links');
  const { errors } = form.formState;
  const changed = JSON.stringify(now) !== JSON.stringify(links);

  const saveLinks = async (sent: output<typeof LinkFields>): Promise<boolean> => {
    try {
      await save.mutateAsync({ revision, ...sent });
      toast({ state: 'complete', text: text('workplace.links.saved') });
      return true;
    } catch (thrown) {
      reportFailure(thrown);
      return false;
    }
  };
  useUnsavedPart(watch, 'links', changed ? () => submitForm(form, saveLinks) : null);

  const add = (
    <Button
      icon={<Icon name="plus" />}
      disabled={fields.length >= linksMax}
      onClick={() => append({ path: '', titles: {} }, { shouldFocus: false })}
    >
      {text('workplace.links.add')}
    </Button>
  );

  return (
    <Box as="section" mb={36}>
      <SectionHead title={text('workplace.links')} note={text('workplace.links.about')} />
      {fields.length === 0 ? (
        <Empty>{text('workplace.links.none')}</Empty>
      ) : (
        <ul>
          {fields.map(({ id, ...field }, place) => (
            <LinkRow
              key={id}
              link={now[place] ?? field}
              wrong={errors.links?.[place]?.path !== undefined}
              onChange={(link) =>
                form.setValue(`links.${place}`, link, { shouldValidate: form.formState.isSubmitted })
              }
              onUp={place === 0 ? undefined : () => move(place, place - 1)}
              onDown={place === fields.length - 1 ? undefined : () => move(place, place + 1)}
              onRemove={() => remove(place)}
            />
          ))}
        </ul>
      )}
      <Row justify="between" gap={10} pt={14}>
        {add}
        <Button
          type={changed ? 'primary' : 'default'}
          disabled={!changed}
          loading={save.isPending}
          onClick={() => void submitForm(form, saveLinks)}
        >
          {text('act.save')}
        </Button>
      </Row>
    </Box>
  );
}
