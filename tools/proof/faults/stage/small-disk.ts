import { spawnSync } from 'node:child_process';
import { chmodSync, closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** A separate in-memory file system with a size of our choice. Only root can mount one, on Linux. */
export class SmallDisk {
  readonly folder: string;

  /** Mounts it at a folder, which is created. Throws if that is not allowed. */
  constructor(folder: string, megabytes: number) {
    this.folder = folder;
    mkdirSync(folder, { recursive: true });
    mount(['-t', 'tmpfs', '-o', `size=${Math.round(megabytes * 1024)}k`, 'tmpfs', folder]);
    chmodSync(folder, 0o755);
  }

  /** Uses all remaining space. */
  fill(): void {
    const file = openSync(join(this.folder, 'ballast'), 'a');
    try {
      for (let size = 1 << 20; size >= 1; ) {
        try {
          writeSync(file, Buffer.alloc(size));
        } catch {
          size = Math.floor(size / 16);
        }
      }
    } finally {
      closeSync(file);
    }
  }

  /** Frees the space that was used. */
  empty(): void {
    rmSync(join(this.folder, 'ballast'), { force: true });
  }

  unmount(): void {
    spawnSync('umount', ['-l', this.folder]);
  }
}

function mount(options: string[]): void {
  const done = spawnSync('mount', options, { encoding: 'utf8' });
  if (done.status !== 0) {
    throw new Error(
      `a small disk cannot be mounted here (root on Linux can): ${done.stderr?.trim() ?? done.error}`,
    );
  }
}
