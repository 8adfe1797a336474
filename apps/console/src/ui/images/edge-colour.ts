const side = 12;

/**
 * Returns the mean colour of an image's edge; null if the image is from another host (the browser then blocks reading
 * its pixels) or is transparent there.
 */
export function edgeColour(image: HTMLImageElement): string | null {
  if (new URL(image.currentSrc || image.src, location.href).origin !== location.origin) {
    return null;
  }
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) {
    return null;
  }
  try {
    context.drawImage(image, 0, 0, side, side);
    return meanOfEdge(context.getImageData(0, 0, side, side).data);
  } catch {
    return null;
  }
}

function meanOfEdge(points: Uint8ClampedArray): string | null {
  const sum = [0, 0, 0, 0];
  let count = 0;
  for (let at = 0; at < side * side; at += 1) {
    const x = at % side;
    const y = Math.floor(at / side);
    if (x > 0 && x < side - 1 && y > 0 && y < side - 1) {
      continue;
    }
    count += 1;
    for (let part = 0; part < 4; part += 1) {
      sum[part] = (sum[part] ?? 0) + (points[at * 4 + part] ?? 0);
    }
  }
  const [red = 0, green = 0, blue = 0, alpha = 0] = sum.map((value) => Math.round(value / count));
  return alpha < 200 ? null : `rgb(${red} ${green} ${blue})`;
}
