import type { Profile, ProfileForm } from '@bowerbird/contract/profile';
import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { languageNames, languages } from '../../lib/language.ts';
import { sameTab, useUnsavedGuard } from '../../lib/page.ts';
import { useText } from '../../lib/text.ts';
import { SectionFault } from '../../ui/feedback/fault-row.tsx';
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx';
import { useToast } from '../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../ui/feedback/use-report-failure.ts';
import { Field } from '../../ui/form/field.tsx';
import { Box, Grid, Row, Stack } from '../../ui/layout/box.tsx';
import { SectionHead } from '../../ui/layout/section-head.tsx';
import { AvatarEdit } from './avatar-edit.tsx';
import { useProfile, useSaveProfile } from './own-account-queries.ts';

/** The person's own profile data and avatar. */
export function BasicSettings() {
  const text = useText();
  const profile = useProfile();
  return (
    <section>
      <SectionHead title={text('account.settings.menuMap.basic')} />
      {profile.data !== undefined ? (
        <Grid
          className="basic-columns"
          justify="start"
          oneUnder={768}
          columns="minmax(0, 460px) auto"
          pt={16}
        >
          <BasicForm profile={profile.data} />
          <AvatarEdit name={profile.data.name} avatar={profile.data.avatar} />
        </Grid>
      ) : profile.isError ? (
        <SectionFault failure={profile.error} onRetry={() => void profile.refetch()} />
      ) : (
        <SkeletonRows rows={4} />
      )}
    </section>
  );
}

function BasicForm({ profile }: { profile: Profile }) {
  const text = useText();
  const toast = useToast();
  const reportFailure = useReportFailure();
  const save = useSaveProfile();
  const [edited, setEdited] = useState<Partial<ProfileForm>>({});
  const [checked, setChecked] = useState(false);
  const form = { ...formOf(profile), ...edited };
  const changes = changedFields(profile, edited);
  const nameError = checked && form.name.trim() === '' ? text('account.basic.name.required') : null;
  const set = (change: Partial<ProfileForm>) => setEdited((held) => ({ ...held, ...change }));

  const send = async (): Promise<boolean> => {
    setChecked(true);
    if (form.name.trim() === '') {
      return false;
    }
    try {
      await save.mutateAsync(form);
    } catch (thrown) {
      reportFailure(thrown);
      return false;
    }
    setEdited({});
    toast({ state: 'complete', text: text('account.saved') });
    return true;
  };
  useUnsavedGuard(changes.length, send);

  return (
    <Stack
      as="form"
      gap={18}
      shrink
      maxW={460}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Field label={text('account.basic.name')} error={nameError} changed={changes.includes('name')}>
        {(control) => (
          <Input
            {...control}
            maxLength={40}
            autoComplete="name"
            status={nameError === null ? '' : 'error'}
            value={form.name}
            onChange={({ target }) => set({ name: target.value })}
            onBlur={() => setChecked(true)}
          />
        )}
      </Field>
      <Field label={text('account.basic.motto')} optional changed={changes.includes('motto')}>
        {(control) => (
          <Input.TextArea
            {...control}
            rows={3}
            maxLength={120}
            value={form.motto}
            onChange={({ target }) => set({ motto: target.value })}
          />
        )}
      </Field>
      <Field label={text('account.basic.job')} optional changed={changes.includes('jobTitle')}>
        {(control) => (
          <Input
            {...control}
            maxLength={120}
            autoComplete="organization-title"
            value={form.jobTitle}
            onChange={({ target }) => set({ jobTitle: target.value })}
          />
        )}
      </Field>
      <Field
        label={text('account.basic.email')}
        beside={
          <Link {...sameTab} to="/account/settings/security">
            {text('account.basic.email.change')}
          </Link>
        }
      >
        {({ id }) => (
          <Box as="p" className="settings-value" minH="var(--control)" anywhere id={id}>
            {profile.email}
          </Box>
        )}
      </Field>
      <Field
        label={text('account.basic.language')}
        hint={text('account.basic.language.hint')}
        changed={changes.includes('language')}
      >
        {({ id }) => (
          <Select<string>
            id={id}
            value={form.language ?? ''}
            onChange={(chosen) => set({ language: languages.find((each) => each === chosen) ?? null })}
            options={[
              { value: '', label: text('account.basic.language.same') },
              ...languages.map((each) => ({
                value: each,
                label: <span lang={each}>{languageNames[each]}</span>,
              })),
            ]}
          />
        )}
      </Field>
      <Row wrap align="center" gap={[10, 12]}>
        <Button type="primary" htmlType="submit" loading={save.isPending}>
          {text('account.basic.update')}
        </Button>
        {changes.length > 0 && (
          <span className="quiet">{text('account.unsaved', { n: changes.length })}</span>
        )}
      </Row>
    </Stack>
  );
}

function formOf({ name, motto, jobTitle, tags, language }: Profile): ProfileForm {
  return { name, motto, jobTitle, tags, language };
}

function changedFields(profile: Profile, edited: Partial<ProfileForm>): string[] {
  const held: Record<string, unknown> = formOf(profile);
  return Object.entries(edited).flatMap(([field, value]) => (held[field] === value ? [] : [field]));
}
