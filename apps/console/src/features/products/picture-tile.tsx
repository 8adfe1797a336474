import type { Picture as ProductPicture } from '@bowerbird/catalog/product';
import { uploadedImageAt } from '@bowerbird/catalog/uploaded-image';
import { useSortable } from '@dnd-kit/sortable';
import { Dropdown } from 'antd';
import { imageSource } from '../../lib/image-source.ts';
import { useText } from '../../lib/text.ts';
import { Icon } from '../../ui/icon.tsx';
import { Picture } from '../../ui/picture.tsx';
import { useEditor } from './editor-context.ts';

interface PictureTileProps {
  id: string;
  picture: ProductPicture;
  index: number;
  count: number;
  /** What is wrong with it; empty when nothing is. */
  wrong: string;
  onMove(to: number): void;
  onRemove(): void;
  onAlt(alt: string): void;
}

/** One picture: taken by the mouse or with Space and the arrow keys, with its own alternative text. */
export function PictureTile({ id, picture, index, count, wrong, onMove, onRemove, onAlt }: PictureTileProps) {
  const text = useText();
  const { mayEdit } = useEditor();
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({
    id,
    disabled: !mayEdit,
  });
  const name = text('products.picture.name', { n: index + 1 });
  const size =
    picture.width === null || picture.height === null ? '' : ` · ${picture.width} × ${picture.height}`;
  return (
    <li
      ref={setNodeRef}
      className={`editor-picture${index === 0 ? ' cover' : ''}${isDragging ? ' dragged' : ''}`}
      style={{
        transform: transform === null ? undefined : `translate(${transform.x}px, ${transform.y}px)`,
        transition,
      }}
      data-field={`pictures.${index}`}
    >
      <button
        type="button"
        className="editor-picture-hold"
        {...attributes}
        {...listeners}
        aria-label={index === 0 ? text('products.picture.cover', { name }) : name}
        title={`${uploadedImageAt(picture.url) ? text('products.images.uploaded') : picture.url}${size}`}
      >
        <Picture url={picture.url} />
        {index === 0 && <span className="editor-picture-mark">{text('products.pictures.cover')}</span>}
        {wrong !== '' && <span className="editor-picture-mark wrong">{wrong}</span>}
      </button>
      {mayEdit && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: [
              { key: 'first', label: text('products.pictures.makeCover'), disabled: index === 0 },
              { key: 'left', label: text('products.pictures.left'), disabled: index === 0 },
              { key: 'right', label: text('products.pictures.right'), disabled: index === count - 1 },
              { key: 'open', label: text('products.pictures.open') },
              { type: 'divider' },
              { key: 'remove', label: text('products.pictures.remove'), danger: true },
            ],
            onClick: ({ key }) => {
              const act: Record<string, () => void> = {
                first: () => onMove(0),
                left: () => onMove(index - 1),
                right: () => onMove(index + 1),
                open: () => void window.open(imageSource(picture.url), '_blank', 'noopener,noreferrer'),
                remove: onRemove,
              };
              act[key]?.();
            },
          }}
        >
          <button
            type="button"
            className="editor-picture-menu"
            aria-label={text('products.picture.menu', { name })}
          >
            <Icon name="more" />
          </button>
        </Dropdown>
      )}
      <input
        className="editor-picture-alt"
        aria-label={text('products.picture.alt', { name })}
        placeholder={text('products.pictures.alt')}
        title={picture.alt}
        readOnly={!mayEdit}
        value={picture.alt}
        onChange={({ target }) => onAlt(target.value)}
      />
    </li>
  );
}
