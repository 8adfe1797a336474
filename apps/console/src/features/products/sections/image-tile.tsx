import { pathOf } from '@bowerbird/catalog/change/cell';
import type { Image as ProductImage } from '@bowerbird/catalog/product';
import { imageId } from '@bowerbird/catalog/stored/image-identity';
import { uploadedImageAt } from '@bowerbird/catalog/stored/uploaded-image';
import { useSortable } from '@dnd-kit/sortable';
import { Dropdown } from 'antd';
import { imageSource } from '../../../lib/image-source.ts';
import { useText } from '../../../lib/text/text.ts';
import { Icon } from '../../../ui/images/icon.tsx';
import { Image } from '../../../ui/images/image.tsx';
import { Box } from '../../../ui/layout/box.tsx';
import { useEditor } from '../editor/editor-context.ts';
import { ProvenanceButton } from '../provenance/provenance-button.tsx';

interface ImageTileProps {
  id: string;
  image: ProductImage;
  index: number;
  count: number;
  /** Its error; empty if there is none. */
  wrong: string;
  onMove(to: number): void;
  onRemove(): void;
  onAlt(alt: string): void;
}

/** One image: moved by the mouse or with Space and the arrow keys, with its own alternative text. */
export function ImageTile({ id, image, index, count, wrong, onMove, onRemove, onAlt }: ImageTileProps) {
  const text = useText();
  const { detail, mayEdit } = useEditor();
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({
    id,
    disabled: !mayEdit,
  });
  const name = text('products.image.name', { n: index + 1 });
  const size = image.width === null || image.height === null ? '' : ` · ${image.width} × ${image.height}`;
  return (
    <li
      ref={setNodeRef}
      className={`editor-image${index === 0 ? ' cover' : ''}${isDragging ? ' dragged' : ''}`}
      style={{
        transform: transform === null ? undefined : `translate(${transform.x}px, ${transform.y}px)`,
        transition,
      }}
      data-field={`images.${index}`}
    >
      <Box
        as="button"
        type="button"
        className="editor-image-hold"
        block
        relative
        radius="xl"
        {...attributes}
        {...listeners}
        aria-label={index === 0 ? text('products.image.cover', { name }) : name}
        title={`${uploadedImageAt(image.url) ? text('products.images.uploaded') : image.url}${size}`}
      >
        <Image url={image.url} />
        {index === 0 && (
          <Box
            as="span"
            className="editor-image-mark"
            maxW="calc(100% - 12px)"
            p={[0, 6]}
            radius="s"
            font="caption"
            tone="t2"
            ground="bg"
          >
            {text('products.images.cover')}
          </Box>
        )}
        {wrong !== '' && (
          <Box
            as="span"
            className="editor-image-mark wrong"
            maxW="calc(100% - 12px)"
            p={[0, 6]}
            radius="s"
            font="caption"
            tone="t2"
            ground="bg"
          >
            {wrong}
          </Box>
        )}
      </Box>
      {detail !== null && (
        <ProvenanceButton
          path={pathOf('images', imageId(image))}
          name={name}
          changed={false}
          className="on-image"
        />
      )}
      {mayEdit && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: [
              { key: 'first', label: text('products.images.makeCover'), disabled: index === 0 },
              { key: 'left', label: text('products.images.left'), disabled: index === 0 },
              { key: 'right', label: text('products.images.right'), disabled: index === count - 1 },
              { key: 'open', label: text('products.images.open') },
              { type: 'divider' },
              { key: 'remove', label: text('products.images.remove'), danger: true },
            ],
            onClick: ({ key }) => {
              const act: Record<string, () => void> = {
                first: () => onMove(0),
                left: () => onMove(index - 1),
                right: () => onMove(index + 1),
                open: () => void window.open(imageSource(image.url), '_blank', 'noopener,noreferrer'),
                remove: onRemove,
              };
              act[key]?.();
            },
          }}
        >
          <button
            type="button"
            className="editor-image-menu"
            aria-label={text('products.image.menu', { name })}
          >
            <Icon name="more" />
          </button>
        </Dropdown>
      )}
      <input
        className="editor-image-alt"
        aria-label={text('products.image.alt', { name })}
        placeholder={text('products.images.alt')}
        title={image.alt}
        readOnly={!mayEdit}
        value={image.alt}
        onChange={({ target }) => onAlt(target.value)}
      />
    </li>
  );
}
