import { LinkTarget } from '@bowerbird/contract/workplace-config';
import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { safeParse } from 'zod/mini';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text.ts';
import { Stack } from '../../ui/layout/box.tsx';
import { useAddLink } from './board-queries.ts';

const other = 'other';

/** Adds a personal quick link: a page of the menu, or any address. */
export function AddLink({ taken, onDone }: { taken: string[]; onDone(): void }) {
  const text = useText();
  const { navigation } = useSession();
  const add = useAddLink();
  const [chosen, setChosen] = useState<string | null>(null);
  const [address, setAddress] = useState('');
  const [title, setTitle] = useState('');
  const [tried, setTried] = useState(false);
  const pages = navigation.flatMap(({ path, component, meta }) =>
    path !== undefined &&
    component !== 'RouteView' &&
    meta.show !== false &&
    !path.includes(':') &&
    !taken.includes(path)
      ? [{ value: path, label: text.named(meta.title) }]
      : [],
  );
  const path = chosen === other ? address.trim() : (chosen ?? '');
  const name = chosen === other ? title.trim() : (pages.find(({ value }) => value === chosen)?.label ?? '');
  const right = safeParse(LinkTarget, path).success && name !== '';
  const save = () => {
    setTried(true);
    if (right) {
      add.mutate({ path, title: name.slice(0, 40) }, { onSuccess: onDone });
    }
  };
  return (
    <Stack gap={10} w={260}>
      <Select
        showSearch
        optionFilterProp="label"
        aria-label={text('workplace.links.page')}
        placeholder={text('workplace.links.page')}
        value={chosen}
        onChange={setChosen}
        options={[...pages, { value: other, label: text('workplace.links.other') }]}
      />
      {chosen === other && (
        <>
          <Input
            autoFocus
            aria-label={text('workplace.link')}
            placeholder="https://"
            maxLength={500}
            status={tried && !safeParse(LinkTarget, path).success ? 'error' : ''}
            value={address}
            onChange={({ target }) => setAddress(target.value)}
          />
          <Input
            aria-label={text('workplace.links.name')}
            placeholder={text('workplace.links.name')}
            maxLength={40}
            status={tried && name === '' ? 'error' : ''}
            value={title}
            onChange={({ target }) => setTitle(target.value)}
            onPressEnter={save}
          />
        </>
      )}
      {tried && !right && <p className="field-error">{text('workplace.link.wrong')}</p>}
      <Button type="primary" loading={add.isPending} onClick={save}>
        {text('workplace.links.addOne')}
      </Button>
    </Stack>
  );
}
