import { AppError } from '@bowerbird/contract/errors';

/** Error codes of the file system that mean that a file, its folder or the disk is the problem, and not the program. */
const filesFault = new Set([
  'EACCES',
  'EDQUOT',
  'EFBIG',
  'EIO',
  'EISDIR',
  'ENAMETOOLONG',
  'ENOENT',
  'ENOSPC',
  'ENOTDIR',
  'EPERM',
  'EROFS',
]);

/**
 * For `catch`: converts an error of the file system to `backup.file-unusable`, and rethrows any other error unchanged.
 */
export function unusable(file: string): (thrown: unknown) => never {
  return (thrown) => {
    const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
    if (filesFault.has(code)) {
      throw new AppError('backup.file-unusable', `${file}: ${code}`, {
        params: { file, reason: code },
        cause: thrown,
      });
    }
    throw thrown;
  };
}
