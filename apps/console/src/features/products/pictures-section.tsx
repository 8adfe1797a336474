import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { rectSortingStrategy, SortableContext, sortableKeyboardCoordinates } from '@dnd-kit/sortable';
import { useText } from '../../lib/text.ts';
import { SectionHead } from '../../ui/section-head.tsx';
import { AddPicture } from './add-picture.tsx';
import { useEditor } from './editor-context.ts';
import { FieldOriginMark } from './field-origin.tsx';
import { ImageDropZone } from './images/image-drop-zone.tsx';
import { withUploaded } from './images/upload-image.ts';
import { UploadStatus } from './images/upload-status.tsx';
import { useImageUploads } from './images/use-image-uploads.ts';
import { PictureTile } from './picture-tile.tsx';
import { issuesAt, issueText } from './product-issues.ts';

/** Images as tiles: drag or use the arrow keys to sort, the first is the cover. Files are dropped, pasted or chosen. */
export function PicturesSection() {
  const text = useText();
  const { draft, issues, mayEdit } = useEditor();
  const { pictures } = draft.product;
  const uploads = useImageUploads((image) => draft.change((held) => withUploaded(held, image)));
  const ids = pictures.map(({ url }, index) => tileId(url, pictures, index));
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 5 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const move = (from: number, to: number) => {
    if (from !== to && from >= 0 && to >= 0 && to < pictures.length) {
      draft.apply({ kind: 'move-picture', from: from + 1, to: to + 1 });
    }
  };
  const name = (id: string | number) => text('products.picture.name', { n: ids.indexOf(String(id)) + 1 });
  return (
    <ImageDropZone disabled={!mayEdit} wholePage onFiles={uploads.add}>
      <SectionHead
        bare
        title={text('products.section.pictures')}
        note={text('products.pictures.note', { n: pictures.length })}
        action={<FieldOriginMark field="pictures" />}
      />
      <DndContext
        sensors={mayEdit ? sensors : []}
        collisionDetection={closestCenter}
        onDragEnd={({ active, over }) => {
          if (over !== null) {
            move(ids.indexOf(String(active.id)), ids.indexOf(String(over.id)));
          }
        }}
        accessibility={{
          announcements: {
            onDragStart: ({ active }) => text('products.pictures.taken', { name: name(active.id) }),
            onDragOver: ({ active, over }) =>
              over === null
                ? undefined
                : text('products.pictures.over', {
                    name: name(active.id),
                    place: ids.indexOf(String(over.id)) + 1,
                  }),
            onDragEnd: ({ active, over }) =>
              over === null
                ? undefined
                : text('products.pictures.put', {
                    name: name(active.id),
                    place: ids.indexOf(String(over.id)) + 1,
                  }),
            onDragCancel: ({ active }) => text('products.pictures.back', { name: name(active.id) }),
          },
          screenReaderInstructions: { draggable: text('products.pictures.keys') },
        }}
      >
        <SortableContext items={ids} strategy={rectSortingStrategy}>
          <ul className={draft.changed.has('pictures') ? 'editor-pictures changed' : 'editor-pictures'}>
            {pictures.map((picture, index) => (
              <PictureTile
                key={ids[index]}
                id={ids[index] ?? picture.url}
                picture={picture}
                index={index}
                count={pictures.length}
                wrong={issuesAt(issues, ['pictures', index])
                  .map((issue) => issueText(text, issue))
                  .join(' ')}
                onMove={(to) => move(index, to)}
                onRemove={() => draft.apply({ kind: 'remove-pictures-at', places: [index + 1] })}
                onAlt={(alt) =>
                  draft.change((held) => ({
                    ...held,
                    pictures: held.pictures.map((each, at) => (at === index ? { ...each, alt } : each)),
                  }))
                }
              />
            ))}
            {mayEdit && (
              <li>
                <AddPicture onFiles={uploads.add} />
              </li>
            )}
          </ul>
        </SortableContext>
      </DndContext>
      <UploadStatus uploads={uploads} />
      {mayEdit && pictures.length === 0 && (
        <p className="image-uploads-hint">
          {text('products.images.empty')} {text('products.images.limits')}
        </p>
      )}
    </ImageDropZone>
  );
}

/** Two pictures may have one address; each keeps its own tile. */
function tileId(url: string, pictures: readonly { url: string }[], index: number): string {
  return `${pictures.slice(0, index).filter((each) => each.url === url).length} ${url}`;
}
