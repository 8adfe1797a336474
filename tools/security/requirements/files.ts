import { chapter, open } from '../requirement.ts';

/** V5: files. */
export const files = chapter([
  ['5.1.1', 2, 'Documented: types, sizes and handling of uploads'],
  ['5.2.1', 1, 'Files are no larger than the program can handle'],
  ['5.2.2', 1, 'Files are what they say they are'],
  ['5.2.3', 2, 'Compressed content is limited before it is unpacked'],
  ['5.3.1', 1, 'Uploaded files are never executed'],
  ['5.3.2', 1, 'Paths use internal names'],
  ['5.4.1', 2, 'Downloads have an internal name'],
  ['5.4.2', 2, 'File names in headers are encoded'],
  [
    '5.4.3',
    2,
    'Uploaded files are scanned for viruses',
    open(
      'No scanner. Images are decoded to verify their type and served sandboxed as that type; product files are read as tables, and given back to people of the same merchant alone.',
    ),
  ],
]);
