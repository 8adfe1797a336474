import { chapter, open } from '../requirement.ts';

/** V5: files. */
export const files = chapter([
  ['5.1.1', 2, 'Documented: types, sizes and handling of uploads'],
  ['5.2.1', 1, 'Files are no larger than can be handled'],
  ['5.2.2', 1, 'Files are what they say they are'],
  ['5.2.3', 2, 'What unpacks is bounded before it does'],
  ['5.3.1', 1, 'Uploaded files are never run'],
  ['5.3.2', 1, 'Paths are made of names of ours'],
  ['5.4.1', 2, 'Downloads have a name of ours'],
  ['5.4.2', 2, 'File names in headers are safe'],
  [
    '5.4.3',
    2,
    'Files of others are scanned for viruses',
    open(
      'No scanner. Only images are taken; each is decoded to see that it is one, and served sandboxed as that type and nothing else.',
    ),
  ],
]);
