import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame } from './camera.ts';

/** ffmpeg is missing or has failed; the message says what to do. */
export class CannotEncode extends Error {
  override name = 'CannotEncode';
}

/** Throws `CannotEncode` with the installation command if ffmpeg is missing. */
export function requireFfmpeg(): void {
  if (spawnSync('ffmpeg', ['-version']).status !== 0) {
    throw new CannotEncode(
      'The films need ffmpeg, and there is none. Install it and start again: apt-get install -y ffmpeg',
    );
  }
}

/** Writes the frames as an H.264 film of 20 frames a second; `folder` gets the list that ffmpeg reads. */
export function encodeFilm(frames: readonly Frame[], folder: string, file: string): void {
  const list = join(folder, 'frames.txt');
  const last = frames.at(-1);
  // The last frame is listed twice: ffmpeg's concat format ignores the last duration.
  const lines = frames.map((each) => `file '${each.file}'\nduration ${each.seconds.toFixed(3)}`);
  writeFileSync(list, [...lines, last === undefined ? '' : `file '${last.file}'`].join('\n'));
  runFfmpeg([
    ...['-f', 'concat', '-safe', '0', '-i', list],
    ...[
      '-vf',
      'fps=20,format=yuv420p',
      '-c:v',
      'libx264',
      '-preset',
      'slow',
      '-crf',
      '24',
      '-tune',
      'animation',
    ],
    ...[
      '-threads',
      '1',
      '-g',
      '200',
      '-movflags',
      '+faststart',
      '-fflags',
      '+bitexact',
      '-map_metadata',
      '-1',
    ],
    file,
  ]);
}

/** Writes one frame as a JPEG of 640 by 360 pixels, for lists of films. */
export function encodeCover(frame: Frame, file: string): void {
  runFfmpeg(['-i', frame.file, '-vf', 'scale=640:360', '-q:v', '4', '-fflags', '+bitexact', file]);
}

function runFfmpeg(options: readonly string[]): void {
  const { status, stderr, error } = spawnSync('ffmpeg', ['-v', 'error', '-y', ...options], {
    encoding: 'utf8',
  });
  if (status !== 0) {
    throw new CannotEncode(`ffmpeg failed: ${error?.message ?? stderr.trim()}`);
  }
}
