import { Button, Dropdown } from 'antd';
import { useNavigate } from 'react-router';
import { useText } from '../../../lib/text/text.ts';
import { Icon } from '../../../ui/images/icon.tsx';
import { Image } from '../../../ui/images/image.tsx';
import { Box, Row } from '../../../ui/layout/box.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { useEditor } from './editor-context.ts';
import type { WalkState } from './use-walk.ts';

interface EditorHeadProps {
  walk: WalkState | null;
  busy: boolean;
  onDiscard(): void;
  onSave(): void;
  onPreview(): void;
}

/** Always visible: which product, its position in the list, what is unsaved, and the save button. */
export function EditorHead({ walk, busy, onDiscard, onSave, onPreview }: EditorHeadProps) {
  const text = useText();
  const navigate = useNavigate();
  const { draft, detail, mayEdit } = useEditor();
  const { title, images } = draft.product;
  return (
    <Row
      as="header"
      className="editor-head"
      wrap
      align="center"
      gap={[8, 12]}
      minH={61}
      borderBottom
      ground="bg"
    >
      <Image url={images[0]?.url ?? null} size={38} eager />
      <Box className="editor-head-text" basis={160} shrink>
        <h1 className="cut" dir="auto" title={title}>
          {title || text(detail === null ? 'products.new' : 'product.withoutTitle')}
        </h1>
        {walk !== null && (
          <Row as="p" className="editor-head-walk" align="center" gap={4} font="caption" tone="t2">
            <span>{text('products.walk', { place: walk.place, total: walk.total })}</span>
            <StepKey letter="J" label={text('products.walk.next')} onClick={walk.next} />
            <StepKey letter="K" label={text('products.walk.previous')} onClick={walk.previous} />
          </Row>
        )}
      </Box>
      <Row className="editor-head-actions" wrap align="center" gap={10}>
        {mayEdit && draft.changes > 0 && (
          <>
            <Row
              as="span"
              className="editor-unsaved"
              inline
              align="center"
              gap={8}
              font="small"
              tone="amber"
              aria-live="polite"
            >
              {text('products.unsaved', { n: draft.changes })}
            </Row>
            <Button type="text" onClick={onDiscard}>
              {text('products.discard')}
            </Button>
          </>
        )}
        <Button
          type="text"
          disabled={false}
          icon={<Icon name="eye" />}
          aria-keyshortcuts="p"
          title={text('products.preview.key')}
          onClick={onPreview}
        >
          {text('products.preview')}
        </Button>
        {mayEdit && (
          <Button type="primary" loading={busy} icon={<Icon name="check" />} onClick={onSave}>
            {text('act.save')}{' '}
            <Text className="editor-key" ms={4} font="caption" weight={400}>
              Ctrl S
            </Text>
          </Button>
        )}
        {detail !== null && (
          <Dropdown
            trigger={['click']}
            disabled={false}
            menu={{
              items: [{ key: 'life', label: text('life.open') }],
              onClick: () => void navigate(`/profile/advanced/${detail.id}`),
            }}
          >
            <Button type="text" disabled={false} icon={<Icon name="more" />} aria-label={text('act.more')} />
          </Dropdown>
        )}
      </Row>
    </Row>
  );
}

function StepKey({
  letter,
  label,
  onClick,
}: {
  letter: string;
  label: string;
  onClick: (() => void) | null;
}) {
  return (
    <button
      type="button"
      className="editor-step"
      aria-label={label}
      title={label}
      disabled={onClick === null}
      onClick={() => onClick?.()}
    >
      <kbd>{letter}</kbd>
    </button>
  );
}
