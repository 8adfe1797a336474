import { type Profile, ProfileForm } from '@bowerbird/contract/account/profile';
import { Button, Input, Select } from 'antd';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { sameTab, useUnsavedGuard } from '../../../lib/page.ts';
import { languageNames, languages } from '../../../lib/text/language.ts';
import { useText } from '../../../lib/text/text.ts';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { Field } from '../../../ui/form/field.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { FormField } from '../../../ui/form/form-field.tsx';
import { submitForm } from '../../../ui/form/submit-form.ts';
import { useSchemaForm } from '../../../ui/form/use-schema-form.ts';
import { Box, Grid, Row } from '../../../ui/layout/box.tsx';
import { SectionHead } from '../../../ui/layout/section-head.tsx';
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
  const form = useSchemaForm({ schema: ProfileForm, initial: formOf(profile) });
  // What changes elsewhere, as tags do, is taken over; what was edited here stays.
  useEffect(() => form.reset(formOf(profile), { keepDirtyValues: true }), [form, profile]);
  const changes = Object.keys(form.formState.dirtyFields).length;

  const send = async (edited: ProfileForm): Promise<boolean> => {
    try {
      form.reset(formOf(await save.mutateAsync(edited)));
    } catch (thrown) {
      reportFailure(thrown);
      return false;
    }
    toast({ state: 'complete', text: text('account.saved') });
    return true;
  };
  useUnsavedGuard(changes, () => submitForm(form, send));

  return (
    <Form form={form} gap={18} shrink maxW={460} onSubmit={(edited) => void send(edited)}>
      <FormField
        form={form}
        name="name"
        label={text('account.basic.name')}
        missing={text('account.basic.name.required')}
        marked
      >
        {(control) => <Input {...control} maxLength={40} autoComplete="name" />}
      </FormField>
      <FormField form={form} name="motto" label={text('account.basic.motto')} optional marked>
        {(control) => <Input.TextArea {...control} rows={3} maxLength={120} />}
      </FormField>
      <FormField form={form} name="jobTitle" label={text('account.basic.job')} optional marked>
        {(control) => <Input {...control} maxLength={120} autoComplete="organization-title" />}
      </FormField>
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
      <FormField
        form={form}
        name="language"
        label={text('account.basic.language')}
        hint={text('account.basic.language.hint')}
        marked
      >
        {(control) => (
          <Select<string>
            {...control}
            value={control.value ?? ''}
            onChange={(chosen) => control.onChange(languages.find((each) => each === chosen) ?? null)}
            options={[
              { value: '', label: text('account.basic.language.same') },
              ...languages.map((each) => ({
                value: each,
                label: <span lang={each}>{languageNames[each]}</span>,
              })),
            ]}
          />
        )}
      </FormField>
      <Row wrap align="center" gap={[10, 12]}>
        <Button type="primary" htmlType="submit" loading={save.isPending}>
          {text('account.basic.update')}
        </Button>
        {changes > 0 && <span className="quiet">{text('account.unsaved', { n: changes })}</span>}
      </Row>
    </Form>
  );
}

function formOf({ name, motto, jobTitle, tags, language }: Profile): ProfileForm {
  return { name, motto, jobTitle, tags, language };
}
