import { AppError } from '@bowerbird/contract/errors';

/** What a file system says where a file, its folder or the disk is at fault, and not the program. */
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

/** For `catch`: names a failure of the file system `backup.file-unusable`, and throws any other as it is. */
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
