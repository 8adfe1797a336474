import type { Watch } from '@bowerbird/contract/collect/watches';
import { useEffect, useState } from 'react';
import { useController } from 'react-hook-form';
import { usePlatform } from '../../lib/data/use-platforms.ts';
import { useText } from '../../lib/text/text.ts';
import { SectionFault } from '../../ui/feedback/fault-row.tsx';
import { useToast } from '../../ui/feedback/toast.tsx';
import { Chip } from '../../ui/form/chip.tsx';
import { FormDrawer } from '../../ui/form/form-drawer.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { Row, Stack } from '../../ui/layout/box.tsx';
import { Text } from '../../ui/text/text.tsx';
import { useChangeWatch, useCreateWatch } from './queries.ts';
import { AddressField, ShopField, useAddressTarget } from './target-field.tsx';
import type { Target } from './watch-draft.ts';
import { draftOf, newDraft, requestOf, shopOf, WatchContent } from './watch-draft.ts';
import type { WatchForm } from './watch-fields.tsx';
import { WatchFields } from './watch-fields.tsx';
import { whatText } from './watch-text.ts';

interface NewWatchDrawerProps {
  /** Recognised at once. */
  addresses: string[];
  /** Preselected: what a run collected, or a shop. */
  given: Target | null;
  onClose(): void;
}

/** What to watch, how often, and which events to report. */
export function NewWatchDrawer({ addresses, given, onClose }: NewWatchDrawerProps) {
  const text = useText();
  const toast = useToast();
  const create = useCreateWatch();
  const address = useAddressTarget(addresses);
  const form = useSchemaForm({ schema: WatchContent, initial: newDraft(given) });
  const [mode, setMode] = useState<Target['kind']>(given?.kind ?? 'addresses');
  const [shop, setShop] = useState<Target | null>(given?.kind === 'claimed' ? given : null);
  const ofAddresses = given?.kind === 'addresses' ? given : address.target;
  const target = mode === 'claimed' ? shop : typeof ofAddresses === 'string' ? null : ofAddresses;
  const supportsStockRequests = usePlatform(target?.platform ?? null)?.supportsStockRequests === true;
  const { field, fieldState } = useController({ control: form.control, name: 'target' });
  const missing = fieldState.error !== undefined && typeof address.target !== 'string';
  const targetError = missing ? text('watches.fault.noTarget') : null;
  useTarget(form, target);

  const save = (content: WatchContent) =>
    create.mutate(
      { ...requestOf(content, supportsStockRequests), target: content.target },
      {
        onSuccess: (watch) => {
          toast({ state: 'complete', text: text('watches.created', { name: watch.name }) });
          onClose();
        },
      },
    );
  return (
    <FormDrawer
      className="watch-form"
      gap={18}
      form={form}
      title={text('watches.new')}
      busy={create.isPending}
      onSave={save}
      onClose={onClose}
    >
      {given?.kind === 'addresses' ? (
        <WhatLine target={given} />
      ) : (
        <>
          <Stack as="fieldset" className="watch-fieldset" gap={10} shrink m={0} p={0} border="none">
            <legend>{text('watches.what')}</legend>
            <Row as="span" wrap gap={8} shrink m={0} p={0} border="none">
              {(['addresses', 'claimed'] as const).map((kind) => (
                <Chip key={kind} set={mode === kind} onClick={() => setMode(kind)}>
                  {text(`watches.mode.${kind}`)}
                </Chip>
              ))}
            </Row>
          </Stack>
          {mode === 'addresses' ? (
            <AddressField address={address} error={targetError} controlRef={field.ref} />
          ) : (
            <ShopField value={shop} error={targetError} controlRef={field.ref} onTarget={setShop} />
          )}
        </>
      )}
      <WatchFields form={form} supportsStockRequests={supportsStockRequests} />
      {create.isError && <SectionFault failure={create.error} />}
    </FormDrawer>
  );
}

/** Holds the target in the form; until the person names the watch, its name is the target's shop. */
function useTarget(form: WatchForm, target: Target | null): void {
  const shop = target === null ? '' : shopOf(target).slice(0, 80);
  useEffect(() => {
    form.setValue('target', target);
    if (target !== null) {
      form.clearErrors('target');
    }
  }, [form, target]);
  useEffect(() => {
    if (!form.getFieldState('name').isDirty) {
      form.resetField('name', { defaultValue: shop });
    }
  }, [form, shop]);
}

export function EditWatchDrawer({ watch, onClose }: { watch: Watch; onClose(): void }) {
  const text = useText();
  const change = useChangeWatch();
  const supportsStockRequests = usePlatform(watch.target.platform)?.supportsStockRequests === true;
  const form = useSchemaForm({ schema: WatchContent, initial: draftOf(watch) });
  return (
    <FormDrawer
      className="watch-form"
      gap={18}
      form={form}
      title={text('watches.edit')}
      busy={change.isPending}
      onSave={(content) =>
        change.mutate({ ...watch, ...requestOf(content, supportsStockRequests) }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <WhatLine target={watch.target} />
      <WatchFields form={form} supportsStockRequests={supportsStockRequests} />
      {change.isError && <SectionFault failure={change.error} />}
    </FormDrawer>
  );
}

function WhatLine({ target }: { target: Target }) {
  const text = useText();
  const words = whatText(text, { target, shop: shopOf(target) });
  return (
    <Stack className="field" relative gap={4} shrink>
      <Row
        className="field-head"
        align="center"
        justify="between"
        gap={12}
        minH={22}
        font="small"
        weight={500}
      >
        <span>{text('watches.what')}</span>
      </Row>
      <Text as="p" anywhere>
        {words}
      </Text>
    </Stack>
  );
}
