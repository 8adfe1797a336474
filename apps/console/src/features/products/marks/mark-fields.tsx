import { markColours } from '@bowerbird/contract/products/mark-values';
import { Button, Input, Select } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useMarkChoices } from '../../../lib/data/use-mark-choices.ts';
import { useText } from '../../../lib/text/text.ts';
import { Icon } from '../../../ui/images/icon.tsx';
import { Row } from '../../../ui/layout/box.tsx';
import { ColourName } from './colour-dot.tsx';
import { useCreateGroup } from './queries.ts';

const GroupsDialog = lazy(() => import('./groups-dialog.tsx'));

/** Undefined: stays as it is; null: none. */
type Choice = string | null | undefined;

interface ChoiceProps {
  id: string;
  value: Choice;
  /** "Leave as it is" is offered, for many products. */
  canStay?: boolean;
  onChange(value: Choice): void;
}

/** Values of the two choices that are no id. */
const stays = 'stays';
const none = 'none';
const shown = (value: Choice) => (value === undefined ? stays : (value ?? none));
const chosen = (value: string): Choice => (value === stays ? undefined : value === none ? null : value);

/** Chooses the group of products, or creates one. */
export function GroupChoice({ id, value, canStay = false, onChange }: ChoiceProps) {
  const text = useText();
  const choices = useMarkChoices();
  const create = useCreateGroup();
  const [name, setName] = useState('');
  const [open, setOpen] = useState(false);
  const [managing, setManaging] = useState(false);
  const add = () => {
    if (name.trim() !== '') {
      create.mutate(name.trim(), {
        onSuccess: (group) => {
          setName('');
          setOpen(false);
          onChange(group.id);
        },
      });
    }
  };
  return (
    <>
      <Select
        id={id}
        className="products-choice"
        aria-label={text('marks.group')}
        open={open}
        onOpenChange={setOpen}
        showSearch={{ optionFilterProp: 'label' }}
        value={shown(value)}
        onChange={(next: string) => onChange(chosen(next))}
        options={[
          ...(canStay ? [{ value: stays, label: text('marks.stays') }] : []),
          { value: none, label: text('marks.group.none') },
          ...(choices?.groups ?? []).map((each) => ({ value: each.id, label: each.name })),
        ]}
        popupRender={(list) => (
          <>
            {list}
            <Row gap={8} p={8} borderTop>
              <Input
                maxLength={60}
                aria-label={text('marks.group.new')}
                placeholder={text('marks.group.new')}
                value={name}
                onChange={({ target }) => setName(target.value)}
                onKeyDown={(event) => {
                  event.stopPropagation();
                  if (event.key === 'Enter') {
                    add();
                  }
                }}
              />
              <Button icon={<Icon name="plus" />} loading={create.isPending} onClick={add}>
                {text('marks.group.add')}
              </Button>
            </Row>
            {(choices?.groups ?? []).length > 0 && (
              <Row p={[0, 8, 8]}>
                <button
                  type="button"
                  className="link-button"
                  onClick={() => {
                    setOpen(false);
                    setManaging(true);
                  }}
                >
                  {text('marks.groups.manage')}
                </button>
              </Row>
            )}
          </>
        )}
      />
      {managing && (
        <Suspense fallback={null}>
          <GroupsDialog onClose={() => setManaging(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Chooses the person who takes care of products. */
export function AssigneeChoice({ id, value, canStay = false, onChange }: ChoiceProps) {
  const text = useText();
  const choices = useMarkChoices();
  return (
    <Select
      id={id}
      className="products-choice"
      aria-label={text('marks.assignee')}
      showSearch={{ optionFilterProp: 'label' }}
      value={shown(value)}
      onChange={(next: string) => onChange(chosen(next))}
      options={[
        ...(canStay ? [{ value: stays, label: text('marks.stays') }] : []),
        { value: none, label: text('marks.assignee.none') },
        ...(choices?.people ?? []).map((each) => ({ value: each.id, label: each.name })),
      ]}
    />
  );
}

/** Chooses a colour mark. */
export function ColourChoice({ id, value, canStay = false, onChange }: ChoiceProps) {
  const text = useText();
  return (
    <Select
      id={id}
      className="products-choice"
      aria-label={text('marks.colour')}
      value={shown(value)}
      onChange={(next: string) => onChange(chosen(next))}
      options={[
        ...(canStay ? [{ value: stays, label: text('marks.stays') }] : []),
        { value: none, label: <ColourName colour={null} /> },
        ...markColours.map((colour) => ({ value: colour, label: <ColourName colour={colour} /> })),
      ]}
    />
  );
}
