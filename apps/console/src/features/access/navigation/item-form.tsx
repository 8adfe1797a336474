import type { EditableItem, ItemTitles } from '@bowerbird/contract/account/access';
import { Button, Input, Select, Switch } from 'antd';
import { useState } from 'react';
import { useUnsavedGuard } from '../../../lib/page.ts';
import { languageNames, languages, useTexts } from '../../../lib/text/language.ts';
import { useText } from '../../../lib/text/text.ts';
import { Field } from '../../../ui/form/field.tsx';
import { Icon, isIconName } from '../../../ui/images/icon.tsx';
import { Row, Stack } from '../../../ui/layout/box.tsx';

export interface ItemDraft {
  titles: ItemTitles;
  /** Null: the built-in icon of this version. */
  icon: string | null;
  hidden: boolean;
  newWindow: boolean;
}

interface ItemFormProps {
  item: EditableItem;
  readOnly: boolean;
  busy: boolean;
  onDraft(draft: ItemDraft): void;
  onSave(draft: ItemDraft): void;
  onReset(): void;
}

/** Icons that are meaningful in a menu. */
const icons = [
  ...['home', 'collect', 'box', 'tag', 'clock', 'bars', 'people', 'gear', 'store', 'link', 'globe', 'target'],
  ...['folder', 'file', 'image', 'cards', 'list', 'calendar', 'history', 'bolt', 'shield', 'key', 'user'],
  ...['bell', 'help', 'search', 'export', 'download', 'plug', 'edit'],
].filter(isIconName);

/** Edits one menu entry: its name in each language, its icon, whether it is shown, and where it opens. */
export function ItemForm({ item, readOnly, busy, onDraft, onSave, onReset }: ItemFormProps) {
  const text = useText();
  const { language } = useTexts();
  const start: ItemDraft = {
    titles: item.titles,
    icon: item.icon === item.ownIcon ? null : item.icon,
    hidden: item.hidden,
    newWindow: item.newWindow,
  };
  const [draft, setDraft] = useState(start);
  const changed = JSON.stringify(draft) !== JSON.stringify(start);
  useUnsavedGuard(changed ? 1 : 0);
  const change = (part: Partial<ItemDraft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    onDraft(next);
  };
  return (
    <Stack
      as="form"
      className="item-form"
      gap={18}
      onSubmit={(event) => {
        event.preventDefault();
        onSave(draft);
      }}
    >
      <div>
        <h2 className="section-title">{item.titles[language] ?? text.named(item.title)}</h2>
        {item.path !== null && <code className="quiet">{item.path}</code>}
      </div>
      {languages.map((one) => (
        <Field key={one} label={<span lang={one}>{languageNames[one]}</span>}>
          {(control) => (
            <Input
              {...control}
              maxLength={40}
              disabled={readOnly}
              placeholder={one === language ? text.named(item.title) : text('access.nav.own')}
              value={draft.titles[one] ?? ''}
              onChange={({ target }) => change({ titles: titled(draft.titles, one, target.value) })}
            />
          )}
        </Field>
      ))}
      {item.parentId === '0' && (
        <Field label={text('access.nav.icon')}>
          {(control) => (
            <Select
              {...control}
              disabled={readOnly}
              value={draft.icon ?? ''}
              options={[
                { value: '', label: <IconLabel name={item.ownIcon} words={text('access.nav.icon.own')} /> },
                ...icons
                  .filter((name) => name !== item.ownIcon)
                  .map((name) => ({ value: name, label: <IconLabel name={name} words={name} /> })),
              ]}
              onChange={(value: string) => change({ icon: value === '' ? null : value })}
            />
          )}
        </Field>
      )}
      <Field
        label={text('access.nav.show')}
        hint={item.locked ? text('fault.navigation.locked') : text('access.nav.show.hint')}
      >
        {(control) => (
          <span>
            <Switch
              {...control}
              aria-label={text('access.nav.show')}
              disabled={readOnly || item.locked}
              checked={!draft.hidden}
              onChange={(on) => change({ hidden: !on })}
            />
          </span>
        )}
      </Field>
      <Field label={text('access.nav.newWindow')} hint={text('access.nav.newWindow.hint')}>
        {(control) => (
          <span>
            <Switch
              {...control}
              aria-label={text('access.nav.newWindow')}
              disabled={readOnly}
              checked={draft.newWindow}
              onChange={(on) => change({ newWindow: on })}
            />
          </span>
        )}
      </Field>
      {!readOnly && (
        <Row wrap justify="end" gap={10}>
          {item.changed && (
            <Button disabled={busy} onClick={onReset}>
              {text('access.nav.resetItem')}
            </Button>
          )}
          <Button type="primary" htmlType="submit" loading={busy} disabled={!changed}>
            {text('act.save')}
          </Button>
        </Row>
      )}
    </Stack>
  );
}

function titled(titles: ItemTitles, language: keyof ItemTitles, title: string): ItemTitles {
  const { [language]: _, ...others } = titles;
  return title === '' ? others : { ...others, [language]: title };
}

function IconLabel({ name, words }: { name: string | null; words: string }) {
  return (
    <Row as="span" inline align="center" gap={8}>
      {isIconName(name) && <Icon name={name} size={16} />}
      {words}
    </Row>
  );
}
