import type { LinkName } from '@bowerbird/contract/system/console-settings';
import { linkNames } from '@bowerbird/contract/system/console-settings';
import type { ProviderSettings, SavedLinks } from '@bowerbird/contract/system/provider-settings';
import { isLinkAddress, neededLinks } from '@bowerbird/contract/system/provider-settings';
import { Button, Checkbox, Input } from 'antd';
import {
  enum as enumOf,
  type input,
  maxLength,
  nullable,
  object,
  type output,
  pipe,
  record,
  string,
  superRefine,
  transform,
  trim,
} from 'zod/mini';
import type { PlainTextKey } from '../../../lib/text/text.ts';
import { useText } from '../../../lib/text/text.ts';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { Form } from '../../../ui/form/form.tsx';
import { FormField } from '../../../ui/form/form-field.tsx';
import { submitForm } from '../../../ui/form/submit-form.ts';
import { useSchemaForm } from '../../../ui/form/use-schema-form.ts';
import { Box, Grid, Row } from '../../../ui/layout/box.tsx';
import { SectionHead } from '../../../ui/layout/section-head.tsx';
import { useUnsavedPart, type WatchPart } from '../use-unsaved-parts.ts';
import { OperatorPages } from './operator-pages.tsx';
import { useProviderSaving, useProviderSettings } from './provider-queries.ts';
import './provider-part.css';

const labels: Record<LinkName, PlainTextKey> = {
  provider: 'footer.provider',
  about: 'footer.about',
  contact: 'footer.contact',
  help: 'footer.help',
  tutorials: 'footer.tutorials',
  privacy: 'pages.privacy',
  terms: 'pages.terms',
};

/** Name and links as a form holds them: an empty address is the default target, null hides the link. */
const ProviderFields = object({
  name: string().check(trim(), maxLength(60)),
  links: pipe(
    record(enumOf(linkNames), nullable(string().check(trim(), maxLength(500)))).check(
      superRefine((links, { addIssue }) => {
        for (const [name, address] of addressesOf(links)) {
          if (address !== null && address !== '' && !isLinkAddress(name, address)) {
            addIssue({ code: 'custom', path: [name] });
          }
        }
      }),
    ),
    transform((links): SavedLinks => Object.fromEntries(addressesOf(links).filter(([, to]) => to !== ''))),
  ),
});

type LinkFields = Record<LinkName, string | null>;

function addressesOf(links: LinkFields) {
  return linkNames.map((name) => [name, links[name]] as const);
}

function fieldsOf({ name, links }: ProviderSettings): input<typeof ProviderFields> {
  const address = (each: LinkName) => (links[each] === undefined ? '' : links[each]);
  return {
    name,
    links: {
      provider: address('provider'),
      about: address('about'),
      contact: address('contact'),
      help: address('help'),
      tutorials: address('tutorials'),
      privacy: address('privacy'),
      terms: address('terms'),
    },
  };
}

/** Who runs this installation, the targets of the footer links, and the operator's own pages. */
export function ProviderPart({ watch }: { watch: WatchPart }) {
  const { data, error, refetch } = useProviderSettings();
  if (data !== undefined) {
    return (
      <>
        <ProviderForm key={data.revision} saved={data} watch={watch} />
        <OperatorPages pages={data.pages} />
      </>
    );
  }
  return error !== null ? (
    <SectionFault failure={error} onRetry={() => void refetch()} />
  ) : (
    <SkeletonRows rows={5} />
  );
}

function ProviderForm({ saved, watch }: { saved: ProviderSettings; watch: WatchPart }) {
  const text = useText();
  const toast = useToast();
  const reportFailure = useReportFailure();
  const saving = useProviderSaving();
  const form = useSchemaForm({ schema: ProviderFields, initial: fieldsOf(saved) });
  const changed = form.formState.isDirty;
  const save = async (sent: output<typeof ProviderFields>): Promise<boolean> => {
    try {
      await saving.mutateAsync({ revision: saved.revision, ...sent });
      toast({ state: 'complete', text: text('workplace.provider.saved') });
      return true;
    } catch (thrown) {
      reportFailure(thrown);
      return false;
    }
  };
  useUnsavedPart(watch, 'provider', changed ? () => submitForm(form, save) : null);
  return (
    <Box as="section" mb={36}>
      <SectionHead title={text('workplace.provider')} note={text('workplace.provider.about')} />
      <Form form={form} gap={16} onSubmit={(sent) => void save(sent)}>
        <Grid className="provider-form" oneUnder={576} columns={2} gap={[16, 24]} pt={10}>
          <FormField
            form={form}
            name="name"
            label={text('workplace.provider.name')}
            optional
            hint={text('workplace.provider.name.hint')}
          >
            {(control) => <Input {...control} maxLength={60} />}
          </FormField>
          {linkNames.map((each) => (
            <FormField
              key={each}
              form={form}
              name={`links.${each}`}
              label={text(labels[each])}
              beside={
                !neededLinks.includes(each) && (
                  <Checkbox
                    checked={form.watch(`links.${each}`) !== null}
                    aria-label={text('workplace.provider.shown.named', { name: text(labels[each]) })}
                    onChange={({ target }) =>
                      form.setValue(`links.${each}`, target.checked ? '' : null, {
                        shouldDirty: true,
                        shouldValidate: true,
                      })
                    }
                  >
                    {text('workplace.provider.shown')}
                  </Checkbox>
                )
              }
              wrong={text(
                each === 'contact' ? 'workplace.provider.wrong.contact' : 'workplace.provider.wrong',
              )}
            >
              {(control) => (
                <Input
                  {...control}
                  maxLength={500}
                  disabled={control.value === null}
                  placeholder={saved.defaults[each]}
                  value={control.value ?? ''}
                />
              )}
            </FormField>
          ))}
        </Grid>
        <Row className="provider-actions" justify="end">
          <Button
            type={changed ? 'primary' : 'default'}
            disabled={!changed}
            loading={saving.isPending}
            htmlType="submit"
          >
            {text('act.save')}
          </Button>
        </Row>
      </Form>
    </Box>
  );
}
