import type { Option } from '@bowerbird/catalog/product';
import { Dropdown } from 'antd';
import { useText } from '../../../lib/text/text.ts';
import { useConfirm } from '../../../ui/feedback/dialog.tsx';
import { Icon } from '../../../ui/images/icon.tsx';
import { Grid, Row } from '../../../ui/layout/box.tsx';
import { useEditor } from '../editor/editor-context.ts';
import { NameField } from '../editor/name-field.tsx';
import { issuesAt, issueText } from '../editor/product-issues.ts';
import {
  addOptionValue,
  goneWithOption,
  goneWithValue,
  removeOptionValue,
} from '../variants/variant-sets.ts';

interface OptionRowProps {
  option: Option;
  place: number;
}

/** One option: its name and values, each renamed in place. */
export function OptionRow({ option, place }: OptionRowProps) {
  const text = useText();
  const confirm = useConfirm();
  const { draft, issues, mayEdit } = useEditor();
  const { product } = draft;
  const names = product.options.map(({ name }) => name);
  const wrong = issuesAt(issues, ['options', place]);

  const moveTo = (to: number) => {
    const without = names.toSpliced(place, 1);
    draft.apply({ kind: 'sort-options', options: without.toSpliced(to, 0, option.name) });
  };
  const sortValue = (value: string, step: number) => {
    const at = option.values.indexOf(value);
    const values = option.values.toSpliced(at, 1).toSpliced(at + step, 0, value);
    draft.apply({ kind: 'sort-option-values', option: option.name, values });
  };
  const removeOption = async () => {
    const gone = goneWithOption(product, option.name);
    const sure =
      gone === 0 ||
      (await confirm({
        title: text('products.option.remove.title', { name: option.name }),
        content: text('products.option.remove.content', { n: gone, left: product.variants.length - gone }),
        confirm: text('products.option.remove'),
        danger: true,
      }));
    if (sure) {
      draft.apply({ kind: 'remove-option', option: option.name });
    }
  };
  const removeValue = async (value: string) => {
    const gone = goneWithValue(product, place, value);
    const sure =
      gone === 0 ||
      (await confirm({
        title: text('products.option.value.remove.title', { value }),
        content: text('products.option.value.remove.content', { n: gone }),
        confirm: text('products.option.value.remove'),
        danger: true,
      }));
    if (sure) {
      draft.change((held) => removeOptionValue(held, place, value));
    }
  };
  const renameValue = async (value: string, to: string) => {
    const merges = option.values.includes(to);
    if (merges) {
      const title = text('products.option.value.merge.title', { value, to });
      const sure = await confirm({ title, content: text('products.option.value.merge.content') });
      if (!sure) {
        return;
      }
    }
    draft.apply({ kind: 'rename-option-value', option: option.name, value, to });
  };

  return (
    <Grid
      className="editor-option"
      oneUnder={768}
      columns="200px minmax(0, 1fr)"
      gap={[4, 16]}
      p={[10, 0]}
      borderBottom
      data-field={`options.${place}`}
    >
      <Row align="center" gap={4}>
        <NameField
          label={text('products.option.name')}
          value={option.name}
          readOnly={!mayEdit}
          onEnter={(name) => draft.apply({ kind: 'rename-option', option: option.name, name })}
        />
        {mayEdit && (
          <Dropdown
            trigger={['click']}
            menu={{
              items: [
                { key: 'up', label: text('products.move.up'), disabled: place === 0 },
                { key: 'down', label: text('products.move.down'), disabled: place === names.length - 1 },
                { type: 'divider' },
                {
                  key: 'remove',
                  danger: true,
                  label: text('products.option.removeGone', { n: goneWithOption(product, option.name) }),
                },
              ],
              onClick: ({ key }) =>
                key === 'remove' ? void removeOption() : moveTo(key === 'up' ? place - 1 : place + 1),
            }}
          >
            <button
              type="button"
              className="editor-icon"
              aria-label={text('products.option.menu', { name: option.name })}
            >
              <Icon name="more" />
            </button>
          </Dropdown>
        )}
      </Row>
      <Row as="ul" wrap gap={6} aria-label={text('products.option.values', { name: option.name })}>
        {option.values.map((value, at) => (
          <Row
            as="li"
            // biome-ignore lint/suspicious/noArrayIndexKey: a value is known by its place while it is renamed.
            key={at}
            className="editor-value"
            inline
            align="center"
            minH={30}
            p={[0, 2]}
            radius="m"
            ground="sunk"
          >
            <NameField
              label={text('products.option.value')}
              value={value}
              fit
              readOnly={!mayEdit}
              onEnter={(to) => void renameValue(value, to)}
              onStep={(step) => sortValue(value, step)}
            />
            {mayEdit && option.values.length > 1 && (
              <button
                type="button"
                className="editor-icon small"
                aria-label={text('act.remove', { name: value })}
                onClick={() => void removeValue(value)}
              >
                <Icon name="close" size={12} />
              </button>
            )}
          </Row>
        ))}
        {mayEdit && (
          <Row
            as="li"
            className="editor-value add"
            inline
            align="center"
            minH={30}
            p={[0, 2]}
            radius="m"
            ground="sunk"
          >
            <NameField
              label={text('products.option.addValue')}
              placeholder={text('products.option.addValue')}
              value=""
              fit
              onEnter={(value) => draft.change((held) => addOptionValue(held, place, value))}
            />
          </Row>
        )}
      </Row>
      {wrong.length > 0 && (
        <p className="editor-wrong">{wrong.map((issue) => issueText(text, issue)).join(' ')}</p>
      )}
    </Grid>
  );
}
