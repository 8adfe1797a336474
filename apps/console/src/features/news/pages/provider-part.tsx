import type { LinkName } from '@bowerbird/contract/console-settings';
import { linkNames } from '@bowerbird/contract/console-settings';
import type { ProviderSettings, SavedLinks } from '@bowerbird/contract/provider-settings';
import { isLinkAddress, neededLinks } from '@bowerbird/contract/provider-settings';
import { Button, Checkbox, Input } from 'antd';
import { useState } from 'react';
import type { PlainTextKey } from '../../../lib/text.ts';
import { useText } from '../../../lib/text.ts';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { Field } from '../../../ui/form/field.tsx';
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
  const [name, setName] = useState(saved.name);
  const [links, setLinks] = useState<SavedLinks>(saved.links);
  const [tried, setTried] = useState(false);
  const isWrong = (each: LinkName) => {
    const address = links[each] ?? null;
    return address !== null && !isLinkAddress(each, address);
  };
  const changed = name.trim() !== saved.name || linkNames.some((each) => links[each] !== saved.links[each]);

  const save = async (): Promise<boolean> => {
    setTried(true);
    if (linkNames.some(isWrong)) {
      return false;
    }
    try {
      await saving.mutateAsync({ revision: saved.revision, name: name.trim(), links });
      toast({ state: 'complete', text: text('workplace.provider.saved') });
      return true;
    } catch (thrown) {
      reportFailure(thrown);
      return false;
    }
  };
  useUnsavedPart(watch, 'provider', changed ? save : null);

  /** Undefined: the default target; null: not shown. */
  const setLink = (each: LinkName, address: string | null | undefined) => {
    const { [each]: _, ...others } = links;
    setLinks(address === undefined ? others : { ...others, [each]: address });
  };
  return (
    <Box as="section" mb={36}>
      <SectionHead title={text('workplace.provider')} note={text('workplace.provider.about')} />
      <Grid className="provider-form" oneUnder={576} columns={2} gap={[16, 24]} pt={10}>
        <Field label={text('workplace.provider.name')} optional hint={text('workplace.provider.name.hint')}>
          {(control) => (
            <Input
              {...control}
              maxLength={60}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        {linkNames.map((each) => (
          <Field
            key={each}
            label={text(labels[each])}
            beside={
              !neededLinks.includes(each) && (
                <Checkbox
                  checked={links[each] !== null}
                  aria-label={text('workplace.provider.shown.named', { name: text(labels[each]) })}
                  onChange={({ target }) => setLink(each, target.checked ? undefined : null)}
                >
                  {text('workplace.provider.shown')}
                </Checkbox>
              )
            }
            error={
              tried && isWrong(each)
                ? text(each === 'contact' ? 'workplace.provider.wrong.contact' : 'workplace.provider.wrong')
                : null
            }
          >
            {(control) => (
              <Input
                {...control}
                maxLength={500}
                disabled={links[each] === null}
                placeholder={saved.defaults[each]}
                value={links[each] ?? ''}
                onChange={({ target }) => {
                  const address = target.value.trim();
                  setLink(each, address === '' ? undefined : address);
                }}
              />
            )}
          </Field>
        ))}
      </Grid>
      <Row className="provider-actions" justify="end" pt={16}>
        <Button
          type={changed ? 'primary' : 'default'}
          disabled={!changed}
          loading={saving.isPending}
          onClick={() => void save()}
        >
          {text('act.save')}
        </Button>
      </Row>
    </Box>
  );
}
