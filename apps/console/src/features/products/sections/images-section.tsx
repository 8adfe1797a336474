import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { rectSortingStrategy, SortableContext, sortableKeyboardCoordinates } from '@dnd-kit/sortable';
import { useText } from '../../../lib/text/text.ts';
import { Grid } from '../../../ui/layout/box.tsx';
import { SectionHead } from '../../../ui/layout/section-head.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { useEditor } from '../editor/editor-context.ts';
import { FieldOriginMark } from '../editor/field-origin.tsx';
import { issuesAt, issueText } from '../editor/product-issues.ts';
import { ImageDropZone } from '../images/image-drop-zone.tsx';
import { withUploaded } from '../images/upload-image.ts';
import { UploadStatus } from '../images/upload-status.tsx';
import { useImageUploads } from '../images/use-image-uploads.ts';
import { AddImage } from './add-image.tsx';
import { ImageTile } from './image-tile.tsx';

/**
 * Images as tiles: drag or use the arrow keys to sort, the first is the cover. Files can be dropped, pasted or chosen.
 */
export function ImagesSection() {
  const text = useText();
  const { draft, issues, mayEdit } = useEditor();
  const { images } = draft.product;
  const uploads = useImageUploads((image) => draft.change((held) => withUploaded(held, image)));
  const ids = images.map(({ url }, index) => tileId(url, images, index));
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 5 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const move = (from: number, to: number) => {
    if (from !== to && from >= 0 && to >= 0 && to < images.length) {
      draft.apply({ kind: 'move-image', from: from + 1, to: to + 1 });
    }
  };
  const name = (id: string | number) => text('products.image.name', { n: ids.indexOf(String(id)) + 1 });
  return (
    <ImageDropZone disabled={!mayEdit} wholePage onFiles={uploads.add}>
      <SectionHead
        bare
        title={text('products.section.images')}
        note={text('products.images.note', { n: images.length })}
        action={<FieldOriginMark field="images" />}
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
            onDragStart: ({ active }) => text('products.images.taken', { name: name(active.id) }),
            onDragOver: ({ active, over }) =>
              over === null
                ? undefined
                : text('products.images.over', {
                    name: name(active.id),
                    place: ids.indexOf(String(over.id)) + 1,
                  }),
            onDragEnd: ({ active, over }) =>
              over === null
                ? undefined
                : text('products.images.put', {
                    name: name(active.id),
                    place: ids.indexOf(String(over.id)) + 1,
                  }),
            onDragCancel: ({ active }) => text('products.images.back', { name: name(active.id) }),
          },
          screenReaderInstructions: { draggable: text('products.images.keys') },
        }}
      >
        <SortableContext items={ids} strategy={rectSortingStrategy}>
          <Grid
            as="ul"
            className={draft.changed.has('images') ? 'editor-images changed' : 'editor-images'}
            columns="repeat(auto-fill, minmax(96px, 1fr))"
            relative
            gap={12}
          >
            {images.map((image, index) => (
              <ImageTile
                key={ids[index]}
                id={ids[index] ?? image.url}
                image={image}
                index={index}
                count={images.length}
                wrong={issuesAt(issues, ['images', index])
                  .map((issue) => issueText(text, issue))
                  .join(' ')}
                onMove={(to) => move(index, to)}
                onRemove={() => draft.apply({ kind: 'remove-images-at', places: [index + 1] })}
                onAlt={(alt) =>
                  draft.change((held) => ({
                    ...held,
                    images: held.images.map((each, at) => (at === index ? { ...each, alt } : each)),
                  }))
                }
              />
            ))}
            {mayEdit && (
              <li>
                <AddImage onFiles={uploads.add} />
              </li>
            )}
          </Grid>
        </SortableContext>
      </DndContext>
      <UploadStatus uploads={uploads} />
      {mayEdit && images.length === 0 && (
        <Text as="p" m={0} font="caption" tone="t2">
          {text('products.images.empty')} {text('products.images.limits')}
        </Text>
      )}
    </ImageDropZone>
  );
}

/** Returns an id that is unique even if two images have the same address. */
function tileId(url: string, images: readonly { url: string }[], index: number): string {
  return `${images.slice(0, index).filter((each) => each.url === url).length} ${url}`;
}
