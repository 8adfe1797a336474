/** A rectangle of a rotated image, in the image's own pixels. */
export interface CutArea {
  x: number;
  y: number;
  width: number;
  height: number;
}

const savedPixels = 512;

/** Returns the rectangle as an image of its own, square; null if this browser cannot encode one. */
export function cutImage(image: HTMLImageElement, area: CutArea, turned: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = savedPixels;
  canvas.height = savedPixels;
  drawCut(canvas, image, area, turned);
  // A browser that cannot encode WebP encodes PNG instead; the server accepts both.
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/webp', 0.92));
}

/** Draws the rectangle over the whole canvas. The rectangle is measured in the bounding box of the rotated image. */
export function drawCut(
  canvas: HTMLCanvasElement,
  image: HTMLImageElement,
  area: CutArea,
  turned: number,
): void {
  const paint = canvas.getContext('2d');
  if (paint === null) {
    return;
  }
  const box = turnedBox(image.naturalWidth, image.naturalHeight, turned);
  paint.setTransform(1, 0, 0, 1, 0, 0);
  paint.clearRect(0, 0, canvas.width, canvas.height);
  paint.imageSmoothingQuality = 'high';
  paint.scale(canvas.width / area.width, canvas.height / area.height);
  paint.translate(-area.x + box.width / 2, -area.y + box.height / 2);
  paint.rotate((turned * Math.PI) / 180);
  paint.drawImage(image, -image.naturalWidth / 2, -image.naturalHeight / 2);
}

/** Returns the size of the bounding box of a rotated image. */
export function turnedBox(width: number, height: number, turned: number): { width: number; height: number } {
  const angle = (turned * Math.PI) / 180;
  const cos = Math.abs(Math.cos(angle));
  const sin = Math.abs(Math.sin(angle));
  return {
    width: Math.round(cos * width + sin * height),
    height: Math.round(sin * width + cos * height),
  };
}
