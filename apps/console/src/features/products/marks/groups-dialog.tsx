import type { ProductGroup } from '@bowerbird/contract/products/team-marks';
import { Button, Input, Modal } from 'antd';
import { useState } from 'react';
import { useMarkChoices } from '../../../lib/data/use-mark-choices.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { useConfirm } from '../../../ui/feedback/dialog.tsx';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { Icon } from '../../../ui/images/icon.tsx';
import { Row, Stack } from '../../../ui/layout/box.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { useDeleteGroup, useRenameGroup } from './queries.ts';

/** The groups of the team: each is renamed in its place, or deleted, which leaves its products in no group. */
export default function GroupsDialog({ onClose }: { onClose(): void }) {
  const text = useText();
  const choices = useMarkChoices();
  return (
    <Modal open centered width={480} title={text('marks.groups.title')} footer={null} onCancel={onClose}>
      {choices?.groups.length === 0 && <Empty>{text('marks.groups.empty')}</Empty>}
      <Stack as="ul" gap={8} m={[12, 0, 0]} p={0}>
        {choices?.groups.map((group) => (
          <GroupRow key={group.id} group={group} />
        ))}
      </Stack>
    </Modal>
  );
}

function GroupRow({ group }: { group: ProductGroup }) {
  const text = useText();
  const format = useFormat();
  const toast = useToast();
  const confirm = useConfirm();
  const rename = useRenameGroup();
  const remove = useDeleteGroup();
  const [typed, setTyped] = useState<string | null>(null);
  const { id, products } = group;
  const save = () => {
    const name = typed?.trim() ?? '';
    if (name === '' || name === group.name) {
      setTyped(null);
      return;
    }
    rename.mutate(
      { id, name },
      {
        onSuccess: () => {
          setTyped(null);
          toast({ text: text('marks.groups.renamed', { name }), state: 'complete' });
        },
      },
    );
  };
  const ask = async () => {
    const sure = await confirm({
      title: text('marks.groups.delete.title', { name: group.name }),
      content: text('marks.groups.delete.content', { n: products }),
      confirm: text('marks.groups.delete'),
    });
    if (sure) {
      remove.mutate(id);
    }
  };
  return (
    <Row as="li" align="center" gap={8}>
      <Input
        maxLength={60}
        aria-label={text('marks.groups.name', { name: group.name })}
        value={typed ?? group.name}
        onChange={({ target }) => setTyped(target.value)}
        onPressEnter={save}
        onBlur={save}
      />
      <Text className="num" font="small" tone="t2" rigid>
        {text('marks.groups.products', { n: products, count: format.number(products) })}
      </Text>
      <Button
        type="text"
        icon={<Icon name="trash" size={16} />}
        aria-label={text('marks.groups.deleteNamed', { name: group.name })}
        title={text('marks.groups.delete')}
        onClick={() => void ask()}
      />
    </Row>
  );
}
