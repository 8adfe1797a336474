import type { Profile } from '@bowerbird/contract/account/profile';
import { Input } from 'antd';
import { useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { Chip } from '../../../ui/form/chip.tsx';
import { Grid, Row } from '../../../ui/layout/box.tsx';
import { useSaveProfile } from '../settings/own-account-queries.ts';

const tagsMax = 12;
/** Longer tags are cut, with the full text on hover. */
const shownLetters = 20;

/** Tags with which the person describes themselves: Enter or leaving the field adds one; duplicates are dropped. */
export function OwnTags({ profile }: { profile: Profile }) {
  const text = useText();
  const reportFailure = useReportFailure();
  const save = useSaveProfile();
  const [typed, setTyped] = useState<string | null>(null);
  // Shows the choice before the server has saved it.
  const tags = save.isPending ? save.variables.tags : profile.tags;

  const keep = (next: string[]) => {
    const { name, motto, jobTitle, language } = profile;
    save.mutate({ name, motto, jobTitle, language, tags: next }, { onError: reportFailure });
  };
  const add = () => {
    const tag = typed?.trim() ?? '';
    setTyped(null);
    if (tag !== '' && !tags.includes(tag)) {
      keep([...tags, tag]);
    }
  };
  return (
    <Grid as="section" className="own-part" gap={10} pt={18} borderTop>
      <h3>{text('account.center.tags')}</h3>
      <Row className="own-tags" wrap gap={6}>
        {tags.map((tag) => (
          <Chip key={tag} name={tag} onRemove={() => keep(tags.filter((other) => other !== tag))}>
            <span title={tag.length > shownLetters ? tag : undefined}>
              {tag.length > shownLetters ? `${tag.slice(0, shownLetters)}…` : tag}
            </span>
          </Chip>
        ))}
        {typed !== null ? (
          <Input
            autoFocus
            size="small"
            className="own-tag-input"
            aria-label={text('account.center.tags.add')}
            maxLength={30}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            onBlur={add}
            onPressEnter={add}
            onKeyDown={({ key }) => key === 'Escape' && setTyped(null)}
          />
        ) : (
          tags.length < tagsMax && (
            <Chip add onClick={() => setTyped('')}>
              {text('account.center.tags.add')}
            </Chip>
          )
        )}
      </Row>
    </Grid>
  );
}
