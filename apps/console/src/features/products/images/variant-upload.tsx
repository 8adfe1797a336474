import { useText } from '../../../lib/text/text.ts';
import { Stack } from '../../../ui/layout/box.tsx';
import { useEditor } from '../editor/editor-context.ts';
import { ChooseFiles } from './choose-files.tsx';
import { ImageDropZone } from './image-drop-zone.tsx';
import { withUploadedOn } from './upload-image.ts';
import { UploadStatus } from './upload-status.tsx';
import { useImageUploads } from './use-image-uploads.ts';

/** Uploads an image for one variant: it is added to the product's images and assigned to this variant. */
export function VariantUpload({ variantId, name }: { variantId: string; name: string }) {
  const text = useText();
  const { draft } = useEditor();
  const uploads = useImageUploads((image) => draft.change((held) => withUploadedOn(held, image, variantId)));
  const first = (files: File[]) => uploads.add(files.slice(0, 1));
  return (
    <ImageDropZone disabled={false} onFiles={first}>
      <Stack
        className="variant-upload"
        align="start"
        gap={6}
        maxW={276}
        mt={8}
        pt={8}
        borderTop
        font="caption"
      >
        <ChooseFiles label={text('products.variant.uploadImage', { name })} onFiles={first} />
        <p className="quiet">{text('products.images.limits')}</p>
        <UploadStatus uploads={uploads} />
      </Stack>
    </ImageDropZone>
  );
}
