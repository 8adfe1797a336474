import { avatarBytesMax } from '@bowerbird/contract/account/profile';
import { Button, Modal } from 'antd';
import { useEffect, useRef, useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import { CallFailure } from '../../../lib/api/call-failure.ts';
import { useFaultText } from '../../../lib/text/fault-text.ts';
import { useText } from '../../../lib/text/text.ts';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { Icon } from '../../../ui/images/icon.tsx';
import { Grid, Row, Stack } from '../../../ui/layout/box.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { cutImage, drawCut } from './cut-image.ts';
import { useUploadAvatar } from './own-account-queries.ts';

const previewPixels = 180;
const zoomStep = 0.2;
const zoomMax = 4;

/** Crops an image to a square: zoom, rotate, preview it in a circle as others will see it, and save. */
export default function AvatarDialog({ onClose }: { onClose(): void }) {
  const text = useText();
  const toast = useToast();
  const sentence = useFaultText();
  const upload = useUploadAvatar();
  const [image, setImage] = useState<{ address: string; image: HTMLImageElement } | null>(null);
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [turned, setTurned] = useState(0);
  const [area, setArea] = useState<Area | null>(null);
  const [reported, setReported] = useState<string | null>(null);
  const chooser = useRef<HTMLInputElement>(null);

  useEffect(() => {
    return () => {
      if (image !== null) {
        URL.revokeObjectURL(image.address);
      }
    };
  }, [image]);

  const choose = async (file: File | undefined) => {
    if (file === undefined) {
      return;
    }
    setReported(null);
    const address = URL.createObjectURL(file);
    const image = new Image();
    image.src = address;
    try {
      await image.decode();
    } catch {
      URL.revokeObjectURL(address);
      setReported(text('fault.account.image-unreadable'));
      return;
    }
    setImage({ address, image });
    setCrop({ x: 0, y: 0 });
    setZoom(1);
    setTurned(0);
  };
  const save = async () => {
    if (image === null || area === null) {
      chooser.current?.click();
      return;
    }
    const cut = await cutImage(image.image, area, turned);
    if (cut === null || cut.size > avatarBytesMax) {
      setReported(text('fault.account.image-unreadable'));
      return;
    }
    upload.mutate(cut, {
      onSuccess: () => {
        toast({ state: 'complete', text: text('account.avatar.uploaded') });
        onClose();
      },
      onError: (thrown) => setReported(sentence(CallFailure.from(thrown))),
    });
  };
  const without = image === null;
  const turn = (degrees: number) => setTurned((held) => (held + degrees + 360) % 360);
  const zoomBy = (step: number) => setZoom((held) => Math.min(zoomMax, Math.max(1, held + step)));

  return (
    <Modal
      open
      centered
      width={800}
      mask={{ closable: false }}
      title={text('account.avatar.change')}
      onCancel={onClose}
      footer={
        <Row wrap justify="between" gap={10}>
          <Button icon={<Icon name="image" />} onClick={() => chooser.current?.click()}>
            {text('account.avatar.choose')}
          </Button>
          <Row as="span" gap={8}>
            <Button
              icon={<Icon name="plus" />}
              aria-label={text('account.avatar.zoomIn')}
              title={text('account.avatar.zoomIn')}
              disabled={without || zoom >= zoomMax}
              onClick={() => zoomBy(zoomStep)}
            />
            <Button
              icon={<Icon name="minus" />}
              aria-label={text('account.avatar.zoomOut')}
              title={text('account.avatar.zoomOut')}
              disabled={without || zoom <= 1}
              onClick={() => zoomBy(-zoomStep)}
            />
            <Button
              icon={<Icon name="undo" />}
              aria-label={text('account.avatar.turnLeft')}
              title={text('account.avatar.turnLeft')}
              disabled={without}
              onClick={() => turn(-90)}
            />
            <Button
              icon={<Icon name="redo" />}
              aria-label={text('account.avatar.turnRight')}
              title={text('account.avatar.turnRight')}
              disabled={without}
              onClick={() => turn(90)}
            />
          </Row>
          <Button type="primary" loading={upload.isPending} onClick={() => void save()}>
            {text('act.save')}
          </Button>
        </Row>
      }
    >
      <input
        ref={chooser}
        type="file"
        hidden
        aria-label={text('account.avatar.choose')}
        accept="image/jpeg,image/png,image/webp,image/gif,image/avif"
        onChange={({ target }) => {
          void choose(target.files?.[0]);
          target.value = '';
        }}
      />
      {reported !== null && (
        <Text as="p" className="field-error" mb={10} role="alert">
          {reported}
        </Text>
      )}
      <Grid className="avatar-cut" columns="minmax(0, 1fr) 200px" gap={28}>
        <Stack className="avatar-stage" relative minH={350} overflow="hidden" radius="xl" ground="canvas">
          {image === null ? (
            <Stack
              as="button"
              type="button"
              className="avatar-drop"
              align="center"
              justify="center"
              gap={6}
              radius="xl"
              textAlign="center"
              tone="primary-read"
              onClick={() => chooser.current?.click()}
            >
              <Icon name="image" size={24} />
              <span>{text('account.avatar.choose')}</span>
              <span className="caption">{text('account.avatar.limits')}</span>
            </Stack>
          ) : (
            <Cropper
              image={image.address}
              crop={crop}
              zoom={zoom}
              rotation={turned}
              maxZoom={zoomMax}
              aspect={1}
              cropSize={{ width: 200, height: 200 }}
              objectFit="cover"
              onCropChange={setCrop}
              onZoomChange={setZoom}
              onCropAreaChange={(_part, pixels) => setArea(pixels)}
            />
          )}
        </Stack>
        <Stack align="center" justify="center" gap={14} textAlign="center">
          <span className="caption" aria-hidden="true">
            {text('account.avatar.preview')}
          </span>
          <Preview image={image?.image ?? null} area={area} turned={turned} />
          <p className="caption">{text('account.avatar.keys')}</p>
        </Stack>
      </Grid>
    </Modal>
  );
}

function Preview({
  image,
  area,
  turned,
}: {
  image: HTMLImageElement | null;
  area: Area | null;
  turned: number;
}) {
  const text = useText();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (image !== null && area !== null && canvas.current !== null) {
      drawCut(canvas.current, image, area, turned);
    }
  }, [image, area, turned]);
  return (
    <canvas
      ref={canvas}
      className="avatar-round"
      width={previewPixels}
      height={previewPixels}
      role="img"
      aria-label={text('account.avatar.preview')}
    />
  );
}
