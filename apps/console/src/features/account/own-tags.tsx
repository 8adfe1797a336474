import type { Profile } from '@bowerbird/contract/profile';
import { Input } from 'antd';
import { useState } from 'react';
import { useText } from '../../lib/text.ts';
import { Chip } from '../../ui/chip.tsx';
import { useTellFailure } from '../../ui/use-tell-failure.ts';
import { useSaveProfile } from './own-account-queries.ts';

const tagsMax = 12;
/** Longer ones are cut, with the whole on hover. */
const shownLetters = 20;

/** Words one describes oneself with: a new one by Enter or by leaving the field, doubles are let go. */
export function OwnTags({ profile }: { profile: Profile }) {
  const text = useText();
  const tell = useTellFailure();
  const save = useSaveProfile();
  const [typed, setTyped] = useState<string | null>(null);
  // What was just chosen shows before the server has it.
  const tags = save.isPending ? save.variables.tags : profile.tags;

  const keep = (next: string[]) => {
    const { name, motto, jobTitle, language } = profile;
    save.mutate({ name, motto, jobTitle, language, tags: next }, { onError: tell });
  };
  const add = () => {
    const tag = typed?.trim() ?? '';
    setTyped(null);
    if (tag !== '' && !tags.includes(tag)) {
      keep([...tags, tag]);
    }
  };
  return (
    <section className="own-part">
      <h3>{text('account.center.tags')}</h3>
      <div className="own-tags">
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
      </div>
    </section>
  );
}
