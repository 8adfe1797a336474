const [startOfScan, endOfImage, comment, fill] = [0xda, 0xd9, 0xfe, 0xff];

/**
 * Returns a JPEG file without what a camera or an editor wrote beside the image: place, time, device, thumbnails,
 * comments, and anything after its end. The image itself stays byte for byte; its orientation (`orientation`, 1 to 8)
 * stays too. Returns a file whose segments can't be parsed unchanged.
 */
export function withoutCameraData(file: Buffer, orientation: number): Buffer {
  const kept: Buffer[] = [file.subarray(0, 2)];
  let upright = orientation === 1 ? null : orientationSegment(orientation);
  let at = 2;
  while (at + 4 <= file.length && file[at] === 0xff) {
    const marker = file[at + 1] ?? 0;
    if (marker === fill) {
      at += 1;
      continue;
    }
    const end = at + 2 + file.readUInt16BE(at + 2);
    if (upright && marker !== 0xe0) {
      kept.push(upright);
      upright = null;
    }
    if (marker === startOfScan) {
      const next = endOfScan(file, end);
      kept.push(file.subarray(at, next));
      at = next;
      if (at >= file.length || file[at + 1] === endOfImage) {
        return Buffer.concat([...kept, Buffer.from([0xff, endOfImage])]);
      }
      continue;
    }
    if (isNeeded(marker, file.subarray(at + 4, end))) {
      kept.push(file.subarray(at, end));
    }
    at = end;
  }
  return file;
}

/** Returns where the marker after a scan's data begins; the file's length if there is none. */
function endOfScan(file: Buffer, from: number): number {
  for (let at = file.indexOf(0xff, from); at !== -1; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1] ?? endOfImage;
    // A 0xff byte in the data is followed by 0; restart markers are inside the data.
    const isData = next === 0 || next === fill || (next >= 0xd0 && next <= 0xd7);
    if (!isData) {
      return at;
    }
  }
  return file.length;
}

/**
 * Reports whether the image depends on a segment: all except application segments and comments, and of those the
 * segments that define colours.
 */
function isNeeded(marker: number, content: Buffer): boolean {
  switch (marker) {
    case comment:
      return false;
    case 0xe0: // JFIF
    case 0xee: // Adobe's colour transform
      return true;
    case 0xe2:
      return content.toString('latin1', 0, 11) === 'ICC_PROFILE';
    default:
      return marker < 0xe0 || marker > 0xef;
  }
}

/** Builds an Exif segment with one entry: the orientation. */
function orientationSegment(orientation: number): Buffer {
  const segment = Buffer.from(
    'ffe1' +
      '0022' + // 34 bytes follow, including these two.
      '457869660000' + // Exif
      '4d4d002a00000008' + // Big-endian; the first directory begins at 8.
      '0001' + // One entry:
      '0112000300000001' + // Orientation, one short number.
      '00000000' + // Its value, set below.
      '00000000', // No directory after it.
    'hex',
  );
  segment.writeUInt16BE(orientation, 28);
  return segment;
}
